import { labelKeys } from '@kerf/core';
import {
  aDaemonSet,
  aNode,
  aNodePool,
  anInstanceType,
  aPod,
  aSnapshot,
  type PodBuilder,
  term,
} from '@kerf/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { Pod, PodSpec } from '../model/pod.js';
import type { SchedulingResult } from '../model/scheduling-result.js';
import { solve as optimize } from '../optimize/solve.js';
import { planWithFirstFit as solveByFirstFit } from './write-result.js';

const { zone, hostname, capacityType, arch } = labelKeys;
const seed = 20_260_101;

/** Optional changes to a pod. */
const changes: readonly ((pod: PodBuilder) => PodBuilder)[] = [
  (pod) => pod.selecting({ [zone]: 'zone-b' }),
  (pod) => pod.requiringOneOf(term(arch, 'In', 'arm64'), term(capacityType, 'In', 'spot')),
  (pod) => pod.preferring(5, term(zone, 'NotIn', 'zone-a')),
  (pod) => pod.spreadOver(zone),
  (pod) => pod.spreadOver(hostname, { maxSkew: 2 }),
  (pod) => pod.spreadOver(capacityType, { whenUnsatisfiable: 'ScheduleAnyway' }),
  (pod) => pod.withAntiAffinityTo({ app: 'db' }, hostname),
  (pod) => pod.withAntiAffinityTo({ app: 'web' }, zone),
  (pod) => pod.withAffinityTo({ app: 'web' }, zone),
  (pod) => pod.onHostPort(80),
  (pod) => pod.tolerating({ key: 'team' }),
  (pod) => pod.withVolume('v', { driver: 'ebs', nodeRequirements: [term(zone, 'In', 'zone-c')] }),
];

const pods = fc
  .record({
    app: fc.constantFrom('web', 'db'),
    milliCpu: fc.integer({ min: 1, max: 40 }).map((tenths) => tenths * 100),
    memoryMib: fc.integer({ min: 1, max: 40 }).map((tenths) => tenths * 256),
    changes: fc.subarray([...changes], { maxLength: 3 }),
    count: fc.integer({ min: 1, max: 9 }),
  })
  .map(({ app, milliCpu, memoryMib, changes: chosen, count }) => {
    const plain = aPod(app).labelled({ app }).requesting({ milliCpu, memoryMib });
    return { pod: chosen.reduce((pod, change) => change(pod), plain), count };
  });

const types = fc.array(
  fc.record({
    cpus: fc.constantFrom(1, 2, 4, 8, 16),
    gibPerCpu: fc.constantFrom(2, 4, 8),
    arm: fc.boolean(),
    in: fc.subarray(['zone-a', 'zone-b', 'zone-c'], { minLength: 1 }),
    price: fc.integer({ min: 10_000, max: 60_000 }),
  }),
  { minLength: 1, maxLength: 6 },
);

const snapshots: fc.Arbitrary<ClusterSnapshot> = fc
  .record({
    pods: fc.array(pods, { minLength: 1, maxLength: 5 }),
    types,
    isTainted: fc.boolean(),
    limit: fc.option(fc.integer({ min: 1, max: 40 })),
    nodes: fc.integer({ min: 0, max: 3 }),
    hasDaemon: fc.boolean(),
  })
  .map((parts) => {
    const team = { key: 'team', value: 'a', effect: 'NoSchedule' } as const;
    const pool = aNodePool('default').allowingAllCapacityTypes();
    return aSnapshot()
      .withPods(...parts.pods.map(({ pod, count }, index) => pod.named(`p${index}`).times(count)))
      .withNodePools(
        parts.limit === null ? pool : pool.limitedTo({ milliCpu: parts.limit * 1_000 }),
        parts.isTainted ? aNodePool('other').withWeight(9).tainted(team) : aNodePool('other'),
      )
      .withInstanceTypes(
        ...parts.types.map((type, index) =>
          anInstanceType(`t${index}`)
            .with({ milliCpu: type.cpus * 1_000, memoryMib: type.cpus * type.gibPerCpu * 1_024 })
            .labelled(arch, type.arm ? 'arm64' : 'amd64')
            .offeredAt({ microUsdPerHour: type.price * type.cpus, in: type.in }),
        ),
      )
      .withNodes(
        ...Array.from({ length: parts.nodes }, (_, index) =>
          aNode(`n${index}`).launchedAs('t0', `zone-${'abc'[index]}`, 'spot', 1),
        ),
      )
      .withDaemonSets(
        ...(parts.hasDaemon ? [aDaemonSet('logs', aPod().requesting({ milliCpu: 100 }))] : []),
      )
      .build();
  });

/** A node of a plan with its pods, on which the properties below are checked. */
interface Placed {
  readonly host: string;
  readonly pods: readonly Pod[];
  /** The zones that it may be launched in. */
  readonly zones: readonly (string | undefined)[];
}

function placedPods(snapshot: ClusterSnapshot, result: SchedulingResult): readonly Placed[] {
  const podsOf = (uids: readonly string[]) => snapshot.pods.filter(({ uid }) => uids.includes(uid));
  const onNodes = result.existingNodes.map(({ nodeName, podUids }) => ({
    host: nodeName,
    pods: podsOf(podUids),
    zones: snapshot.nodes.filter(({ name }) => name === nodeName).map(({ labels }) => labels[zone]),
  }));
  const onClaims = result.newNodeClaims.map((claim) => ({
    host: claim.id,
    pods: podsOf(claim.podUids),
    zones: claim.instanceTypes.flatMap(({ offerings }) => offerings.map((offer) => offer.zone)),
  }));
  return [...onNodes, ...onClaims];
}

const pairs = <T>(items: readonly T[]): readonly (readonly [T, T])[] =>
  items.flatMap((a) => items.filter((b) => b !== a).map((b) => [a, b] as const));

const sum = (specs: readonly PodSpec[], resource: string) =>
  specs.reduce((total, { requests }) => total + (requests[resource] ?? 0), 0);

const hasAntiAffinityTo = ({ podAntiAffinity }: PodSpec, other: PodSpec, key: string) =>
  podAntiAffinity.required.some(
    (constraint) =>
      constraint.topologyKey === key &&
      constraint.labelSelector?.matchLabels['app'] === other.labels['app'],
  );

/** The NodeClaims of a plan with each of their types, and the specs that it must hold. */
function choicesOf(snapshot: ClusterSnapshot, result: SchedulingResult) {
  return result.newNodeClaims.flatMap((claim) => {
    const specs = snapshot.pods
      .filter(({ uid }) => claim.podUids.includes(uid))
      .map(({ spec }) => spec);
    return claim.instanceTypes.flatMap(({ name, offerings }) =>
      (snapshot.instanceTypesByNodePool[claim.nodePool] ?? [])
        .filter((type) => type.name === name)
        .map(({ allocatable, labels }) => ({ specs, allocatable, labels, offerings })),
    );
  });
}

const solvers = {
  baseline: solveByFirstFit,
  optimizer: (snapshot: ClusterSnapshot) => optimize(snapshot, { searchMs: 2 }),
};

describe.each(['baseline', 'optimizer'] as const)('a plan of the %s', (solver) => {
  const solve = solvers[solver];
  const run = { seed, numRuns: solver === 'baseline' ? 150 : 50 };

  it('has equal bytes for every order of the same input', () => {
    fc.assert(
      fc.property(snapshots, fc.infiniteStream(fc.nat()), (snapshot, stream) => {
        const shuffle = <T>(items: readonly T[]): T[] =>
          items
            .map((item) => ({ item, at: stream.next().value ?? 0 }))
            .sort((a, b) => a.at - b.at)
            .map(({ item }) => item);
        const shuffled = {
          ...snapshot,
          pods: shuffle(snapshot.pods),
          nodes: shuffle(snapshot.nodes),
          nodePools: shuffle(snapshot.nodePools),
          daemonSets: shuffle(snapshot.daemonSets),
          instanceTypesByNodePool: Object.fromEntries(
            shuffle(Object.entries(snapshot.instanceTypesByNodePool)).map(([name, list]) => [
              name,
              shuffle(list),
            ]),
          ),
        };
        const first = JSON.stringify(solve(snapshot));
        expect(JSON.stringify(solve(structuredClone(snapshot)))).toBe(first);
        expect(JSON.stringify(solve(shuffled))).toBe(first);
      }),
      run,
    );
  });

  it('has every pod once: on a node, on a NodeClaim, or unschedulable with reasons', () => {
    fc.assert(
      fc.property(snapshots, (snapshot) => {
        const result = solve(snapshot);
        const seen = [
          ...placedPods(snapshot, result).flatMap((node) => node.pods.map(({ uid }) => uid)),
          ...result.unschedulable.map(({ podUid }) => podUid),
        ];
        expect(seen.toSorted()).toEqual(snapshot.pods.map(({ uid }) => uid).toSorted());
        const withoutReason = result.unschedulable.filter(
          ({ reasons, byNodePool }) => reasons.length + byNodePool.length === 0,
        );
        expect(withoutReason).toEqual([]);
      }),
      run,
    );
  });

  it('places on a NodeClaim only pods that each of its types holds with its daemons', () => {
    fc.assert(
      fc.property(snapshots, (snapshot) => {
        const daemons = snapshot.daemonSets.map(({ podSpec }) => podSpec);
        const overfull = choicesOf(snapshot, solve(snapshot)).filter(({ specs, allocatable }) =>
          ['cpu', 'memory', 'pods'].some(
            (resource) => sum([...specs, ...daemons], resource) > (allocatable[resource] ?? 0),
          ),
        );
        expect(overfull).toEqual([]);
      }),
      run,
    );
  });

  it('allows only offerings that every pod of the NodeClaim selects', () => {
    fc.assert(
      fc.property(snapshots, (snapshot) => {
        const unwanted = choicesOf(snapshot, solve(snapshot)).flatMap(
          ({ specs, labels, offerings }) =>
            offerings.filter((offering) =>
              specs.some(
                ({ nodeSelector, requiredNodeAffinity }) =>
                  (nodeSelector[zone] ?? offering.zone) !== offering.zone ||
                  (requiredNodeAffinity.length > 0 &&
                    labels[arch]?.[0] !== 'arm64' &&
                    offering.capacityType !== 'spot'),
              ),
            ),
        );
        expect(unwanted).toEqual([]);
      }),
      run,
    );
  });

  it('respects anti-affinity over hosts and zones', () => {
    fc.assert(
      fc.property(snapshots, (snapshot) => {
        const placed = placedPods(snapshot, solve(snapshot));
        const onHost = placed.flatMap(({ pods: together }) =>
          pairs(together).filter(([a, b]) => hasAntiAffinityTo(a.spec, b.spec, hostname)),
        );
        const inZone = pairs(placed).filter(
          ([a, b]) =>
            a.zones.some((where) => b.zones.includes(where)) &&
            a.pods.some(({ spec }) =>
              b.pods.some(
                ({ spec: other }) =>
                  hasAntiAffinityTo(spec, other, zone) && hasAntiAffinityTo(other, spec, zone),
              ),
            ),
        );
        expect([onHost, inZone]).toEqual([[], []]);
      }),
      run,
    );
  });

  it('never exceeds a topology spread over hosts', () => {
    fc.assert(
      fc.property(snapshots, (snapshot) => {
        const crowded = placedPods(snapshot, solve(snapshot)).filter(({ pods: together }) =>
          together.some(
            ({ spec }) =>
              spec.topologySpread.some((constraint) => constraint.topologyKey === hostname) &&
              together.filter((other) => other.spec.key === spec.key).length > 2,
          ),
        );
        expect(crowded).toEqual([]);
      }),
      run,
    );
  });

  it('depends on the time only in the time of the evaluation', () => {
    const timeless = (snapshot: ClusterSnapshot): string =>
      JSON.stringify(solve(snapshot), (key, value) => (key === 'evaluatedAt' ? null : value));
    fc.assert(
      fc.property(snapshots, fc.integer({ min: 1, max: 1e12 }), (snapshot, laterMs) => {
        const later = { ...snapshot, now: snapshot.now + laterMs };
        expect(timeless(later)).toBe(timeless(snapshot));
      }),
      { ...run, numRuns: 30 },
    );
  });

  it('is deeply frozen', () => {
    const isFrozen = (value: unknown): boolean =>
      typeof value !== 'object' ||
      value === null ||
      (Object.isFrozen(value) && Object.values(value).every(isFrozen));
    fc.assert(
      fc.property(snapshots, (snapshot) => {
        expect(isFrozen(solve(snapshot))).toBe(true);
      }),
      { ...run, numRuns: 30 },
    );
  });
});
