import { labelKeys } from '@kerf/core';
import {
  aDaemonSet,
  aNode,
  aPod,
  aSnapshot,
  Dice,
  leftByScheduler,
  type PodBuilder,
  term,
} from '@kerf/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClusterSnapshot } from '../../model/cluster-snapshot.js';
import type { Pod } from '../../model/pod.js';
import { solve } from '../../optimize/solve.js';

const { zone, hostname } = labelKeys;
const runs = { seed: 20_261_123, numRuns: 400 };
const schedulerRuns = 8;

const changes: readonly ((pod: PodBuilder) => PodBuilder)[] = [
  (pod) => pod.selecting({ [zone]: 'zone-b' }),
  (pod) => pod.requiringOneOf(term(zone, 'In', 'zone-a'), term(zone, 'In', 'zone-c')),
  (pod) => pod.preferring(5, term(zone, 'NotIn', 'zone-a')),
  (pod) => pod.spreadOver(zone),
  (pod) => pod.spreadOver(hostname, { maxSkew: 2 }),
  (pod) => pod.withAntiAffinityTo({ app: 'db' }, hostname),
  (pod) => pod.withAffinityTo({ app: 'web' }, zone),
  (pod) => pod.onHostPort(80),
  (pod) => pod.tolerating({ key: 'team' }),
  (pod) => pod.withVolume('v', { driver: 'ebs', nodeRequirements: [term(zone, 'In', 'zone-c')] }),
];

const podGroup = fc
  .record({
    app: fc.constantFrom('web', 'db'),
    milliCpu: fc.integer({ min: 1, max: 18 }).map((tenths) => tenths * 100),
    memoryMib: fc.integer({ min: 1, max: 16 }).map((quarters) => quarters * 256),
    priority: fc.constantFrom(0, 0, 0, 10),
    changes: fc.subarray([...changes], { maxLength: 2 }),
  })
  .map(({ app, milliCpu, memoryMib, priority, changes: chosen }) =>
    chosen.reduce(
      (pod, change) => change(pod),
      aPod(app).labelled({ app }).requesting({ milliCpu, memoryMib }).withSpec({ priority }),
    ),
  );

const node = fc.record({
  zone: fc.constantFrom('zone-a', 'zone-b', 'zone-c'),
  isTainted: fc.boolean(),
  kind: fc.constantFrom('ready', 'ready', 'ready', 'starting', 'unmanaged'),
  running: fc.array(podGroup, { maxLength: 3 }),
});

const pending = fc.record({
  pod: podGroup,
  untried: fc.integer({ min: 1, max: 6 }),
  tried: fc.constantFrom(0, 0, 1, 2),
});

/** A cluster with pods that the scheduler has tried and pods that it has not tried yet. */
const clusters = fc
  .record({
    nodes: fc.array(node, { minLength: 1, maxLength: 4 }),
    groups: fc.array(pending, { minLength: 1, maxLength: 3 }),
    hasDaemon: fc.boolean(),
  })
  .map(({ nodes, groups, hasDaemon }): ClusterSnapshot => {
    const built = nodes.map((one, index) => {
      const plain = aNode(`n${index}`).launchedAs('t2', one.zone, 'on-demand', 100_000);
      const running = plain.running(
        ...one.running.map((pod, place) => pod.named(`running-${index}-${place}`).running()),
      );
      const tainted = one.isTainted
        ? running.tainted({ key: 'team', value: 'a', effect: 'NoSchedule' })
        : running;
      if (one.kind === 'starting') return tainted.starting();
      return one.kind === 'unmanaged' ? tainted.unmanaged() : tainted;
    });
    const pods = groups.flatMap(({ pod, untried, tried }, index): readonly Pod[] => [
      ...pod.named(`tried-${index}`).times(tried),
      ...pod
        .named(`untried-${index}`)
        .times(untried)
        .map((one) => ({ ...one, isUntried: true })),
    ]);
    const daemon = aDaemonSet('agent', aPod('agent').requesting({ milliCpu: 300 }));
    return aSnapshot()
      .withNodes(...built)
      .withDaemonSets(...(hasDaemon ? [daemon] : []))
      .withPods(pods)
      .build();
  });

/** Returns how many of the pods have each spec. */
function countBySpec(pods: readonly Pod[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { spec } of pods) counts.set(spec.key, (counts.get(spec.key) ?? 0) + 1);
  return counts;
}

/** Returns the untried pods for which the plan launches nodes. */
function launchedFor(snapshot: ClusterSnapshot): readonly Pod[] {
  const { newNodeClaims } = solve(snapshot, { searchMs: 20 });
  const uids = new Set(newNodeClaims.flatMap(({ podUids }) => podUids));
  return snapshot.pods.filter(({ uid, isUntried }) => isUntried === true && uids.has(uid));
}

describe('a plan with pods that the scheduler has not tried', () => {
  // Equal pods are interchangeable: which of them the scheduler binds depends on its order.
  it('launches nodes for no more pods of a group than the scheduler leaves pending in any order', () => {
    fc.assert(
      fc.property(clusters, fc.nat(), (snapshot, seed) => {
        const launched = countBySpec(launchedFor(snapshot));
        for (let run = 0; run < schedulerRuns; run += 1) {
          const left = leftByScheduler(snapshot, new Dice(seed + run));
          const remaining = countBySpec(snapshot.pods.filter(({ uid }) => left.has(uid)));
          for (const [spec, count] of launched) {
            expect(count).toBeLessThanOrEqual(remaining.get(spec) ?? 0);
          }
        }
      }),
      runs,
    );
  }, 60_000);

  it('launches nodes at once for most pods that no order of the scheduler can place', () => {
    let launched = 0;
    let hopeless = 0;
    fc.assert(
      fc.property(clusters, (snapshot) => {
        const untried = snapshot.pods.filter(({ isUntried }) => isUntried === true);
        const fitsNowhere = untried.filter((pod) => {
          const alone = leftByScheduler({ ...snapshot, pods: [pod] }, new Dice(1));
          return alone.has(pod.uid);
        });
        const isLaunched = new Set(launchedFor(snapshot).map(({ uid }) => uid));
        hopeless += fitsNowhere.length;
        launched += fitsNowhere.filter(({ uid }) => isLaunched.has(uid)).length;
      }),
      runs,
    );
    expect(launched / hopeless).toBeGreaterThan(0.5);
  }, 60_000);
});
