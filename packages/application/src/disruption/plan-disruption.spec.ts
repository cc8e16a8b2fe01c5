import { isAppError, labelKeys } from '@kerf/core';
import type { DisruptionPlan } from '@kerf/engine';
import { aCachedNode, aDecision, aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { defaultClusterSettings } from '../domain/cluster/cluster.js';
import type { Decision } from '../domain/decision/decision.js';
import type { Ports } from '../ports/ports.js';
import {
  addNode,
  historyOf,
  requestedJobs,
  storedDecision,
  withoutView,
} from '../testing/disruption-setup.js';
import { refusing } from '../testing/refusing.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { planDisruption } from './plan-disruption.js';

/** A pod that fits on the smallest instance type. */
const smallPod = aPod('small').running();
const minuteMs = 60_000;
const never = {
  consolidationPolicy: 'WhenEmptyOrUnderutilized',
  consolidateAfter: 'Never',
  budgets: [{ nodes: '100%' }],
} as const;
const emptyCommand = {
  method: 'Emptiness',
  reason: 'Empty',
  candidates: [],
  replacements: [],
  moves: [],
  savingMicroUsdPerHour: 0,
} as const;
const removal = {
  type: 'Remove',
  reason: 'Expired',
  candidates: [],
  pods: [],
  interruption: null,
  deadline: null,
} as const;

const decisionsOf = ({ store }: ClusterSetup): readonly Decision[] => store.tables.decisions.all();

/** Returns ports that count the evaluations of the engine, and the cursors that it was given. */
function countingPorts({ ports }: ClusterSetup) {
  const cursors: number[] = [];
  const engine: Ports['engine'] = {
    ...ports.engine,
    planDisruption(snapshot, cursor) {
      cursors.push(cursor.evaluations);
      return ports.engine.planDisruption(snapshot, cursor);
    },
  };
  return { ports: { ...ports, engine }, cursors };
}

describe('planDisruption, while earlier proposals wait', () => {
  const open = { consolidationPolicy: 'WhenEmptyOrUnderutilized', consolidateAfter: '0s' } as const;
  const plan = ({ ports, clusterId }: ClusterSetup) => planDisruption(ports, clusterId);
  const nodesOf = (setup: ClusterSetup) => decisionsOf(setup).map((each) => each.nodeClaimIds);

  it.each(['auto', 'approve'] as const)(
    '103: proposes no more nodes than the budget allows, in mode %s',
    async (mode) => {
      const setup = await setUpCluster(
        { mode },
        { disruption: { ...open, budgets: [{ nodes: '1' }] } },
      );
      for (const name of ['a', 'b', 'c']) await addNode(setup, name);
      await plan(setup);
      setup.clock.advance(10_000);
      await plan(setup);
      expect(nodesOf(setup)).toEqual([['ncl_a']]);
    },
  );

  it('98: moves no pods to capacity that an earlier command needs', async () => {
    const setup = await setUpCluster(
      {},
      { disruption: { ...open, budgets: [{ nodes: '100%' }] }, limits: { nodes: '1' } },
    );
    const whole = (name: string) => aPod(name).requesting({ milliCpu: 1_000, memoryMib: 64 });
    const kept = aPod('kept').requesting({ milliCpu: 600, memoryMib: 64 });
    // It has room for one of the pods.
    await addNode(setup, 'c', { pods: [kept.running({ doNotDisrupt: 'true' })] });
    await addNode(setup, 'a', { pods: [whole('web').running()] });
    await addNode(setup, 'b', { pods: [whole('api').running()] });
    await plan(setup);
    setup.clock.advance(10_000);
    await plan(setup);
    expect(nodesOf(setup)).toEqual([['ncl_a']]);
  });
});

describe('planDisruption, proposals', () => {
  it('proposes to delete empty nodes and requests the validation after the delay', async () => {
    const setup = await setUpCluster();
    const { clusterId, ports, store, clock } = setup;
    await addNode(setup, 'a');
    await addNode(setup, 'b');
    await planDisruption(ports, clusterId);
    const [decision, ...others] = decisionsOf(setup);
    expect(others).toEqual([]);
    expect(decision).toMatchObject({
      kind: 'Empty',
      state: 'Proposed',
      verdict: { kind: 'Auto' },
      nodeClaimIds: ['ncl_a', 'ncl_b'],
      nodePools: ['default'],
      nodeCount: 2,
      podCount: 0,
      costChangeMicroUsdPerHour: -192_000,
      proposedAt: clock.now(),
      expiresAt: null,
      executionStep: 'None',
    });
    const decisionId = decision?.id ?? '';
    expect(await historyOf(setup, decisionId)).toEqual(['Proposed']);
    expect(requestedJobs(setup, 'disruption.validate')).toEqual([
      {
        message: { type: 'disruption.validate', clusterId, decisionId },
        deliverAt: clock.now() + 15_000,
      },
    ]);
    expect(store.tables.changes.all()).toContainEqual({
      topic: 'decision',
      clusterId,
      id: decisionId,
      version: 1,
    });
  });

  it.each([
    ['observe', { kind: 'ObserveOnly' }],
    ['approve', { kind: 'NeedsApproval', approvals: 1 }],
    ['auto', { kind: 'Auto' }],
  ] as const)('gives proposals of mode %s the verdict %j', async (mode, verdict) => {
    const setup = await setUpCluster({ mode });
    await addNode(setup, 'a');
    await planDisruption(setup.ports, setup.clusterId);
    expect(decisionsOf(setup)).toMatchObject([{ state: 'Proposed', verdict }]);
    expect(requestedJobs(setup, 'disruption.validate')).toHaveLength(1);
  });

  it('proposes to delete a cordoned node that is empty, which uses no budget before', async () => {
    const disruption = {
      consolidationPolicy: 'WhenEmptyOrUnderutilized',
      consolidateAfter: '0s',
      budgets: [{ nodes: '1' }],
    } as const;
    const setup = await setUpCluster({}, { disruption });
    const { claim } = await addNode(setup, 'a', { node: { isCordoned: true } });
    await planDisruption(setup.ports, setup.clusterId);
    expect(decisionsOf(setup)).toMatchObject([
      {
        kind: 'Empty',
        nodeClaimIds: [claim.id],
        body: { budgets: [{ nodes: 1, disrupting: 0, allowed: 1 }] },
      },
    ]);
  });

  it('proposes a cheaper node for the pods of an underused one', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'big', { instanceType: 'm5.2xlarge', pods: [smallPod] });
    await planDisruption(setup.ports, setup.clusterId);
    const [decision] = decisionsOf(setup);
    expect(decision).toMatchObject({
      kind: 'Consolidate',
      podCount: 1,
      nodeCount: 1,
      costChangeMicroUsdPerHour: 34_000 - 384_000,
      body: {
        command: {
          method: 'SingleNodeConsolidation',
          replacements: [{ expected: { instanceType: 'c5.large', capacityType: 'spot' } }],
          moves: [{ podUid: 'small', from: 'node-big' }],
        },
      },
    });
    expect(decision?.body).not.toHaveProperty('drift');
  });

  it('proposes none that saves less than the settings of the cluster require', async () => {
    const settings = { ...defaultClusterSettings, minSavingMicroUsdPerHour: 350_001 };
    const setup = await setUpCluster({ settings });
    await addNode(setup, 'big', { instanceType: 'm5.2xlarge', pods: [smallPod] });
    await planDisruption(setup.ports, setup.clusterId);
    expect(decisionsOf(setup)).toEqual([]);
    const { blockers } = setup.ports.memory.plans.blockers(setup.clusterId);
    expect(blockers.get('node-big')?.reasons).toMatchObject([
      { code: 'SAVING_TOO_SMALL', savingMicroUsdPerHour: 350_000, pods: 1 },
    ]);
  });

  it('proposes none that saves less than the NodePool requires, and names it', async () => {
    const setup = await setUpCluster({}, { minSaving: { usdPerHour: '0.350001' } });
    await addNode(setup, 'big', { instanceType: 'm5.2xlarge', pods: [smallPod] });
    await planDisruption(setup.ports, setup.clusterId);
    expect(decisionsOf(setup)).toEqual([]);
    const { blockers } = setup.ports.memory.plans.blockers(setup.clusterId);
    expect(blockers.get('node-big')?.reasons).toMatchObject([
      { code: 'SAVING_TOO_SMALL', minSavingMicroUsdPerHour: 350_001, nodePool: 'default' },
    ]);
  });

  it('evaluates again at once after a command, until nothing more is found', async () => {
    const setup = await setUpCluster();
    const { ports, cursors } = countingPorts(setup);
    await addNode(setup, 'a');
    await addNode(setup, 'big', { instanceType: 'm5.2xlarge', pods: [smallPod] });
    await planDisruption(ports, setup.clusterId);
    expect(decisionsOf(setup).map(({ kind, nodeClaimIds }) => [kind, nodeClaimIds])).toEqual([
      ['Empty', ['ncl_a']],
      ['Consolidate', ['ncl_big']],
    ]);
    expect(cursors).toEqual([0, 1, 2]);
  });

  it('evaluates once in mode observe, where commands are only shown', async () => {
    const setup = await setUpCluster({ mode: 'observe' });
    const { ports, cursors } = countingPorts(setup);
    await addNode(setup, 'a');
    await addNode(setup, 'big', { instanceType: 'm5.2xlarge', pods: [smallPod] });
    await planDisruption(ports, setup.clusterId);
    expect(decisionsOf(setup)).toHaveLength(1);
    expect(cursors).toEqual([0]);
  });

  it('records the budgets of the reason and the NodePools of the command only', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'a');
    await planDisruption(setup.ports, setup.clusterId);
    const [decision] = decisionsOf(setup);
    expect(decision?.body).toMatchObject({
      budgets: [{ nodePool: 'default', reason: 'Empty', nodes: 1, allowed: 1 }],
    });
    const reasons = setup.store.tables.budgets.all().map(({ reason }) => reason);
    expect(reasons.toSorted()).toEqual(['Drifted', 'Empty', 'Underutilized', 'Unhealthy']);
  });

  it('records the drift of a node whose NodePool has changed', async () => {
    const setup = await setUpCluster({}, { disruption: never });
    const pods = [smallPod];
    await addNode(setup, 'old', { pods, claim: { nodePoolHash: 'a-old' } });
    await planDisruption(setup.ports, setup.clusterId);
    expect(decisionsOf(setup)).toMatchObject([
      {
        kind: 'Drift',
        body: {
          command: { reason: 'Drifted', method: 'Drift' },
          drift: [
            {
              nodeName: 'node-old',
              reason: 'NodePoolDrifted',
              definition: 'NodePool/default',
              since: null,
              fields: [],
            },
          ],
        },
      },
    ]);
    expect(setup.store.tables.nodeClaims.all()).toMatchObject([
      { drift: { reason: 'NodePoolDrifted', since: setup.clock.now() } },
    ]);
  });

  it('does not propose a node that an open decision holds', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'a');
    await planDisruption(setup.ports, setup.clusterId);
    await addNode(setup, 'b');
    await planDisruption(setup.ports, setup.clusterId);
    expect(decisionsOf(setup).map(({ nodeClaimIds }) => nodeClaimIds)).toEqual([
      ['ncl_a'],
      ['ncl_b'],
    ]);
    await planDisruption(setup.ports, setup.clusterId);
    expect(decisionsOf(setup)).toHaveLength(2);
  });

  it('does not know the cost change while a price is unknown', async () => {
    const setup = await setUpCluster();
    const labels = {
      [labelKeys.instanceType]: 'x9.large',
      [labelKeys.zone]: 'us-east-1a',
      [labelKeys.capacityType]: 'on-demand',
    };
    await addNode(setup, 'a', { node: { labels } });
    await planDisruption(setup.ports, setup.clusterId);
    expect(decisionsOf(setup)).toMatchObject([{ costChangeMicroUsdPerHour: null }]);
  });

  it('fails while the cluster cache is not synced, and records nothing', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'a');
    const error = await planDisruption(withoutView(setup), setup.clusterId).catch(
      (caught: unknown) => caught,
    );
    expect(isAppError(error) && error.code).toBe('CLUSTER.NOT_SYNCED');
    expect(decisionsOf(setup)).toEqual([]);
    expect(setup.store.tables.budgets.all()).toEqual([]);
  });
});

describe('planDisruption, before the evaluation', () => {
  it('supersedes a decision that is no longer valid', async () => {
    const setup = await setUpCluster({ mode: 'approve' });
    const { clusterId, store } = setup;
    await store.decisions.insert(aDecision({ clusterId, id: 'dec_1', nodeClaimIds: ['gone'] }), []);
    await planDisruption(setup.ports, clusterId);
    expect(await storedDecision(setup)).toMatchObject({ state: 'Superseded' });
  });

  it('evaluates the nodes when a decision cannot be reviewed, and then fails with it', async () => {
    const setup = await setUpCluster();
    const { clusterId, store } = setup;
    await addNode(setup, 'empty');
    await store.decisions.insert(aDecision({ clusterId, id: 'dec_old', expiresAt: 1 }), []);
    const ports = refusing(setup.ports, { of: 'decisions.save', about: 'dec_old' });
    await expect(planDisruption(ports, clusterId)).rejects.toMatchObject({
      message: expect.stringContaining('Decision dec_old'),
    });
    const others = store.tables.decisions.where(({ id }) => id !== 'dec_old');
    expect(others).toMatchObject([{ kind: 'Empty', nodeClaimIds: ['ncl_empty'] }]);
  });
});

describe('planDisruption, blockers', () => {
  it('remembers the decision of proposed nodes and the blockers of others', async () => {
    const setup = await setUpCluster();
    const { clusterId, ports, clock } = setup;
    await addNode(setup, 'a');
    await addNode(setup, 'new', { claim: { lastPodEventAt: clock.now() - 1_000 } });
    await planDisruption(ports, clusterId);
    const { blockers } = ports.memory.plans.blockers(clusterId);
    const [decision] = decisionsOf(setup);
    expect(blockers.get('node-a')?.reasons).toEqual([
      { code: 'IN_DECISION', decisionId: decision?.id },
    ]);
    expect(blockers.get('node-new')?.reasons).toEqual([
      { code: 'CONSOLIDATE_AFTER', until: clock.now() + 2_000 },
    ]);
  });

  it.each([
    ['approve', ['DisruptionBlocked NodeClaim', 'DisruptionBlocked Node']],
    ['observe', []],
  ] as const)('records Events of blocked nodes in mode %s as %j', async (mode, reasons) => {
    const setup = await setUpCluster({ mode });
    const annotations = { 'karpenter.sh/do-not-disrupt': 'true' };
    await addNode(setup, 'a', { node: { annotations } });
    await planDisruption(setup.ports, setup.clusterId);
    expect(setup.events.reasons).toEqual(reasons);
  });

  it.each([
    ['auto', 'node-a', 'yes', ['web']],
    ['auto', 'node-a', '30m', []],
    ['observe', 'node-a', 'yes', []],
    ['auto', 'foreign', 'yes', []],
  ] as const)(
    'in mode %s on %s, with do-not-disrupt %j, records Events of the pods %j',
    async (mode, nodeName, doNotDisrupt, names) => {
      const setup = await setUpCluster({ mode });
      const pods = [aPod('web').running({ doNotDisrupt })];
      await addNode(setup, 'a', nodeName === 'node-a' ? { pods } : {});
      const foreign = { name: 'foreign', providerId: 'aws:///us-east-1a/i-foreign' };
      if (nodeName === 'foreign') {
        setup.cluster.nodes.set('foreign', aCachedNode({ ...foreign, pods }));
      }
      await planDisruption(setup.ports, setup.clusterId);
      const invalid = setup.events.recorded.filter(
        ({ reason }) => reason === 'InvalidDoNotDisruptAnnotation',
      );
      // Equal Events of further evaluations are written once.
      expect([...new Set(invalid.map(({ about }) => about.name))]).toEqual(names);
    },
  );

  it('records an Event for each exhausted budget of a NodePool with nodes', async () => {
    const disruption = { ...never, budgets: [{ nodes: '0', reasons: ['Empty' as const] }] };
    const setup = await setUpCluster({}, { disruption });
    await planDisruption(setup.ports, setup.clusterId);
    expect(setup.events.recorded).toEqual([]);
    await addNode(setup, 'a');
    await planDisruption(setup.ports, setup.clusterId);
    const ofNodePool = setup.events.recorded.filter(({ about }) => about.kind === 'NodePool');
    expect(ofNodePool).toMatchObject([{ about: { name: 'default' }, dedupeBy: 'Empty' }]);
  });

  it('records no Event for a node that Kerf does not manage', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'a', { node: { providerId: 'aws:///us-east-1a/i-foreign' } });
    await planDisruption(setup.ports, setup.clusterId);
    expect(setup.events.recorded.filter(({ about }) => about.kind === 'Node')).toEqual([]);
  });
});

/** A node whose pod no offering can serve better, so that the plan is empty. */
const addBusyNode = (setup: ClusterSetup) =>
  addNode(setup, 'busy', {
    instanceType: 'c5.large',
    capacityType: 'spot',
    pods: [aPod('busy').running({ doNotDisrupt: 'true' })],
  });

describe('planDisruption, the remembered plan', () => {
  it('is used until five minutes have passed', async () => {
    const setup = await setUpCluster();
    await addBusyNode(setup);
    const { ports, cursors } = countingPorts(setup);
    await planDisruption(ports, setup.clusterId);
    setup.clock.advance(5 * minuteMs - 1);
    await planDisruption(ports, setup.clusterId);
    expect(cursors).toEqual([0]);
    setup.clock.advance(1);
    await planDisruption(ports, setup.clusterId);
    expect(cursors).toEqual([0, 1]);
  });

  it('is used once every node of a large cluster has been simulated, and then again', async () => {
    const setup = await setUpCluster();
    // The pods fit nowhere else, which only a simulation finds out.
    for (let index = 0; index < 260; index += 1) {
      const pods = [aPod(`odd-${index}`).selecting({ disk: 'ssd' }).running()];
      await addNode(setup, `n${index}`, { pods });
    }
    const { ports, cursors } = countingPorts(setup);
    const pollThreeTimes = async (everyMs: number) => {
      for (let poll = 1; poll <= 3; poll += 1) {
        setup.clock.advance(everyMs);
        await planDisruption(ports, setup.clusterId);
      }
    };
    await pollThreeTimes(10_000);
    expect(cursors).toEqual([0, 1]);
    const { blockers } = ports.memory.plans.blockers(setup.clusterId);
    const codes = [...blockers.values()].flatMap(({ reasons }) => reasons.map(({ code }) => code));
    expect(new Set(codes)).toEqual(new Set(['PODS_UNSCHEDULABLE']));
    await pollThreeTimes(5 * minuteMs);
    expect(cursors).toEqual([0, 1, 2, 3, 4]);
    await pollThreeTimes(10_000);
    expect(cursors).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('is used until a reason of a node ends', async () => {
    const setup = await setUpCluster();
    const lastPodEventAt = setup.clock.now() - 1_000;
    await addNode(setup, 'new', { claim: { lastPodEventAt } });
    const { ports, cursors } = countingPorts(setup);
    await planDisruption(ports, setup.clusterId);
    setup.clock.advance(1_999);
    await planDisruption(ports, setup.clusterId);
    expect(cursors).toHaveLength(1);
    setup.clock.advance(1);
    await planDisruption(ports, setup.clusterId);
    expect(cursors.length).toBeGreaterThan(1);
    expect(decisionsOf(setup)).toHaveLength(1);
  });

  it('is used until the schedule of a budget begins', async () => {
    const budgets = [{ nodes: '100%' }, { nodes: '0', schedule: '2 14 * * *', duration: '1h' }];
    const setup = await setUpCluster({}, { disruption: { ...never, budgets } });
    await addBusyNode(setup);
    const { ports, cursors } = countingPorts(setup);
    await planDisruption(ports, setup.clusterId);
    setup.clock.advance(2 * minuteMs - 1);
    await planDisruption(ports, setup.clusterId);
    expect(cursors).toHaveLength(1);
    setup.clock.advance(1);
    await planDisruption(ports, setup.clusterId);
    expect(cursors).toHaveLength(2);
  });

  it('is not used after a change of the cluster', async () => {
    const setup = await setUpCluster();
    await addBusyNode(setup);
    const { ports, cursors } = countingPorts(setup);
    await planDisruption(ports, setup.clusterId);
    await addNode(setup, 'empty');
    await planDisruption(ports, setup.clusterId);
    expect(cursors.length).toBeGreaterThan(1);
  });

  it.each([
    ['Approved', 2],
    ['Executing', 1],
  ] as const)(
    'with a change of a decision in state %s needs %i evaluations',
    async (state, count) => {
      const setup = await setUpCluster();
      const { clusterId, store } = setup;
      await addBusyNode(setup);
      const decision = aDecision({ clusterId, id: 'dec_1', kind: 'Expire', state, body: removal });
      await store.decisions.insert(decision, []);
      const { ports, cursors } = countingPorts(setup);
      await planDisruption(ports, clusterId);
      await store.decisions.save(decision, []);
      await planDisruption(ports, clusterId);
      expect(cursors).toHaveLength(count);
    },
  );

  it.each([
    // An evaluation that never ends is continued at the next poll.
    ['has a command', { commands: 'kept', blocked: [], evaluations: 100 }],
    ['has a node that is not evaluated yet', { commands: [], blocked: 'awaiting', evaluations: 2 }],
  ] as const)('is not kept when it %s', async (_, kept) => {
    const setup = await setUpCluster();
    await addBusyNode(setup);
    const { ports, cursors } = countingPorts(setup);
    const awaiting = [{ nodeName: 'node-busy', reasons: [{ code: 'NOT_EVALUATED_YET' as const }] }];
    const engine: Ports['engine'] = {
      ...ports.engine,
      async planDisruption(snapshot, cursor) {
        const plan = await ports.engine.planDisruption(snapshot, cursor);
        const change: Partial<DisruptionPlan> =
          kept.commands === 'kept' ? { commands: [emptyCommand] } : { blocked: awaiting };
        return { ...plan, ...change };
      },
    };
    await planDisruption({ ...ports, engine }, setup.clusterId);
    await planDisruption({ ...ports, engine }, setup.clusterId);
    expect(cursors).toHaveLength(kept.evaluations);
  });
});
