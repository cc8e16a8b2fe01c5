import type { ApprovalRule } from '@kerf/application';
import { invariant } from '@kerf/core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';
import { approvePending, ended, latest } from '../../testing/underutilized-node.js';

const giB = 1024 ** 3;
const minute = 60_000;
let records: RecordSource;

vi.setConfig({ testTimeout: 300_000 });

beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

/** A cluster with node repair, and one node with one pod that a PodDisruptionBudget protects. */
async function openSick(
  condition: { readonly type: string; readonly status: 'False' | 'Unknown' },
  rules: readonly ApprovalRule[] = [],
) {
  const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
  const { store, clusterId, cluster, clock } = simulation;
  const known = await store.clusters.find(clusterId);
  invariant(known !== null, 'the cluster is registered');
  await store.clusters.save({ ...known, settings: { ...known.settings, nodeRepair: true } });
  if (rules.length > 0) {
    await store.approvalPolicies.insert({
      version: 1,
      rules,
      savedAt: clock.now(),
      savedBy: { kind: 'User', id: 'usr_ada', name: 'ada' },
      comment: null,
      restoredFrom: null,
    });
  }
  cluster.addPendingPods(1, { cpu: 500, memory: giB });
  await simulation.until(async () => {
    const [decision] = await simulation.decisions();
    return cluster.pending.size === 0 && decision?.state === 'Executed';
  });
  const [node] = cluster.nodes.values();
  const [claim] = await store.nodeClaims.inStates(clusterId, ['Initialized']);
  invariant(node !== undefined && claim !== undefined, 'the cluster has a node');
  cluster.protectedPods.add('pod-1');
  cluster.changeNode(node.name, {
    unhealthyConditions: [{ ...condition, reason: '', since: clock.now() - 31 * minute }],
  });
  const recorded = async () => {
    const found = await store.nodeClaims.find(claim.id);
    invariant(found !== null, 'the NodeClaim is recorded');
    return found;
  };
  return { simulation, node, recorded };
}

describe('an unhealthy node', () => {
  it('is replaced before it is drained, and its drain ends after ten minutes (row K3)', async () => {
    const { simulation, node, recorded } = await openSick({
      type: 'StorageReady',
      status: 'False',
    });
    await simulation.until(async () => (await recorded()).state === 'Terminating');
    const { termination } = await recorded();
    expect(termination).toMatchObject({ reason: 'Unhealthy' });
    expect((termination?.deadline ?? 0) - (termination?.startedAt ?? 0)).toBe(10 * minute);
    expect(await latest(simulation, 'Repair')).toMatchObject({
      state: 'Executing',
      verdict: { kind: 'Auto' },
      body: {
        type: 'Disrupt',
        command: {
          method: 'Repair',
          candidates: [{ nodeName: node.name, repair: { condition: 'StorageReady' } }],
          replacements: [{}],
        },
      },
    });
    const others = await simulation.store.nodeClaims.inStates(simulation.clusterId, [
      'Initialized',
    ]);
    expect(others).toHaveLength(1);
    simulation.clock.advance(10 * minute);
    await ended(simulation, 'Repair', 'Executed');
    expect(simulation.cluster.nodes.has(node.name)).toBe(false);
  });

  it('waits for approval if a rule of the policy says so (row K3)', async () => {
    const asks: ApprovalRule = {
      name: 'repair asks',
      match: { kinds: ['Repair'] },
      action: {
        kind: 'Ask',
        approvals: 1,
        from: { roles: [], teams: [], people: [] },
        expiresAfterMs: null,
        remindAfterMs: null,
        escalation: null,
      },
    };
    const { simulation, recorded } = await openSick({ type: 'Ready', status: 'Unknown' }, [asks]);
    await simulation.until(
      async () => (await latest(simulation, 'Repair'))?.state === 'AwaitingApproval',
    );
    simulation.clock.advance(minute);
    expect((await recorded()).state).toBe('Initialized');
    await approvePending(simulation);
    await simulation.until(async () => (await recorded()).state === 'Terminating');
    simulation.clock.advance(10 * minute);
    await ended(simulation, 'Repair', 'Executed');
    expect((await recorded()).termination).toMatchObject({ reason: 'Unhealthy' });
  });
});
