import { type Decision, expireNodeClaims, type NodePoolDefinition } from '@kerf/application';
import { AppError, invariant } from '@kerf/core';
import { aRevisionOf } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { crashPoints } from '../../testing/crash-switch.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';
import {
  approvePending,
  ended,
  exhaustSpot,
  latest,
  openBusy,
  scaleToOne,
} from '../../testing/underutilized-node.js';

const giB = 1024 ** 3;
let records: RecordSource;

/** Minutes of a cluster take thousands of statements, and the machine may be busy. */
vi.setConfig({ testTimeout: 300_000 });

beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

const podsOf = (simulation: ClusterSimulation): number =>
  [...simulation.cluster.nodes.values()].reduce((sum, { pods }) => sum + pods.length, 0);

async function stepsOf(
  simulation: ClusterSimulation,
  decision: Decision,
): Promise<readonly string[]> {
  const events = await simulation.store.decisions.events(decision.id);
  return events.map(({ kind, data }) => (kind === 'StepDone' ? `${data.step}` : kind));
}

describe('an underutilized node', () => {
  it('is replaced by a cheaper one after approval; its pods move when the new one is ready', async () => {
    const simulation = await openBusy(records.open(), 'approve');
    await scaleToOne(simulation);
    await simulation.until(
      async () => (await latest(simulation, 'Consolidate'))?.state === 'AwaitingApproval',
    );
    const requested = await latest(simulation, 'Consolidate');
    invariant(requested?.body.type === 'Disrupt', 'a consolidation is a disruption');
    expect(requested.body.command).toMatchObject({
      method: 'SingleNodeConsolidation',
      candidates: [{ instanceType: 'c5.2xlarge', priceMicroUsdPerHour: 340_000 }],
      replacements: [{ expected: { instanceType: 'c5.large', priceMicroUsdPerHour: 34_000 } }],
      moves: [{ pod: 'default/pod-1', to: 'claim-0001' }],
      savingMicroUsdPerHour: 306_000,
    });
    expect(simulation.cloud.launchCount).toBe(1);

    await ended(simulation, 'Consolidate', 'Executed');
    const done = await latest(simulation, 'Consolidate');
    expect(done).toMatchObject({
      decidedBy: 'ada',
      costChangeMicroUsdPerHour: -306_000,
      achievedSavingMicroUsdPerHour: 306_000,
    });
    expect(await stepsOf(simulation, requested)).toEqual([
      'Proposed',
      'Validated',
      'ApprovalRequested',
      'Approved',
      'ExecutionStarted',
      'Tainted',
      'ReplacementsRequested',
      'NodeClaimLaunched',
      'NodeClaimRegistered',
      'NodeClaimInitialized',
      'ReplacementsInitialized',
      'MarkedForDeletion',
      'NodeClaimTerminated',
      'Executed',
    ]);
    expect([...simulation.cloud.instances.values()].map((one) => one.instanceType)).toEqual([
      'c5.large',
    ]);
    expect(podsOf(simulation)).toBe(1);
  });

  it('stays, without a taint and not deleted, when its replacement cannot be launched', async () => {
    const simulation = await openBusy(records.open(), 'approve');
    await scaleToOne(simulation);
    await simulation.until(
      async () => (await latest(simulation, 'Consolidate'))?.state === 'AwaitingApproval',
    );
    exhaustSpot(simulation);
    await ended(simulation, 'Consolidate', 'Failed');
    const [node] = simulation.cluster.nodes.values();
    expect(node).toMatchObject({
      taints: [],
      pods: [{ uid: 'pod-1' }],
      deletionRequestedAt: null,
    });
    expect([...simulation.cluster.deletedNodeClaims]).toEqual([]);
    expect(simulation.cloud.launchCount).toBe(1);
    expect(await simulation.store.decisions.open(simulation.clusterId)).toEqual([]);
  });

  it('has the cause of a delay in the history of its decision once, and is replaced later', async () => {
    const simulation = await openBusy(records.open(), 'approve');
    await scaleToOne(simulation);
    await simulation.until(
      async () => (await latest(simulation, 'Consolidate'))?.state === 'AwaitingApproval',
    );
    let refusals = 0;
    simulation.cluster.addTaint = () => {
      refusals += 1;
      const message = 'the API server answered 503 to PATCH nodes';
      const retry = { kind: 'backoff' } as const;
      return Promise.reject(new AppError({ code: 'CLUSTER.FAILED', message, retry }));
    };
    await simulation.until(async () => {
      await approvePending(simulation);
      return refusals > 2;
    });
    expect((await latest(simulation, 'Consolidate'))?.state).toBe('Approved');
    // Restores the method of the class.
    Reflect.deleteProperty(simulation.cluster, 'addTaint');
    await ended(simulation, 'Consolidate', 'Executed');
    const done = await latest(simulation, 'Consolidate');
    invariant(done !== undefined, 'it was proposed');
    const events = await simulation.store.decisions.events(done.id);
    expect(events.filter(({ kind }) => kind === 'ExecutionDelayed')).toMatchObject([
      { data: { detail: 'the API server answered 503 to PATCH nodes' } },
    ]);
    expect(await stepsOf(simulation, done)).toEqual(
      expect.arrayContaining(['Approved', 'ExecutionDelayed', 'ExecutionStarted', 'Executed']),
    );
  });

  it('is not disrupted if its pods came back before the approval', async () => {
    const simulation = await openBusy(records.open(), 'approve');
    await scaleToOne(simulation);
    await simulation.until(
      async () => (await latest(simulation, 'Consolidate'))?.state === 'AwaitingApproval',
    );
    simulation.cluster.addPendingPods(4, { cpu: 1_500, memory: giB });
    simulation.cluster.schedule();
    await ended(simulation, 'Consolidate', 'Superseded');
    expect(simulation.cloud.instances.size).toBe(1);
    expect([...simulation.cluster.nodes.values()][0]?.taints).toEqual([]);
  });
});

async function changePool(
  simulation: ClusterSimulation,
  change: (pool: NodePoolDefinition) => Partial<NodePoolDefinition>,
): Promise<void> {
  const [pool] = await simulation.store.definitions.nodePools(simulation.clusterId);
  invariant(pool !== undefined, 'the cluster has a pool');
  const changed = { ...pool, ...change(pool), revision: pool.revision + 1 };
  await simulation.store.definitions.save(changed, aRevisionOf(changed));
}

describe('a node whose definition changed', () => {
  it('is replaced at any price', async () => {
    const simulation = await openBusy(records.open(), 'approve');
    await changePool(simulation, ({ driftHash }) => ({ driftHash: `${driftHash}-changed` }));
    await ended(simulation, 'Drift', 'Executed');
    const decision = await latest(simulation, 'Drift');
    expect(decision).toMatchObject({
      body: { command: { reason: 'Drifted', candidates: [{}], replacements: [{}] } },
    });
    expect(simulation.cloud.launchCount).toBe(2);
    expect(simulation.cloud.instances.size).toBe(1);
    expect(podsOf(simulation)).toBe(5);
  });
});

describe('a node that reaches expireAfter', () => {
  const expireAfter = (simulation: ClusterSimulation, term: string) =>
    changePool(simulation, ({ spec, driftHash }) => ({
      driftHash: `${driftHash}-${term}`,
      spec: {
        ...spec,
        disruption: { ...spec.disruption, consolidateAfter: 'Never' },
        template: { ...spec.template, spec: { ...spec.template.spec, expireAfter: term } },
      },
    }));

  it('keeps the terms of its request; a shorter expireAfter of the NodePool is drift', async () => {
    const simulation = await openBusy(records.open(), 'approve');
    await expireAfter(simulation, '1m');
    simulation.clock.advance(3_600_000);
    await expireNodeClaims(simulation.ports, simulation.clusterId);
    expect(await latest(simulation, 'Expire')).toBeUndefined();
    expect(simulation.cloud.instances.size).toBe(1);
    await ended(simulation, 'Drift', 'Executed');
    expect(await latest(simulation, 'Drift')).toMatchObject({ decidedBy: 'ada' });
    expect(await latest(simulation, 'Expire')).toBeUndefined();
  });

  it('is terminated without approval, and its pods get a new one', async () => {
    const simulation = await openBusy(records.open(), 'approve', 0, (opened) =>
      expireAfter(opened, '1h'),
    );
    await expireNodeClaims(simulation.ports, simulation.clusterId);
    expect(await latest(simulation, 'Expire')).toBeUndefined();
    simulation.clock.advance(3_600_000);
    await expireNodeClaims(simulation.ports, simulation.clusterId);
    await ended(simulation, 'Expire', 'Executed');
    expect(await latest(simulation, 'Expire')).toMatchObject({
      podCount: 5,
      body: { type: 'Remove', reason: 'Expired', interruption: null },
    });
    expect(simulation.cloud.launchCount).toBe(2);
    expect(simulation.cloud.instances.size).toBe(1);
  });
});

describe('a worker that is killed while a node is replaced', () => {
  it('after any port call launches one replacement, loses no pod and leaves no decision open', async () => {
    const calm = await openBusy(records.open(), 'auto');
    const before = calm.crash.calls;
    await scaleToOne(calm);
    await ended(calm, 'Consolidate', 'Executed');
    for (const crashAt of crashPoints(calm.crash.calledMethods, before)) {
      const simulation = await openBusy(records.open(), 'auto', crashAt);
      await scaleToOne(simulation);
      await ended(simulation, 'Consolidate', 'Executed');
      expect({
        crash: simulation.crash.at,
        launchCount: simulation.cloud.launchCount,
        instances: simulation.cloud.instances.size,
        pods: podsOf(simulation),
        open: await simulation.store.decisions.open(simulation.clusterId),
        // Kerf deletes the objects of the node itself; a user did not.
        deletion: (await latest(simulation, 'Delete')) ?? null,
      }).toMatchObject({ launchCount: 2, instances: 1, pods: 1, open: [], deletion: null });
    }
  });
});
