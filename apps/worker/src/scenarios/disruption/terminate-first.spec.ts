import {
  type ApprovalRule,
  type NodeClaim,
  organizationAdmin,
  type Principal,
  resolveNodeClasses,
} from '@kerf/application';
import { invariant } from '@kerf/core';
import { aPod } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { saveRules } from '../../testing/save-rules.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';
import { approvePending, latest } from '../../testing/underutilized-node.js';

const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', ...organizationAdmin };
const living = ['Requested', 'Launching', 'Launched', 'Registered', 'Initialized'] as const;
let records: RecordSource;

/** Minutes of a cluster take thousands of statements, and the machine may be busy. */
vi.setConfig({ testTimeout: 300_000 });

beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

/** A cluster in mode auto whose drifted nodes may go before their replacement. */
async function open(): Promise<ClusterSimulation> {
  const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
  const { store, clusterId } = simulation;
  const known = await store.clusters.find(clusterId);
  invariant(known !== null, 'the cluster is registered');
  await store.clusters.save({
    ...known,
    settings: { ...known.settings, terminateFirstDrift: true },
  });
  simulation.cluster.respawns = true;
  return simulation;
}

/** The NodePool `fixed`; another team is drift. */
async function want(
  simulation: ClusterSimulation,
  {
    spec,
    capacityType,
    team,
  }: { readonly spec: string; readonly capacityType: string; readonly team: string },
): Promise<void> {
  const { applied } = await simulation.apply(
    ada,
    `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: fixed }
spec:
  ${spec}
  disruption: { budgets: [{ nodes: "100%" }], consolidateAfter: Never }
  template:
    metadata: { labels: { team: ${team} } }
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements: [{ key: karpenter.sh/capacity-type, operator: In, values: [${capacityType}] }]
`,
  );
  expect(applied).toBe(true);
}

const claimsOf = async ({ store, clusterId }: ClusterSimulation): Promise<readonly NodeClaim[]> => {
  const claims = await store.nodeClaims.inStates(clusterId, [...living, 'Terminating']);
  return claims.filter(({ nodePool }) => nodePool === 'fixed');
};

/** Whether the NodePool has so many nodes, and none of those from before. */
async function isRenewed(
  simulation: ClusterSimulation,
  before: readonly NodeClaim[],
): Promise<boolean> {
  const claims = await claimsOf(simulation);
  const known = new Set(before.map(({ id }) => id));
  return (
    claims.length === before.length &&
    claims.every(({ id, state }) => state === 'Initialized' && !known.has(id)) &&
    simulation.cluster.pending.size === 0
  );
}

async function openStatic(nodes: number): Promise<ClusterSimulation> {
  const simulation = await open();
  const spec = `replicas: ${nodes}\n  limits: { nodes: "${nodes}" }`;
  await want(simulation, { spec, capacityType: 'on-demand', team: 'web' });
  await simulation.until(async () => {
    const claims = await claimsOf(simulation);
    return claims.length === nodes && claims.every(({ state }) => state === 'Initialized');
  });
  return simulation;
}

const driftStatic = (simulation: ClusterSimulation, nodes: number) =>
  want(simulation, {
    spec: `replicas: ${nodes}\n  limits: { nodes: "${nodes}" }`,
    capacityType: 'on-demand',
    team: 'api',
  });

describe('the drift of a static NodePool at its limit', () => {
  it('ends with new nodes, without ever exceeding the limit (row K5)', async () => {
    const simulation = await openStatic(2);
    const before = await claimsOf(simulation);
    await driftStatic(simulation, 2);
    let most = 0;
    await simulation.until(async () => {
      most = Math.max(most, (await claimsOf(simulation)).length);
      return isRenewed(simulation, before);
    }, 600);
    expect({ most, launches: simulation.cloud.launchCount }).toEqual({ most: 2, launches: 4 });
    expect([...simulation.cluster.nodes.values()].map(({ labels }) => labels['team'])).toEqual([
      'api',
      'api',
    ]);
    const drifts = (await simulation.decisions()).filter(({ kind }) => kind === 'Drift');
    expect(drifts).toHaveLength(2);
    expect(drifts[0]).toMatchObject({
      state: 'Executed',
      verdict: { kind: 'Auto' },
      achievedSavingMicroUsdPerHour: null,
      body: {
        command: {
          method: 'StaticDrift',
          replacements: [],
          terminateFirst: { code: 'NODE_LIMIT_REACHED', nodePool: 'fixed', limit: 2 },
        },
      },
    });
    expect(simulation.events.reasons).toContain('DisruptionTerminatesFirst Node');
  });

  it('waits for a person in mode auto if the only pod of a workload would wait (row K5)', async () => {
    const simulation = await openStatic(1);
    simulation.cluster.addPendingPods(1, { cpu: 500, memory: 1024 ** 3 });
    simulation.cluster.schedule();
    const before = await claimsOf(simulation);
    await driftStatic(simulation, 1);
    await simulation.until(
      async () => (await latest(simulation, 'Drift'))?.state === 'AwaitingApproval',
    );
    expect(await latest(simulation, 'Drift')).toMatchObject({
      verdict: { kind: 'NeedsApproval', approvals: 1 },
      approval: {
        rule: { name: 'mode auto: the only pod of a workload would wait', policyVersion: null },
        facts: { pods: [{ owner: 'ReplicaSet/inflate', replicas: 1, waits: true }] },
      },
    });
    const end = simulation.clock.now() + 120_000;
    await simulation.until(() => Promise.resolve(simulation.clock.now() >= end));
    expect(await claimsOf(simulation)).toMatchObject([{ id: before[0]?.id, state: 'Initialized' }]);
    await approvePending(simulation);
    await simulation.until(() => isRenewed(simulation, before), 600);
    expect(await latest(simulation, 'Drift')).toMatchObject({ state: 'Executed' });
  });
});

describe('the drift of a node in a full capacity reservation', () => {
  const mayWait: ApprovalRule = {
    name: 'reserved pods may wait',
    match: { kinds: ['Drift'], onlyPodWaits: true },
    action: { kind: 'Auto' },
  };

  it('ends with a node in the same reservation, if a rule lets its pod wait (row K5)', async () => {
    const simulation = await open();
    const { store, clusterId, cloud } = simulation;
    await saveRules(simulation, [mayWait]);
    cloud.reservations.push({
      id: 'cr-1',
      instanceType: 'm5.large',
      zone: 'us-east-1a',
      total: 1,
    });
    const lookUp = () => resolveNodeClasses({ ...simulation.ports, store }, { clusterId });
    await lookUp();
    const pool = { spec: 'weight: 99', capacityType: 'reserved' };
    await want(simulation, { ...pool, team: 'web' });
    const pod = aPod('strict')
      .requesting({ milliCpu: 1_500, memoryMib: 6_144 })
      .selecting({ 'karpenter.sh/capacity-type': 'reserved' });
    simulation.cluster.addPods([pod.build()]);
    await simulation.until(async () => {
      const [claim] = await claimsOf(simulation);
      return simulation.cluster.pending.size === 0 && claim?.state === 'Initialized';
    });
    await lookUp();
    const before = await claimsOf(simulation);
    await want(simulation, { ...pool, team: 'api' });
    await simulation.until(async () => {
      await lookUp();
      return isRenewed(simulation, before);
    }, 600);
    expect(await latest(simulation, 'Drift')).toMatchObject({
      state: 'Executed',
      verdict: { kind: 'Auto' },
      approval: { rule: { name: 'reserved pods may wait' } },
      podCount: 1,
      body: {
        command: {
          method: 'Drift',
          replacements: [],
          moves: [{ pod: 'default/strict', to: null }],
          terminateFirst: { code: 'RESERVATION_FULL', reservations: ['cr-1'] },
        },
      },
    });
    const [claim] = await claimsOf(simulation);
    expect(claim?.instance).toMatchObject({ capacityType: 'reserved', zone: 'us-east-1a' });
  });
});
