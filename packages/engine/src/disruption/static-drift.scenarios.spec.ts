import { invariant } from '@kerf/core';
import {
  aNode,
  aNodePool,
  aPod,
  aSnapshot,
  type NodeBuilder,
  type NodePoolBuilder,
  type SnapshotBuilder,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { DisruptionBlock } from '../model/reason.js';
import { planDisruption } from './plan-disruption.js';
import { validateCommand } from './validate-command.js';

/** Three replicas, all running, and a limit of two more nodes. */
const pool = aNodePool().withReplicas(3).withBudget('100%').limitedTo({ nodes: 5 }, { nodes: 3 });
const used = (nodes: number) => pool.limitedTo({ nodes: 5 }, { nodes });
const drifted = (name: string, createdAt = 0): NodeBuilder =>
  aNode(name).withClaim({ drifted: 'NodePoolDrifted', createdAt });
const three = ['a', 'b', 'c'].map((name) => drifted(name));
const clusterOf = (given: NodePoolBuilder, nodes: readonly NodeBuilder[] = three) =>
  aSnapshot()
    .at(100_000)
    .withNodePools(given)
    .withNodes(...nodes);
const commandsOf = (snapshot: SnapshotBuilder) => planDisruption(snapshot.build()).commands;
const namesOf = (snapshot: SnapshotBuilder) =>
  commandsOf(snapshot).flatMap(({ candidates }) => candidates.map(({ nodeName }) => nodeName));

describe('drifted nodes of a static NodePool', () => {
  it('are replaced one by one, each by a new node of the NodePool for its pods', () => {
    const busy = drifted('a').running(aPod('web').running(), aPod('api').running());
    const [command, ...others] = commandsOf(clusterOf(pool.limitedTo({}, { nodes: 3 }), [busy]));
    expect(others).toEqual([]);
    expect(command).toMatchObject({
      method: 'StaticDrift',
      reason: 'Drifted',
      candidates: [{ nodeName: 'a' }],
      replacements: [{ nodePool: 'default', podUids: [], expected: { instanceType: 't2' } }],
      moves: [
        { pod: 'default/api', to: 'claim-0001' },
        { pod: 'default/web', to: 'claim-0001' },
      ],
      savingMicroUsdPerHour: 0,
    });
  });

  it('are replaced as many at once as budget and limit allow, empty ones and the oldest first', () => {
    const nodes = [
      drifted('busy', 1).running(aPod().running()),
      drifted('young', 3),
      drifted('old', 2),
    ];
    expect(namesOf(clusterOf(pool.limitedTo({}, { nodes: 3 }), nodes))).toEqual([
      'old',
      'young',
      'busy',
    ]);
    expect(namesOf(clusterOf(pool, nodes))).toEqual(['old', 'young']);
    expect(namesOf(clusterOf(pool.withBudget('1'), nodes))).toEqual(['old']);
  });

  it('are replaced as many at once as a spend limit leaves, whichever types are launched', () => {
    const limited = pool.limitedTo({}, { nodes: 3 }).limitedToSpend(550_000, 300_000);
    const commands = commandsOf(clusterOf(limited));
    expect(
      commands.map(({ replacements }) =>
        replacements.flatMap(({ instanceTypes }) => instanceTypes.map(({ name }) => name)),
      ),
    ).toEqual([['t2'], ['t2']]);
    const validated = commands.map(
      (command) => validateCommand(clusterOf(limited).build(), command).kind,
    );
    expect(validated).toEqual(['Valid', 'Valid']);
  });

  it.each<[string, NodePoolBuilder, readonly NodeBuilder[], DisruptionBlock['code']]>([
    ['the NodePool has more nodes than its replicas', used(4), three, 'STATIC_POOL_BUSY'],
    [
      'another node is in a decision',
      pool,
      [drifted('a'), aNode('b').withClaim({ decisionId: 'dec_1' })],
      'STATIC_POOL_BUSY',
    ],
    [
      'the limit allows no replacement',
      pool.limitedTo({ nodes: 3 }, { nodes: 3 }),
      three,
      'NODE_LIMIT_REACHED',
    ],
    ['the budget allows none', pool.withBudget('0'), three, 'BUDGET_EXHAUSTED'],
    ['no node can be launched', pool.notReady('no subnet'), three, 'NO_INSTANCE_TYPES'],
  ])('are not replaced while %s', (_what, given, nodes, code) => {
    const { commands, blocked } = planDisruption(clusterOf(given, nodes).build());
    expect(commands).toEqual([]);
    const reasons = blocked.find(({ nodeName }) => nodeName === 'a')?.reasons;
    expect(reasons?.map((reason) => reason.code)).toContain(code);
  });

  it('of two NodePools do not wait for each other', () => {
    const other = aNodePool('other').withReplicas(1).withBudget('1').limitedTo({}, { nodes: 1 });
    const snapshot = aSnapshot()
      .at(100_000)
      .withNodePools(used(4), other)
      .withNodes(drifted('a'), drifted('x').inPool('other'));
    expect(namesOf(snapshot)).toEqual(['x']);
  });

  it('are replaced despite do-not-disrupt pods if their NodeClaim has a termination grace period', () => {
    const guarded = drifted('a').running(aPod().running({ doNotDisrupt: 'true' }));
    expect(namesOf(clusterOf(pool, [guarded]))).toEqual([]);
    const eventual = guarded.withClaim({ hasTerminationGracePeriod: true });
    expect(namesOf(clusterOf(pool, [eventual]))).toEqual(['a']);
  });
});

describe('a command that replaces a drifted node of a static NodePool', () => {
  const [first, second] = commandsOf(clusterOf(pool));
  invariant(first !== undefined && second !== undefined, 'two fit under the limit');

  it('is valid while another one of the same evaluation is executed', () => {
    const [a = drifted('a'), b = drifted('b')] = three;
    const nodes = [a.terminating().withClaim({ decisionId: 'dec_1' }), b];
    expect(validateCommand(clusterOf(used(4), nodes).build(), second)).toMatchObject({
      kind: 'Valid',
      command: { candidates: [{ nodeName: 'b' }], replacements: second.replacements },
    });
  });

  it.each<[string, SnapshotBuilder, DisruptionBlock['code']]>([
    ['the NodePool was scaled down', clusterOf(pool.withReplicas(2)), 'STATIC_POOL_BUSY'],
    [
      'the limit was lowered',
      clusterOf(pool.limitedTo({ nodes: 3 }, { nodes: 3 })),
      'NODE_LIMIT_REACHED',
    ],
    ['the node is not drifted any more', clusterOf(pool, [aNode('a')]), 'REASON_NO_LONGER_APPLIES'],
  ])('is invalid if %s', (_what, snapshot, code) => {
    expect(validateCommand(snapshot.build(), first)).toMatchObject({
      kind: 'Invalid',
      dropped: [{ nodeName: 'a', reasons: [{ code }] }],
    });
  });
});
