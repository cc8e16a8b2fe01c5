import { invariant, labelKeys } from '@kerf/core';
import {
  aNode,
  aNodePool,
  anInstanceType,
  aPod,
  aSnapshot,
  Json,
  plannedNode,
  randomCluster,
  readFixture,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { ClusterSnapshot } from '../../model/cluster-snapshot.js';
import type { Command } from '../../model/command.js';
import { planDisruption } from '../plan-disruption.js';
import { afterCommand, afterCommands } from './after-command.js';

/** The first random cluster whose first command replaces nodes. */
function replacing(): { readonly snapshot: ClusterSnapshot; readonly command: Command } {
  for (let seed = 1; ; seed += 1) {
    const snapshot = readFixture(new Json(randomCluster(seed)));
    const command = planDisruption(snapshot).commands.find(
      ({ replacements, moves }) =>
        replacements.length > 0 && moves.some(({ to }) => to !== replacements[0]?.id),
    );
    if (command !== undefined) return { snapshot, command };
  }
}

describe('a cluster after a command', () => {
  const { snapshot, command } = replacing();
  const after = afterCommand(snapshot, command, 'new');
  const podsOn = (name: string) => after.nodes.find((node) => node.name === name)?.pods ?? [];

  it('has all its pods, those of removed nodes where the command moves them', () => {
    for (const { podUid, to } of command.moves) {
      const name = command.replacements.some(({ id }) => id === to) ? `new-${to}` : to;
      expect(podsOn(name ?? '').map(({ uid }) => uid)).toContain(podUid);
    }
    const count = ({ nodes }: ClusterSnapshot): number =>
      nodes.reduce((sum, { pods }) => sum + pods.length, 0);
    const daemons = command.candidates.reduce((sum, { daemonPods }) => sum + daemonPods, 0);
    expect(count(after)).toBe(count(snapshot) - daemons);
  });

  it('has the replacement, and the removed nodes no more', () => {
    const [replacement] = command.replacements;
    invariant(replacement !== undefined, 'the command has a replacement');
    const name = `new-${replacement.id}`;
    const expected = plannedNode(snapshot, replacement, { name, bornAt: snapshot.now });
    const { pods: _pods, nodeClaim: _nodeClaim, ...launched } = expected;
    expect(after.nodes.find((node) => node.name === name)).toMatchObject(launched);
    const names = new Set(after.nodes.map((node) => node.name));
    expect(command.candidates.filter(({ nodeName }) => names.has(nodeName))).toEqual([]);
  });

  it('leaves the one before as it was', () => {
    expect(planDisruption(snapshot).commands[0]).toEqual(command);
  });
});

describe('a small cluster after a command', () => {
  const dedicated = { key: 'dedicated', value: 'web', effect: 'NoSchedule' } as const;
  const starting = { key: 'cni', value: '', effect: 'NoExecute' } as const;
  const web = aPod().requesting({ milliCpu: 900 }).tolerating({ key: 'dedicated' });
  const pool = aNodePool()
    .withWeight(1)
    .labelled({ team: 'shop', family: 'of-the-pool' })
    .tainted(dedicated)
    .taintedAtStartup(starting)
    .withTemplate({ nodeClassName: 'web-nodes', terminationGracePeriodMs: 60_000 });
  const small = anInstanceType('small')
    .labelled('generation', '7', '6')
    .labelled('gpu')
    .offeredAt({ microUsdPerHour: 100_000 });
  const snapshot = aSnapshot()
    .at(100_000)
    .withNodePools(aNodePool('other'), pool)
    .withInstanceTypesOf('other', anInstanceType('other'))
    .withInstanceTypesOf(
      'default',
      anInstanceType('small-2').offeredAt({ microUsdPerHour: 200_000 }),
      small,
    )
    .withNodes(
      aNode('kept')
        .running(aPod('own').requesting({ milliCpu: 1_200 }).running())
        .tainted(dedicated),
      aNode('removed')
        .withClaim({ drifted: 'NodePoolDrifted', driftedAt: 1 })
        .running(
          web.named('first').running(),
          web.named('second').running(),
          aPod('logs').running({ ownerKind: 'DaemonSet' }),
          aPod('done').running({ isTerminal: true }),
        ),
    )
    .build();
  const [planned] = planDisruption(snapshot).commands;
  invariant(planned !== undefined, 'the drifted node is replaced');
  const [replacement] = planned.replacements;
  invariant(replacement !== undefined, 'its pods need a new node');
  const move = (podUid: string, to: string) => ({ podUid, pod: podUid, from: 'removed', to });
  const command: Command = {
    ...planned,
    moves: [move('first', 'kept'), move('second', replacement.id)],
  };
  const nodesAfter = (changed: Command) => afterCommand(snapshot, changed, '~').nodes;
  const launchedNode = () => nodesAfter(command)[1];

  it('has the pods on the node that stays and on the new one, without those that end', () => {
    expect(nodesAfter(command).map(({ name }) => name)).toEqual(['kept', `~-${replacement.id}`]);
    const [kept, launched] = nodesAfter(command);
    expect(kept?.pods.map(({ uid }) => uid)).toEqual(['own', 'first']);
    expect(launched?.pods.map(({ uid }) => uid)).toEqual(['second']);
  });

  it('has the new node without pods if none moves to it', () => {
    const [, empty] = nodesAfter({ ...command, moves: [move('first', 'kept')] });
    expect(empty?.pods).toEqual([]);
  });

  it('has nothing new without a replacement, and its other nodes are the same objects', () => {
    const deleted = nodesAfter({ ...command, replacements: [], moves: [] });
    expect(deleted).toEqual([snapshot.nodes[0]]);
    expect(deleted[0]).toBe(snapshot.nodes[0]);
  });

  it('labels the new node by its type, its NodePool and its offering, with one value per label', () => {
    expect(launchedNode()?.labels).toStrictEqual({
      [labelKeys.arch]: 'amd64',
      [labelKeys.os]: 'linux',
      generation: '6',
      team: 'shop',
      family: 'of-the-pool',
      [labelKeys.instanceType]: 'small',
      [labelKeys.zone]: replacement.expected.zone,
      [labelKeys.capacityType]: 'on-demand',
      [labelKeys.nodePool]: 'default',
      [labelKeys.nodeClass]: 'web-nodes',
      [labelKeys.hostname]: `~-${replacement.id}`,
      [labelKeys.registered]: 'true',
      [labelKeys.initialized]: 'true',
    });
  });

  it('has the new node initialized without startup taints, launched now', () => {
    const launched = launchedNode();
    expect(launched).toMatchObject({
      taints: [dedicated],
      capacity: small.build().capacity,
      allocatable: small.build().allocatable,
      isReady: true,
      isInitialized: true,
      isTerminating: false,
      doNotDisrupt: null,
      nominatedUntil: null,
      proposedRemoval: null,
      expectsPodsOf: null,
      volumeLimits: {},
      offering: {
        instanceType: 'small',
        zone: replacement.expected.zone,
        capacityType: 'on-demand',
        priceMicroUsdPerHour: 100_000,
      },
    });
    expect(launched?.nodeClaim).toEqual({
      id: launched?.name,
      name: launched?.name,
      nodePool: 'default',
      createdAt: 100_000,
      initializedAt: 100_000,
      lastPodEventAt: null,
      startupTaints: [starting],
      drifted: null,
      driftedAt: null,
      hasTerminationGracePeriod: true,
      decisionId: null,
      rejections: [],
    });
  });

  it('has no termination grace period that the NodePool does not set', () => {
    const endless = pool.withTemplate({ terminationGracePeriodMs: null }).build();
    const { nodes } = afterCommand({ ...snapshot, nodePools: [endless] }, command, '~');
    expect(nodes[1]?.nodeClaim?.hasTerminationGracePeriod).toBe(false);
  });

  it('does not know the price of the new node if it is estimated', () => {
    const expected = { ...replacement.expected, isPriceEstimated: true } as const;
    const [, node] = nodesAfter({ ...command, replacements: [{ ...replacement, expected }] });
    expect(node?.offering?.priceMicroUsdPerHour).toBeNull();
  });

  it.each([
    ['NodePool', { nodePool: 'gone' }],
    ['type', { expected: { ...replacement.expected, instanceType: 'gone' } }],
  ])('is an error if the plan names an unknown %s', (_part, change) => {
    expect(() => nodesAfter({ ...command, replacements: [{ ...replacement, ...change }] })).toThrow(
      'the plan names a NodePool and a type',
    );
  });

  it('has the nodes of all commands of a step, whose names are unique and come last', () => {
    const [first] = command.candidates;
    invariant(first !== undefined, 'a command removes a node');
    const next: Command = {
      ...command,
      candidates: [{ ...first, nodeName: 'kept' }],
      moves: [{ ...move('own', replacement.id), from: 'kept' }],
    };
    const moving = { ...command, moves: [move('second', replacement.id)] };
    const after = afterCommands(snapshot, [moving, next], 12);
    expect(after.nodes.map(({ name, pods }) => [name, pods.map(({ uid }) => uid)])).toEqual([
      [`~012-0-${replacement.id}`, ['second']],
      [`~012-1-${replacement.id}`, ['own']],
    ]);
    expect(afterCommands(snapshot, [], 1)).toBe(snapshot);
  });
});
