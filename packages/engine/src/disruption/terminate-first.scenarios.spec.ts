import { labelKeys } from '@kerf/core';
import {
  aNode,
  aNodePool,
  anInstanceType,
  anOffering,
  aPod,
  aPodDisruptionBudget,
  aSnapshot,
  type NodeBuilder,
  type NodePoolBuilder,
  type SnapshotBuilder,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Command } from '../model/command.js';
import type { InstanceType } from '../model/instance-type.js';
import type { DisruptionReason } from '../model/node-pool.js';
import type { Offering } from '../model/offering.js';
import { planDisruption } from './plan-disruption.js';
import { validateCommand } from './validate-command.js';

const both: readonly DisruptionReason[] = ['Drifted', 'Unhealthy'];
const web = aPod('web').requesting({ milliCpu: 1_500 });
const drifted = (name: string): NodeBuilder =>
  aNode(name)
    .withClaim({ drifted: 'AMIDrift' })
    .running(web.named(`web-${name}`).running());

const clusterOf = (
  pools: readonly NodePoolBuilder[],
  nodes: readonly NodeBuilder[],
  terminateFirst: readonly DisruptionReason[] = both,
): SnapshotBuilder =>
  aSnapshot()
    .at(100_000)
    .withNodePools(...pools)
    .withNodes(...nodes)
    .withSettings({ terminateFirst });
const commandsOf = (snapshot: SnapshotBuilder): readonly Command[] =>
  planDisruption(snapshot.build()).commands;
const codesOf = (snapshot: SnapshotBuilder, name: string): readonly string[] =>
  planDisruption(snapshot.build())
    .blocked.filter(({ nodeName }) => nodeName === name)
    .flatMap(({ reasons }) => reasons.map(({ code }) => code))
    .filter((code) => code !== 'NOT_EVALUATED_YET' && code !== 'STATIC_POOL');

/** Two replicas, both running, and a limit of as many nodes. */
const atLimit = aNodePool()
  .withReplicas(2)
  .withBudget('100%')
  .limitedTo({ nodes: 2 }, { nodes: 2 });

describe('a drifted node of a static NodePool at its limit', () => {
  const two = [drifted('a'), drifted('b')];

  it('goes first, and its pods wait', () => {
    const [command] = commandsOf(clusterOf([atLimit], [drifted('a'), aNode('b')]));
    expect(command).toMatchObject({
      method: 'StaticDrift',
      candidates: [{ nodeName: 'a' }],
      replacements: [],
      moves: [{ pod: 'default/web-a', from: 'a', to: null }],
      savingMicroUsdPerHour: 0,
      terminateFirst: { code: 'NODE_LIMIT_REACHED', nodePool: 'default', limit: 2 },
    });
  });

  it('stays while the setting for its reason is off', () => {
    for (const setting of [[], ['Unhealthy']] as const) {
      const cluster = clusterOf([atLimit], two, setting);
      expect(commandsOf(cluster)).toEqual([]);
      expect(codesOf(cluster, 'a')).toEqual(['NODE_LIMIT_REACHED']);
    }
  });

  it('goes with as many others as the disruption budget allows', () => {
    expect(commandsOf(clusterOf([atLimit], two))).toHaveLength(2);
    const slow = clusterOf([atLimit.withBudget('1')], two);
    expect(commandsOf(slow)).toHaveLength(1);
    expect(codesOf(slow, 'b')).toEqual(['BUDGET_EXHAUSTED']);
  });

  it('stays while a PodDisruptionBudget or do-not-disrupt protects its pods', () => {
    const guarded = aNode('a').withClaim({ drifted: 'AMIDrift' });
    const kept = guarded.running(web.running({ doNotDisrupt: 'true' }));
    expect(commandsOf(clusterOf([atLimit], [kept]))).toEqual([]);
    const budget = aPodDisruptionBudget('all', { matchLabels: {}, matchExpressions: [] });
    const covered = clusterOf([atLimit], [guarded.running(web.running())]);
    expect(codesOf(covered.withPodDisruptionBudgets(budget), 'a')).toEqual(['PDB_BLOCKS']);
  });

  it('stays while its NodePool can launch no node', () => {
    for (const pool of [atLimit.notReady('no subnet'), atLimit.limitedToSpend(200_000, 200_000)]) {
      const cluster = clusterOf([pool], two);
      expect(commandsOf(cluster)).toEqual([]);
      expect(codesOf(cluster, 'a')).toEqual(['NO_INSTANCE_TYPES']);
    }
  });

  it('is replaced first where the limit leaves room, and others wait for that room', () => {
    const cluster = clusterOf([atLimit.limitedTo({ nodes: 3 }, { nodes: 2 })], two);
    const commands = commandsOf(cluster);
    expect(commands).toMatchObject([{ candidates: [{ nodeName: 'a' }], replacements: [{}] }]);
    expect(commands[0]).not.toHaveProperty('terminateFirst');
    expect(codesOf(cluster, 'b')).toEqual(['NODE_LIMIT_REACHED']);
  });
});

describe('an unhealthy node of a static NodePool at its limit', () => {
  const sick = aNode('a').unhealthy().running(web.running());

  it('goes first with the setting for repair', () => {
    expect(commandsOf(clusterOf([atLimit], [sick], ['Unhealthy']))).toMatchObject([
      {
        method: 'StaticRepair',
        candidates: [{ nodeName: 'a', repair: { drainMs: 600_000 } }],
        replacements: [],
        terminateFirst: { code: 'NODE_LIMIT_REACHED' },
      },
    ]);
  });

  it('stays with the setting for drift only', () => {
    expect(commandsOf(clusterOf([atLimit], [sick], ['Drifted']))).toEqual([]);
  });
});

const reserved = (id: string, changes: Partial<Offering> = {}): Offering =>
  anOffering('zone-a', 'reserved', 1, {
    reservationId: id,
    reservationType: 'default',
    ...changes,
  });
/** Every instance of these reservations is in use. */
const full = (...ids: readonly string[]): InstanceType =>
  anInstanceType('t2')
    .offered(...ids.map((id) => reserved(id)))
    .build();
const held = (name: string, id = 'cr-1'): NodeBuilder => drifted(name).inReservation(id);
const onlyReserved = aNodePool()
  .requiring(labelKeys.capacityType, 'In', ['reserved'])
  .withBudget('100%');

describe('a drifted node in a full capacity reservation', () => {
  const cluster = clusterOf([onlyReserved], [held('a')]).withInstanceTypes(full('cr-1'));

  it('goes first if its own instance is the only place for its pods', () => {
    expect(commandsOf(cluster)).toMatchObject([
      {
        method: 'Drift',
        candidates: [{ nodeName: 'a' }],
        replacements: [],
        moves: [{ pod: 'default/web-a', from: 'a', to: null }],
        savingMicroUsdPerHour: 0,
        terminateFirst: { code: 'RESERVATION_FULL', reservations: ['cr-1'] },
      },
    ]);
  });

  it('stays without the setting, and outside of a reservation', () => {
    expect(commandsOf(cluster.withSettings({ terminateFirst: [] }))).toEqual([]);
    const outside = cluster.withNodes(drifted('a'));
    expect(commandsOf(outside)).toEqual([]);
    expect(codesOf(outside, 'a')).toEqual(['PODS_UNSCHEDULABLE']);
  });

  it('stays if its reservation is not offered any more', () => {
    const ended = anInstanceType('t2').offered(reserved('cr-1', { available: false }));
    expect(commandsOf(cluster.withInstanceTypes(ended))).toEqual([]);
  });

  it('stays if a pending pod would take its instance', () => {
    const [command] = commandsOf(cluster.withPods(web.requesting({ milliCpu: 1_800 }).named('p')));
    expect(command).toBeUndefined();
  });

  it('moves the pods that have a place, and only the others wait', () => {
    const small = aPod('small').requesting({ milliCpu: 100 });
    const given = cluster.withNodes(
      held('a').running(small.running()),
      aNode('b').running(aPod('other').requesting({ milliCpu: 1_700 }).running()),
    );
    expect(commandsOf(given)).toMatchObject([
      {
        moves: [
          { pod: 'default/small', to: 'b' },
          { pod: 'default/web-a', to: null },
        ],
        replacements: [],
      },
    ]);
  });

  it.each([
    [
      'another reservation',
      [onlyReserved],
      [reserved('cr-1'), reserved('cr-2', { reservationCapacity: 1 })],
    ],
    [
      'another NodePool',
      [onlyReserved, aNodePool('market').withWeight(1)],
      [reserved('cr-1'), anOffering('zone-a', 'on-demand', 100_000)],
    ],
  ] as const)('is replaced first if %s has a place', (_what, pools, offerings) => {
    const given = cluster
      .withNodePools(...pools)
      .withInstanceTypes(anInstanceType('t2').offered(...offerings));
    const [command] = commandsOf(given);
    expect(command).toMatchObject({ method: 'Drift', replacements: [{}] });
    expect(command).not.toHaveProperty('terminateFirst');
  });

  it('goes one by one, and within the disruption budget', () => {
    const two = cluster.withNodes(held('a'), held('b'));
    expect(commandsOf(two)).toHaveLength(1);
    const none = two.withNodePools(onlyReserved.withBudget('0'));
    expect(commandsOf(none)).toEqual([]);
    expect(codesOf(none, 'a')).toContain('BUDGET_EXHAUSTED');
  });

  it('goes first as an unhealthy one with the setting for repair', () => {
    const sick = aNode('a').inReservation('cr-1').unhealthy().running(web.running());
    const given = cluster.withNodes(sick).withSettings({ terminateFirst: ['Unhealthy'] });
    expect(commandsOf(given)).toMatchObject([{ method: 'Repair', replacements: [] }]);
  });

  it('is never consolidated without a place for its pods', () => {
    const calm = aNode('a').inReservation('cr-1').running(web.running());
    const given = cluster.withNodes(calm).withNodePools(onlyReserved.consolidatingAfter(0));
    expect(commandsOf(given)).toEqual([]);
  });
});

describe('a static NodePool whose capacity reservations are full', () => {
  const fixed = onlyReserved.withReplicas(2).limitedTo({}, { nodes: 2 });
  const cluster = clusterOf([fixed], [held('a'), held('b', 'cr-2')]).withInstanceTypes(
    full('cr-1', 'cr-2'),
  );

  it('removes the nodes first that hold an instance of them, also below its limit', () => {
    expect(commandsOf(cluster)).toMatchObject([
      { candidates: [{ nodeName: 'a' }], terminateFirst: { reservations: ['cr-1'] } },
      { candidates: [{ nodeName: 'b' }], terminateFirst: { reservations: ['cr-2'] } },
    ]);
  });

  it('keeps nodes that hold none, or one of a reservation that is not offered any more', () => {
    const given = cluster.withNodes(drifted('a'), held('b', 'cr-9'));
    expect(commandsOf(given)).toEqual([]);
    expect(codesOf(given, 'a')).toEqual(['NO_INSTANCE_TYPES']);
    expect(codesOf(given, 'b')).toEqual(['NO_INSTANCE_TYPES']);
  });

  it('replaces nodes first while a reservation has a free instance', () => {
    const free = anInstanceType('t2').offered(
      reserved('cr-1'),
      reserved('cr-2', { reservationCapacity: 1 }),
    );
    expect(commandsOf(cluster.withInstanceTypes(free))).toMatchObject([
      { replacements: [{}] },
      { replacements: [{}] },
    ]);
  });

  it('waits for other capacity that it may use, even if that is unavailable now', () => {
    const waiting = cluster
      .withNodePools(fixed.allowingAllCapacityTypes())
      .withInstanceTypes(
        anInstanceType('t2').offered(
          reserved('cr-1'),
          anOffering('zone-a', 'on-demand', 100_000, { available: false }),
        ),
      );
    expect(commandsOf(waiting)).toEqual([]);
    expect(codesOf(waiting, 'a')).toEqual(['NO_INSTANCE_TYPES']);
  });
});

describe('the validation of a command that removes a node first', () => {
  const cluster = clusterOf([atLimit], [drifted('a'), aNode('b')]);
  const [command] = commandsOf(cluster);
  const validate = (snapshot: SnapshotBuilder, given = command) =>
    given === undefined ? null : validateCommand(snapshot.build(), given);

  it('finds it valid while nothing has changed', () => {
    expect(validate(cluster)).toMatchObject({ kind: 'Valid', command: { replacements: [] } });
  });

  it('refuses it once a replacement can be launched first', () => {
    const roomy = cluster.withNodePools(atLimit.limitedTo({ nodes: 3 }, { nodes: 2 }));
    expect(validate(roomy)).toEqual({ kind: 'Invalid', dropped: [] });
  });

  it('refuses a command whose pods had a place and would wait now', () => {
    const calm = aNode('b').running(aPod('small').requesting({ milliCpu: 100 }).running());
    const reservedOnly = clusterOf([onlyReserved], [held('a'), calm]).withInstanceTypes(
      full('cr-1'),
    );
    const [move] = commandsOf(reservedOnly);
    expect(move).toMatchObject({ replacements: [], moves: [{ to: 'b' }] });
    const busy = aNode('b').running(web.named('more').running());
    expect(validate(reservedOnly.withNodes(held('a'), busy), move)).toEqual({
      kind: 'Invalid',
      dropped: [],
    });
  });
});
