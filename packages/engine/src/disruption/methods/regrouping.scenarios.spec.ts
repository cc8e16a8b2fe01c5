import { invariant } from '@kerf/core';
import {
  aNode,
  aNodePool,
  anInstanceType,
  aPod,
  aPodDisruptionBudget,
  aSnapshot,
  type NodeBuilder,
  type PodBuilder,
  podsWith,
  type SnapshotBuilder,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../model/command.js';
import { evaluate } from '../evaluate.js';
import { noEvaluations } from '../evaluation-order.js';
import { planDisruption } from '../plan-disruption.js';
import { replanCommand, validateCommand } from '../validate-command.js';

const pool = aNodePool().withBudget('100%').consolidatingAfter(30_000);
const typeAt = (name: string, cpus: number, microUsdPerHour: number) =>
  anInstanceType(name)
    .with({ milliCpu: cpus * 1_000, memoryMib: cpus * 4_096, pods: 20 })
    .offeredAt({ microUsdPerHour });
const web = aPod('web').requesting({ milliCpu: 1_900, memoryMib: 512 });

/** A node of 8 CPUs for $0.40 with pods of 1.9 CPUs: alone it has no cheaper replacement. */
function node(name: string, ...pods: readonly PodBuilder[]): NodeBuilder {
  const capacity = { cpu: 8_000, memory: 8 * 4_096 * 1024 ** 2, pods: 20 };
  return aNode(name)
    .with({ capacity, allocatable: capacity })
    .launchedAs('large', 'zone-a', 'on-demand', 400_000)
    .running(...pods.map((pod) => pod.running()));
}

const threePods = (name: string): readonly PodBuilder[] =>
  [1, 2, 3].map((index) => web.named(`${name}-${index}`));

/** Two nodes; one large and two small new ones hold their pods for $0.20 less. */
function cluster(...further: readonly NodeBuilder[]): SnapshotBuilder {
  return aSnapshot()
    .at(100_000)
    .withNodePools(pool)
    .withInstanceTypes(typeAt('small', 2, 100_000), typeAt('large', 8, 400_000))
    .withNodes(node('a', ...threePods('a')), node('b', ...threePods('b')), ...further)
    .withSettings({ maxReplacements: 3 });
}

const commandsOf = (snapshot: SnapshotBuilder): readonly Command[] =>
  planDisruption(snapshot.build()).commands;

function commandOf(snapshot: SnapshotBuilder): Command {
  const [command] = commandsOf(snapshot);
  invariant(command !== undefined, 'nothing to replace');
  return command;
}

describe('several nodes', () => {
  it('are replaced by several cheaper ones at once, whichever of their types are launched', () => {
    const command = commandOf(cluster());
    expect(command).toMatchObject({
      method: 'Regrouping',
      reason: 'Underutilized',
      candidates: [{ nodeName: 'a' }, { nodeName: 'b' }],
      savingMicroUsdPerHour: 200_000,
    });
    expect(command.replacements.map(({ expected }) => expected.instanceType).sort()).toEqual([
      'large',
      'small',
      'small',
    ]);
    const ids = command.replacements.map(({ id }) => id);
    expect(command.moves).toHaveLength(6);
    expect(command.moves.every(({ to }) => ids.includes(to ?? ''))).toBe(true);
    const highest = command.replacements.map(({ instanceTypes }) =>
      Math.max(
        ...instanceTypes.flatMap(({ offerings }) =>
          offerings.map(({ priceMicroUsdPerHour }) => priceMicroUsdPerHour),
        ),
      ),
    );
    expect(highest.reduce((sum, price) => sum + price)).toBeLessThan(800_000);
  });

  it('use free capacity of nodes that stay before new nodes', () => {
    const roomy = node('roomy', web.named('busy'), web.named('busy-2')).with({
      doNotDisrupt: 'true',
    });
    const command = commandOf(cluster(roomy));
    expect(command.moves.filter(({ to }) => to === 'roomy')).toHaveLength(2);
  });

  const reasons: Readonly<Record<string, SnapshotBuilder>> = {
    'the cluster allows one replacement, which is the default': cluster().withSettings({
      maxReplacements: 1,
    }),
    'more are needed than the cluster allows': cluster().withSettings({ maxReplacements: 2 }),
    'the budget allows one node': cluster().withNodePools(pool.withBudget('1')),
    'consolidation has to save more': cluster().withSettings({
      minSaving: { microUsdPerHour: 0, percent: 26, perPodMoveMicroUsdPerHour: 0 },
    }),
    'their pods are not worth moving': cluster().withSettings({
      minSaving: { microUsdPerHour: 0, percent: 0, perPodMoveMicroUsdPerHour: 40_000 },
    }),
    'one of them is not consolidatable yet': cluster().withNodes(
      node('a', ...threePods('a')),
      node('b', ...threePods('b')).withClaim({ lastPodEventAt: 99_000 }),
    ),
    'a PodDisruptionBudget protects a pod': cluster()
      .withNodes(
        node('a', ...threePods('a')),
        node('b', ...threePods('b').map((pod) => pod.labelled({ app: 'web' }))),
      )
      .withPodDisruptionBudgets(aPodDisruptionBudget('web', podsWith({ app: 'web' }))),
    'one of them has do-not-disrupt': cluster().withNodes(
      node('a', ...threePods('a')),
      node('b', ...threePods('b')).with({ doNotDisrupt: 'true' }),
    ),
    'a pending pod is about to get a new node': cluster().withPods(
      aPod('pending').requesting({ milliCpu: 7_900 }),
    ),
  };
  it.each(Object.entries(reasons))('stay if %s', (_reason, snapshot) => {
    expect(commandsOf(snapshot)).toEqual([]);
  });

  it('are only replaced together where nothing else saves more', () => {
    const idle = node('idle', aPod('tiny').requesting({ milliCpu: 100 }));
    expect(commandOf(cluster(idle))).toMatchObject({
      method: 'SingleNodeConsolidation',
      candidates: [{ nodeName: 'idle' }],
    });
  });
});

describe('the nodes that are replaced together', () => {
  const half = aPod('half').requesting({ milliCpu: 2_600, memoryMib: 512 });
  const pods = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => half.named(`${name}-${index}`));
  /** Each pod fits on a new node for $0.10, so a node for $0.40 with three of them wastes $0.10. */
  const wasting = (...nodes: readonly NodeBuilder[]): SnapshotBuilder =>
    cluster()
      .withInstanceTypes(typeAt('three', 3, 100_000), typeAt('large', 8, 400_000))
      .withSettings({ maxReplacements: 9 })
      .withNodes(...nodes);
  const full = (name: string) => node(name, ...pods(name, 3));
  const removed = (snapshot: SnapshotBuilder) =>
    commandsOf(snapshot).flatMap(({ candidates }) => candidates.map(({ nodeName }) => nodeName));
  const abc = wasting(full('c'), full('a'), full('b'));

  it('are as many as save most', () => {
    expect(commandOf(abc)).toMatchObject({
      candidates: [{ nodeName: 'a' }, { nodeName: 'b' }, { nodeName: 'c' }],
      replacements: { length: 9 },
      savingMicroUsdPerHour: 300_000,
    });
  });

  it('are fewer if more would need more new nodes than the cluster allows', () => {
    expect(removed(abc.withSettings({ maxReplacements: 8 }))).toEqual(['a', 'b']);
    expect(removed(abc.withSettings({ maxReplacements: 5 }))).toEqual([]);
  });

  it('are fewer if moving the pods of more costs as much as they save', () => {
    const dear = wasting(
      full('a'),
      full('b'),
      full('c').launchedAs('large', 'zone-a', 'on-demand', 390_000),
    );
    const charged = (perPodMoveMicroUsdPerHour: number) =>
      removed(
        dear.withSettings({
          minSaving: { microUsdPerHour: 0, percent: 0, perPodMoveMicroUsdPerHour },
        }),
      );
    expect(charged(29_999)).toEqual(['a', 'b', 'c']);
    expect(charged(30_000)).toEqual(['a', 'b']);
  });

  it('are those with the most expensive unused capacity, as the budget allows; among equals by name', () => {
    const two = pool.withBudget('2');
    expect(removed(abc.withNodePools(two))).toEqual(['a', 'b']);
    const emptier = wasting(full('a'), full('b'), node('c', ...pods('c', 2)));
    expect(removed(emptier.withNodePools(two))).toEqual(['c', 'a']);
    const cheaper = ['a', 'b'].map((name) =>
      full(name).launchedAs('large', 'zone-a', 'on-demand', 390_000),
    );
    expect(removed(wasting(...cheaper, full('c')).withNodePools(two))).toEqual(['c', 'a']);
  });

  it('count in the budget of their own NodePool only', () => {
    const pools = [pool.withBudget('1'), aNodePool('other').withBudget('1').consolidatingAfter(0)];
    const nodes = [full('a'), full('b'), full('c').inPool('other')];
    expect(removed(wasting(...nodes).withNodePools(...pools))).toEqual(['a', 'c']);
  });

  it('are none whose removal was rejected, until the rejection ends', () => {
    const rejectedUntil = (until: number) =>
      full('b').withClaim({
        rejections: [
          {
            decisionId: 'dec_1',
            reason: 'Underutilized',
            at: 0,
            until,
            savingMicroUsdPerHour: 400_000,
          },
        ],
      });
    expect(removed(wasting(full('a'), rejectedUntil(200_000), full('c')))).toEqual(['a', 'c']);
    expect(removed(wasting(full('a'), rejectedUntil(100_000), full('c')))).toHaveLength(3);
  });

  it('are none without a known price', () => {
    const unpriced = full('b').launchedAs('large', 'zone-a', 'on-demand', null);
    expect(removed(wasting(full('a'), unpriced, full('c')))).toEqual(['a', 'c']);
    expect(removed(wasting(full('a'), unpriced))).toEqual([]);
  });

  it('are none if nodes are not replaced by several ones, and each group is one simulation', () => {
    const evaluated = (regroups: boolean) => {
      const effort = { simulations: 0 };
      const options = { cursor: noEvaluations, widens: true, regroups, effort };
      return { commands: evaluate(abc.build(), options).plan.commands, effort };
    };
    const [without, regrouped] = [evaluated(false), evaluated(true)];
    expect(without.commands).toEqual([]);
    // The two simulations are of two nodes, and of three.
    expect(regrouped.effort.simulations).toBe(without.effort.simulations + 2);
  });

  it('do not include a node with a pod that fits on no new node, which keeps no other from it', () => {
    const pinned = node('0', ...pods('0', 2), half.named('pinned').selecting({ disk: 'ssd' }));
    expect(removed(wasting(pinned, full('a'), full('b')))).toEqual(['a', 'b']);
  });
});

describe('the validation of a command with several replacements', () => {
  const command = commandOf(cluster());

  it('moves the same pods to the same replacements', () => {
    expect(validateCommand(cluster().build(), command)).toEqual({ kind: 'Valid', command });
  });

  it('accepts one that was stored as a consolidation of several nodes, before it had its own name', () => {
    const stored = { ...command, method: 'MultiNodeConsolidation' } as const;
    expect(validateCommand(cluster().build(), stored)).toEqual({ kind: 'Valid', command: stored });
  });

  it('finds the replacements again, whatever their ids and their order are', () => {
    const idOf = new Map(command.replacements.map(({ id }, index) => [id, `claim-009${index}`]));
    const renamed = {
      ...command,
      replacements: command.replacements
        .map((one) => ({ ...one, id: idOf.get(one.id) ?? '' }))
        .toReversed(),
      moves: command.moves.map((move) => ({ ...move, to: idOf.get(move.to ?? '') ?? '' })),
    };
    const validation = validateCommand(cluster().build(), renamed);
    invariant(validation.kind === 'Valid', 'the same plan');
    const { replacements, moves } = validation.command;
    expect(replacements).toEqual(renamed.replacements);
    // Equal pods may be exchanged.
    const podsOn = (all: Command['moves']) =>
      replacements.map(({ id }) => all.filter(({ to }) => to === id).length);
    expect(podsOn(moves)).toEqual(podsOn(renamed.moves));
  });

  it('accepts that a pod has ended, if as many nodes are needed', () => {
    const wide = command.replacements.find(({ podUids }) => podUids.length > 1);
    const ended = command.moves.find(({ to }) => to === wide?.id);
    const withoutPod = cluster().withNodes(
      ...['a', 'b'].map((name) =>
        node(name, ...threePods(name).filter((pod) => pod.running().uid !== ended?.podUid)),
      ),
    );
    expect(validateCommand(withoutPod.build(), command)).toMatchObject({
      kind: 'Valid',
      command: { savingMicroUsdPerHour: 200_000, moves: { length: 5 } },
    });
  });

  const changes: Readonly<Record<string, SnapshotBuilder>> = {
    'another pod needs a further node': cluster().withNodes(
      node('a', ...threePods('a'), web.named('late')),
      node('b', ...threePods('b')),
    ),
    'the cluster allows one replacement now': cluster().withSettings({ maxReplacements: 1 }),
    'a small type is not offered any more': cluster().withInstanceTypes(
      typeAt('large', 8, 400_000),
    ),
    'new nodes cost as much now': cluster().withInstanceTypes(
      typeAt('small', 2, 200_000),
      typeAt('large', 8, 400_000),
    ),
    'a node is gone': cluster().withNodes(node('a', ...threePods('a'))),
  };
  it.each(Object.entries(changes))('fails if %s', (_change, snapshot) => {
    expect(validateCommand(snapshot.build(), command)).toMatchObject({ kind: 'Invalid' });
  });

  it('plans the replacements anew when a user has changed its nodes', () => {
    expect(replanCommand(cluster().build(), { ...command, replacements: [] })).toMatchObject({
      kind: 'Valid',
      command: {
        method: 'Regrouping',
        replacements: { length: 3 },
        savingMicroUsdPerHour: 200_000,
      },
    });
  });

  it('becomes a consolidation of one node when a user has left one', () => {
    const [first] = command.candidates;
    invariant(first !== undefined, 'it removes two nodes');
    const alone = { ...command, candidates: [first] };
    const roomy = cluster(node('free').running());
    expect(replanCommand(roomy.build(), alone)).toMatchObject({
      command: { method: 'SingleNodeConsolidation', candidates: [{ nodeName: 'a' }] },
    });
  });
});
