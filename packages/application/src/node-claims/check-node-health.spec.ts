import { AppError, labelKeys } from '@kerf/core';
import { aPod, recordedAt } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { type Cluster, defaultClusterSettings } from '../domain/cluster/cluster.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { UnhealthyCondition } from '../domain/node-claim/repair-policies.js';
import { runNode } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { checkNodeHealth } from './check-node-health.js';

const minute = 60_000;
const ofPool = { [labelKeys.nodePool]: 'default' };

const unready = (minutesAgo: number): UnhealthyCondition => ({
  type: 'Ready',
  status: 'Unknown',
  reason: 'NodeStatusUnknown',
  since: recordedAt - minutesAgo * minute,
});

async function setUpUnhealthy(
  unhealthyConditions: readonly UnhealthyCondition[],
  claim: Partial<NodeClaim> = {},
  cluster: Parameters<typeof setUpCluster>[0] = {},
) {
  const setup = await setUpCluster(cluster);
  await runNode(setup, claim, { unhealthyConditions, labels: ofPool });
  return setup;
}

async function findings(setup: ClusterSetup) {
  await checkNodeHealth(setup.ports, setup.clusterId);
  return setup.store.tables.findings.all();
}

describe('checkNodeHealth', () => {
  it('reports a node that has been unready for longer than is tolerated', async () => {
    const setup = await setUpUnhealthy([unready(34)]);
    expect(await findings(setup)).toMatchObject([
      {
        code: 'NODE_UNHEALTHY',
        object: 'Node/node-i-ncl_1',
        message:
          'Condition Ready of the node has been Unknown for 34m. Kerf does not replace it, because node repair is off. It costs $0.0400 per hour.',
        remedy:
          'Fix the node, or delete NodeClaim default-ncl_1 (kubectl delete nodeclaim default-ncl_1), so that its pods move to another node. Node repair, a setting of the cluster, replaces such nodes.',
      },
    ]);
  });

  it.each([
    ['has been unready for less than 30 minutes', unready(29.99), 0],
    ['has been unready for 30 minutes', unready(30), 1],
    [
      'has broken hardware for 10 minutes',
      {
        ...unready(10),
        type: 'AcceleratedHardwareReady',
        status: 'False',
        reason: 'NvidiaXID79Error',
      } as const,
      1,
    ],
    [
      'has hardware that fails for an unknown reason for 10 minutes',
      { ...unready(10), type: 'AcceleratedHardwareReady', status: 'False' } as const,
      0,
    ],
    [
      'has broken storage for 10 minutes',
      { ...unready(10), type: 'StorageReady', status: 'False' } as const,
      0,
    ],
  ])('reports a node that %s: %o: %d', async (_which, condition, count) => {
    expect(await findings(await setUpUnhealthy([condition]))).toHaveLength(count);
  });

  it('names the condition whose toleration ended first', async () => {
    const hardware = { ...unready(31), type: 'AcceleratedHardwareReady', status: 'False' } as const;
    const setup = await setUpUnhealthy([unready(30), hardware]);
    expect(await findings(setup)).toMatchObject([
      { message: expect.stringContaining('Condition AcceleratedHardwareReady of the node') },
    ]);
  });

  it('clears the finding when the node recovers', async () => {
    const setup = await setUpUnhealthy([unready(40)]);
    expect(await findings(setup)).toHaveLength(1);
    setup.cluster.changeNode('node-i-ncl_1', { unhealthyConditions: [] });
    expect(await findings(setup)).toEqual([]);
  });

  it('leaves the finding while the state of the cluster is unknown', async () => {
    const setup = await setUpUnhealthy([unready(40)]);
    expect(await findings(setup)).toHaveLength(1);
    setup.cluster.view = () => {
      throw new AppError({ code: 'CLUSTER.NOT_SYNCED', message: 'the first list is running' });
    };
    expect(await findings(setup)).toHaveLength(1);
  });

  it('does not report a node that is being terminated', async () => {
    expect(await findings(await setUpUnhealthy([unready(40)], { state: 'Terminating' }))).toEqual(
      [],
    );
  });
});

describe('checkNodeHealth with the setting legacyNodeRepair', () => {
  const repairs = {
    settings: { ...defaultClusterSettings, nodeRepair: true, legacyNodeRepair: true },
  };
  const repairing = (claim: Partial<NodeClaim> = {}, cluster: Partial<Cluster> = {}) =>
    setUpUnhealthy([unready(30)], claim, { ...repairs, ...cluster });
  const addNodes = async (setup: ClusterSetup, count: number, unhealthy: number) => {
    for (let index = 1; index <= count; index += 1) {
      const unhealthyConditions = index <= unhealthy ? [unready(1)] : [];
      await runNode(setup, { id: `ncl_other_${index}` }, { unhealthyConditions, labels: ofPool });
    }
  };
  const claimOf = ({ store }: ClusterSetup) => store.nodeClaims.find('ncl_1');

  it('terminates the node now, whatever its terminationGracePeriod, in a decision', async () => {
    const terms = { expireAfter: '720h', terminationGracePeriod: '1h' };
    const setup = await repairing({ terms }, { mode: 'approve' });
    setup.cluster.changeNode('node-i-ncl_1', {
      pods: [aPod('web').running({ doNotDisrupt: 'true' })],
    });
    expect(await findings(setup)).toEqual([]);
    expect(await claimOf(setup)).toMatchObject({
      state: 'Terminating',
      termination: { reason: 'Unhealthy', deadline: setup.clock.now() },
    });
    expect(setup.meter.of('NodeRepaired')).toMatchObject([{ condition: 'Ready' }]);
    expect(setup.store.tables.decisions.all()).toMatchObject([
      {
        kind: 'Repair',
        state: 'Executing',
        podCount: 1,
        body: { type: 'Remove', reason: 'Unhealthy' },
      },
    ]);
  });

  it('leaves a node whose condition is tolerated', async () => {
    const setup = await setUpUnhealthy([unready(29)], {}, repairs);
    expect(await findings(setup)).toEqual([]);
    expect(await claimOf(setup)).toMatchObject({ state: 'Initialized' });
  });

  it('terminates a node with broken hardware after 10 minutes, whatever its reason', async () => {
    const hardware = { ...unready(10), type: 'AcceleratedHardwareReady', status: 'False' } as const;
    const setup = await setUpUnhealthy([hardware], {}, repairs);
    await findings(setup);
    expect(await claimOf(setup)).toMatchObject({ state: 'Terminating' });
  });

  it('ends the drain of a node that is being terminated', async () => {
    const setup = await repairing({
      state: 'Terminating',
      termination: {
        step: 'Cordoned',
        reason: 'Drifted',
        startedAt: 0,
        deadline: null,
        waitingFor: 'PodDisruptionBudget default/web',
        stepAt: 0,
      },
    });
    await findings(setup);
    const { version } = (await claimOf(setup)) ?? {};
    expect(await claimOf(setup)).toMatchObject({
      termination: { reason: 'Drifted', deadline: setup.clock.now() },
    });
    expect(setup.takeJobs().map(({ type }) => type)).toContain('node-claim.terminate');
    setup.clock.advance(60_000);
    await findings(setup);
    expect(await claimOf(setup)).toMatchObject({ version });
  });

  it('repairs none of more than 20% unhealthy nodes, with an Event and a finding', async () => {
    const setup = await repairing();
    await addNodes(setup, 4, 1);
    expect(await findings(setup)).toMatchObject([
      {
        object: 'Node/node-i-ncl_1',
        message: expect.stringContaining('because more than 20% of the nodes of its NodePool'),
      },
    ]);
    expect(await claimOf(setup)).toMatchObject({ state: 'Initialized' });
    expect(setup.events.reasons).toEqual([
      'NodeRepairBlocked NodeClaim',
      'NodeRepairBlocked Node',
      'NodeRepairBlocked NodePool',
    ]);
  });

  it('counts the nodes of the NodePool only', async () => {
    const setup = await repairing();
    await addNodes(setup, 4, 1);
    for (const name of setup.cluster.nodes.keys()) {
      if (name === 'node-i-ncl_1') continue;
      setup.cluster.changeNode(name, { labels: { [labelKeys.nodePool]: 'other' } });
    }
    await findings(setup);
    expect(await claimOf(setup)).toMatchObject({ state: 'Terminating' });
  });

  it('counts all nodes of the cluster for a NodeClaim without a NodePool', async () => {
    const standalone = { objectUid: 'uid', createdAt: 0 };
    const setup = await repairing({ nodePool: null, standalone });
    await addNodes(setup, 4, 1);
    expect(await findings(setup)).toHaveLength(1);
    expect(await claimOf(setup)).toMatchObject({ state: 'Initialized' });
  });

  it('repairs nothing in mode observe', async () => {
    const setup = await repairing({}, { mode: 'observe' });
    expect(await findings(setup)).toMatchObject([
      { message: expect.stringContaining('Kerf does not replace it in mode observe.') },
    ]);
  });
});

describe('checkNodeHealth with the setting nodeRepair', () => {
  const settings = { ...defaultClusterSettings, nodeRepair: true };
  const claimOf = ({ store }: ClusterSetup) => store.nodeClaims.find('ncl_1');
  const open = (
    conditions: readonly UnhealthyCondition[],
    claim: Partial<NodeClaim> = {},
    cluster: Partial<Cluster> = {},
  ) => setUpUnhealthy(conditions, claim, { settings, ...cluster });
  const terminating = {
    state: 'Terminating',
    termination: {
      step: 'Cordoned',
      reason: 'Drifted',
      startedAt: 0,
      deadline: null,
      waitingFor: 'PodDisruptionBudget default/web',
      stepAt: 0,
    },
  } as const;

  it('leaves an initialized node of a NodePool to the disruption of the cluster', async () => {
    const setup = await open([unready(40)]);
    expect(await findings(setup)).toEqual([]);
    expect(await claimOf(setup)).toMatchObject({ state: 'Initialized' });
  });

  it('reports what keeps the disruption of the cluster from repairing the node', async () => {
    const setup = await open([unready(40)]);
    const until = setup.clock.now() + minute;
    const reasons = [{ code: 'REPAIR_FAILED', decisionId: 'dec_1', until }] as const;
    setup.ports.memory.plans.setBlockers(setup.clusterId, {
      blockers: new Map([['node-i-ncl_1', { reasons, evaluatedAt: null }]]),
      evaluations: new Map(),
    });
    expect(await findings(setup)).toMatchObject([
      {
        message: expect.stringContaining(
          'Kerf does not replace it now: repair failed (decision dec_1), and is tried again later.',
        ),
      },
    ]);
  });

  it.each([
    ['true', 1],
    ['yes', 1],
    ['false', 0],
  ])('reports a node whose annotation do-not-repair is %s: %d', async (value, count) => {
    const setup = await open([unready(40)]);
    setup.cluster.changeNode('node-i-ncl_1', {
      annotations: { 'karpenter.sh/do-not-repair': value },
    });
    const found = await findings(setup);
    expect(found).toHaveLength(count);
    const text = 'because of its annotation karpenter.sh/do-not-repair';
    expect(found.every(({ message }) => message.includes(text))).toBe(true);
  });

  it('reports that too many nodes of the NodePool are unhealthy, with Events', async () => {
    const setup = await open([unready(40)]);
    const reasons = [
      { code: 'MANY_UNHEALTHY', nodePool: 'default', unhealthy: 3, nodes: 10 },
    ] as const;
    setup.ports.memory.plans.setBlockers(setup.clusterId, {
      blockers: new Map([['node-i-ncl_1', { reasons, evaluatedAt: null }]]),
      evaluations: new Map(),
    });
    expect(await findings(setup)).toMatchObject([
      {
        message: expect.stringContaining(
          'too many nodes of NodePool default are unhealthy (3 of 10; up to 20% may be)',
        ),
      },
    ]);
    expect(setup.events.reasons).toEqual([
      'NodeRepairBlocked NodeClaim',
      'NodeRepairBlocked Node',
      'NodeRepairBlocked NodePool',
    ]);
  });

  it('terminates a node that was never initialized, with a drain that ends', async () => {
    const setup = await open([unready(40)], { state: 'Registered', initializedAt: null });
    await findings(setup);
    expect(await claimOf(setup)).toMatchObject({
      state: 'Terminating',
      termination: { reason: 'Unhealthy', deadline: setup.clock.now() + 10 * minute },
    });
  });

  it('reports a node without a NodePool, and leaves it', async () => {
    const standalone = { objectUid: 'uid', createdAt: 0 };
    const setup = await open([unready(40)], { nodePool: null, standalone });
    expect(await findings(setup)).toMatchObject([
      { message: expect.stringContaining('because it has no NodePool') },
    ]);
    expect(await claimOf(setup)).toMatchObject({ state: 'Initialized' });
  });

  it('leaves the drain of a node that is being terminated as it is', async () => {
    const setup = await open([unready(40)], terminating);
    expect(await findings(setup)).toEqual([]);
    expect(await claimOf(setup)).toMatchObject({ termination: { deadline: null } });
  });
});
