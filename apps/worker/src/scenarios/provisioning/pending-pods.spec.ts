import {
  approveDecision,
  collectGarbage,
  type Decision,
  loadSnapshot,
  organizationAdmin,
  type Principal,
  rejectDecision,
  requireCluster,
  updateCluster,
} from '@kerf/application';
import { invariant } from '@kerf/core';
import type { ClusterMode } from '@kerf/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approve } from '../../testing/approve.js';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { crashPoints } from '../../testing/crash-switch.js';
import { runsAllFaults, selectionNote } from '../../testing/fault-selection.js';
import type { SimulationOptions } from '../../testing/simulation-options.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';

const giB = 1024 ** 3;
const inflate = { cpu: 1000, memory: giB };
const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', ...organizationAdmin };
let records: RecordSource;

beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

const open = (
  mode: ClusterMode,
  faults: Pick<SimulationOptions, 'crashAt' | 'losesJobsAt' | 'stallAt'> = {},
): Promise<ClusterSimulation> => ClusterSimulation.open(records.open(), { mode, ...faults });

/** Creates five pods of one vCPU and 1 GiB and waits until they run. */
async function inflateFive(simulation: ClusterSimulation): Promise<void> {
  simulation.cluster.addPendingPods(5, inflate);
  await simulation.until(async () => {
    const [decision] = await simulation.decisions();
    return simulation.cluster.pending.size === 0 && decision?.state === 'Executed';
  });
}

/** Ends the pods and waits until their node is removed. */
async function deflate(simulation: ClusterSimulation): Promise<void> {
  simulation.cluster.removePods();
  await simulation.until(async () => {
    await approvePending(simulation);
    const decision = await latest(simulation, 'Empty');
    return decision?.state === 'Executed';
  });
}

async function latest(
  simulation: ClusterSimulation,
  kind: Decision['kind'],
): Promise<Decision | undefined> {
  return (await simulation.decisions()).findLast((decision) => decision.kind === kind);
}

async function approvePending(simulation: ClusterSimulation): Promise<void> {
  const waiting = (await simulation.decisions()).find(({ state }) => state === 'AwaitingApproval');
  if (waiting !== undefined) await approve(simulation, waiting, 'fine');
}

async function expectNothingLeft(simulation: ClusterSimulation): Promise<void> {
  expect(simulation.cloud.instances.size).toBe(0);
  expect(simulation.cluster.nodes.size).toBe(0);
  expect(simulation.cluster.nodeClaims.size).toBe(0);
  expect(await simulation.store.decisions.open(simulation.clusterId)).toEqual([]);
  const claims = await simulation.nodeClaims();
  expect(claims.map(({ state }) => state)).toEqual(['Terminated']);
}

describe('a pending pod', () => {
  it('gets one node of the right size, by a decision with its reasons', async () => {
    const simulation = await open('auto');
    await inflateFive(simulation);
    expect(simulation.cloud.launchCount).toBe(1);
    const [decision] = await simulation.decisions();
    expect(decision).toMatchObject({
      kind: 'Provision',
      state: 'Executed',
      nodeCount: 1,
      podCount: 5,
      snapshotDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const [node] = simulation.cluster.nodes.values();
    expect(node?.labels).toMatchObject({
      'karpenter.sh/nodepool': 'default',
      'karpenter.sh/registered': 'true',
      'karpenter.sh/initialized': 'true',
    });
    expect(node?.taints).toEqual([]);
    const kinds = (await simulation.store.decisions.events(decision?.id ?? '')).map(
      ({ kind }) => kind,
    );
    expect(kinds).toEqual([
      'Proposed',
      'ExecutionStarted',
      'NodeClaimLaunched',
      'NodeClaimRegistered',
      'NodeClaimInitialized',
      'Executed',
    ]);
  });

  it('is planned again in the next batch when EC2 has no capacity', async () => {
    const simulation = await open('auto');
    for (const zone of ['us-east-1a', 'us-east-1b', 'us-east-1c']) {
      for (const type of ['c5.2xlarge', 'c5.xlarge', 'c5.large']) {
        simulation.cloud.exhausted.add(`${type}/${zone}/spot`);
        simulation.cloud.exhausted.add(`${type}/${zone}/on-demand`);
      }
      simulation.cloud.exhausted.add(`m5.2xlarge/${zone}/spot`);
    }
    await inflateFive(simulation);
    expect(simulation.cloud.launchCount).toBe(1);
    const [instance] = simulation.cloud.instances.values();
    expect(instance?.instanceType).toBe('m5.2xlarge');
  });

  it("is planned by the cluster's settings, which are part of the digest", async () => {
    const simulation = await open('observe');
    const { clusterId, ports, store } = simulation;
    const { digest } = await loadSnapshot(ports, clusterId);
    const cluster = await requireCluster(store, clusterId);
    const settings = { ...cluster.settings, nodeChargeMicroUsdPerHour: 40_000 };
    await store.clusters.save({ ...cluster, settings });
    expect((await loadSnapshot(ports, clusterId)).digest).not.toBe(digest);
    simulation.cluster.addPendingPods(5, inflate);
    await simulation.until(async () => (await simulation.decisions()).length > 0);
    expect((await simulation.decisions())[0]?.body).toMatchObject({
      result: { cost: { nodeChargeMicroUsdPerHour: 40_000 } },
    });
  });

  it('is planned by settings that the API changed', async () => {
    const simulation = await open('observe');
    const { clusterId, ports, store } = simulation;
    const changes = [
      { preferencePolicy: 'Ignore' },
      { minValuesPolicy: 'BestEffort' },
      { spotToSpotConsolidation: true },
      { minSavingMicroUsdPerHour: 50_000 },
      { minSavingPercent: 10 },
      { podMoveMicroUsdPerHour: 2_000 },
      { maxReplacements: 3 },
      { vmMemoryOverheadRatio: 0.05 },
      { reservedEnis: 1 },
    ] as const;
    const digests = new Set([(await loadSnapshot(ports, clusterId)).digest]);
    for (const settings of changes) {
      const { version: expectedVersion } = await requireCluster(store, clusterId);
      const outcome = await updateCluster({ ...ports, store }, ada, {
        id: clusterId,
        expectedVersion,
        mode: null,
        settings,
        requestId: null,
      });
      expect(outcome.kind).toBe('Updated');
      digests.add((await loadSnapshot(ports, clusterId)).digest);
    }
    expect(digests.size).toBe(changes.length + 1);
    expect((await loadSnapshot(ports, clusterId)).snapshot.settings).toMatchObject({
      preferencePolicy: 'Ignore',
      minValuesPolicy: 'BestEffort',
      spotToSpotConsolidation: true,
      minSaving: { microUsdPerHour: 50_000, percent: 10, perPodMoveMicroUsdPerHour: 2_000 },
      maxReplacements: 3,
    });
  });

  it('is planned once and not launched for in mode observe', async () => {
    const simulation = await open('observe');
    simulation.cluster.addPendingPods(5, inflate);
    await simulation.until(async () => (await simulation.decisions()).length > 0);
    simulation.clock.advance(60_000);
    await simulation.until(() => Promise.resolve(true));
    expect(await simulation.decisions()).toMatchObject([
      { kind: 'Provision', state: 'Proposed', verdict: { kind: 'ObserveOnly' } },
    ]);
    expect(simulation.cloud.launchCount).toBe(0);
    simulation.cluster.removePods();
    await simulation.until(async () => (await simulation.decisions())[0]?.state === 'Superseded');
  });
});

describe('an empty node', () => {
  it('is removed without approval in mode auto', async () => {
    const simulation = await open('auto');
    await inflateFive(simulation);
    await deflate(simulation);
    await expectNothingLeft(simulation);
    const decision = await latest(simulation, 'Empty');
    expect(decision?.costChangeMicroUsdPerHour).toBeLessThan(0);
    const kinds = (await simulation.store.decisions.events(decision?.id ?? '')).map(
      ({ kind, data }) => `${kind}${data.step === undefined ? '' : ` ${data.step}`}`,
    );
    expect(kinds).toEqual([
      'Proposed',
      'Validated',
      'Approved',
      'ExecutionStarted',
      'StepDone Tainted',
      'StepDone MarkedForDeletion',
      'NodeClaimTerminated',
      'Executed Terminated',
    ]);
  });

  it('waits for approval in mode approve', async () => {
    const simulation = await open('approve');
    await inflateFive(simulation);
    simulation.cluster.removePods();
    await simulation.until(
      async () => (await latest(simulation, 'Empty'))?.state === 'AwaitingApproval',
    );
    simulation.clock.advance(3_600_000);
    await simulation.until(() => Promise.resolve(true));
    expect(simulation.cloud.instances.size).toBe(1);
    await deflate(simulation);
    await expectNothingLeft(simulation);
    expect(await latest(simulation, 'Empty')).toMatchObject({ decidedBy: 'ada', comment: 'fine' });
  });

  it('stays after a rejection', async () => {
    const simulation = await open('approve');
    await inflateFive(simulation);
    simulation.cluster.removePods();
    await simulation.until(
      async () => (await latest(simulation, 'Empty'))?.state === 'AwaitingApproval',
    );
    const waiting = await latest(simulation, 'Empty');
    await rejectDecision(simulation.ports, ada, {
      decisionId: waiting?.id ?? '',
      expectedVersion: waiting?.version ?? 0,
      comment: 'needed at noon',
      requestId: null,
    });
    expect(await simulation.store.decisions.find(waiting?.id ?? '')).toMatchObject({
      state: 'Rejected',
      comment: 'needed at noon',
    });
    expect(simulation.cloud.instances.size).toBe(1);
  });

  it('is not removed if pods came back before the approval', async () => {
    const simulation = await open('approve');
    await inflateFive(simulation);
    simulation.cluster.removePods();
    await simulation.until(
      async () => (await latest(simulation, 'Empty'))?.state === 'AwaitingApproval',
    );
    simulation.cluster.addPendingPods(3, inflate);
    simulation.cluster.schedule();
    await approvePending(simulation);
    await simulation.until(async () => (await latest(simulation, 'Empty'))?.state === 'Superseded');
    expect(simulation.cloud.instances.size).toBe(1);
    const [node] = simulation.cluster.nodes.values();
    expect(node?.taints).toEqual([]);
    expect(node?.pods).toHaveLength(3);
  });

  it('refuses an approval of an older version', async () => {
    const simulation = await open('approve');
    await inflateFive(simulation);
    simulation.cluster.removePods();
    await simulation.until(
      async () => (await latest(simulation, 'Empty'))?.state === 'AwaitingApproval',
    );
    const waiting = await latest(simulation, 'Empty');
    const outcome = await approveDecision(simulation.ports, ada, {
      decisionId: waiting?.id ?? '',
      expectedVersion: (waiting?.version ?? 0) - 1,
      comment: null,
      requestId: null,
    });
    expect(outcome.kind).toBe('Stale');
  });
});

describe(`a worker that is killed${selectionNote}`, () => {
  it('after any port call launches no instance twice, loses no pod and leaves no decision open', async () => {
    const calm = await open('approve');
    await inflateFive(calm);
    await deflate(calm);
    const { calls, calledMethods } = calm.crash;
    expect(calls).toBeGreaterThan(30);
    const all = Array.from({ length: calls }, (_, index) => index + 1);
    const places = new Set<string>();
    for (const crashAt of runsAllFaults ? all : crashPoints(calledMethods, 0)) {
      const simulation = await open('approve', { crashAt });
      await inflateFive(simulation);
      expect(simulation.cloud.launchCount, `after a crash ${simulation.crash.at}`).toBe(1);
      await deflate(simulation);
      await expectNothingLeft(simulation);
      if (simulation.crash.at !== null) places.add(simulation.crash.at);
    }
    expect([...places].sort()).toEqual([
      'cloud.getInstance',
      'cloud.launch',
      'cloud.terminate',
      'gateway.addTaint',
      'gateway.applyDefinition',
      'gateway.applyNodeClaim',
      'gateway.createNodeClaims',
      'gateway.deleteNode',
      'gateway.deleteNodeClaim',
      'gateway.markInitialized',
      'gateway.removeNode',
      'gateway.removeNodeClaim',
      'gateway.setNodeLabels',
      'gateway.syncRegisteredNode',
      'store.transaction',
    ]);
  }, 300_000);
});

describe('an object of a NodeClaim', () => {
  it('is removed when its NodeClaim has ended, and left alone if Kerf does not know it', async () => {
    const simulation = await open('auto');
    await inflateFive(simulation);
    const [object] = simulation.cluster.nodeClaims.values();
    invariant(object !== undefined, 'the claim is shown');
    await deflate(simulation);
    simulation.cluster.nodeClaims.set(object.name, object);
    simulation.cluster.nodeClaims.set('of-karpenter', object);
    await collectGarbage(simulation.ports, simulation.clusterId);
    await simulation.until(() => Promise.resolve(!simulation.cluster.nodeClaims.has(object.name)));
    expect([...simulation.cluster.nodeClaims.keys()]).toEqual(['of-karpenter']);
  });
});

describe('a queue that loses its jobs', () => {
  it('at any time launches no instance twice, and completes all steps', async () => {
    const calm = await open('auto');
    await inflateFive(calm);
    await deflate(calm);
    expect(calm.jobsStarted).toBeGreaterThan(15);
    // Adjacent calls are similar.
    for (let losesJobsAt = 1; losesJobsAt <= calm.jobsStarted; losesJobsAt += 2) {
      const simulation = await open('auto', { losesJobsAt });
      await inflateFive(simulation);
      expect(simulation.cloud.launchCount).toBe(1);
      // The object is synced a little later than the record.
      await simulation.until(async () => {
        const [shown] = simulation.cluster.nodeClaims.values();
        return shown?.state === 'Initialized';
      });
      await deflate(simulation);
      await expectNothingLeft(simulation);
    }
  }, 120_000);
});

describe('a job that stalls', () => {
  /** States of all decisions, sorted, because concurrent runs may end in any order. */
  async function historyOf(simulation: ClusterSimulation): Promise<readonly string[]> {
    const decisions = await simulation.decisions();
    const lines = await Promise.all(
      decisions.map(async ({ id, kind }) =>
        (await simulation.store.decisions.events(id)).map(
          (event) => `${kind} ${event.kind} ${event.data.step ?? ''}`,
        ),
      ),
    );
    return lines.flat().toSorted();
  }

  it('and runs again after any port call has its effect once', async () => {
    const calm = await open('auto');
    await inflateFive(calm);
    await deflate(calm);
    const expected = await historyOf(calm);
    let stalls = 0;
    for (const stallAt of crashPoints(calm.crash.calledMethods, 0)) {
      const simulation = await open('auto', { stallAt });
      await inflateFive(simulation);
      expect(simulation.cloud.launchCount, `a stall after call ${stallAt}`).toBe(1);
      await deflate(simulation);
      await expectNothingLeft(simulation);
      expect(await historyOf(simulation), `a stall after call ${stallAt}`).toEqual(expected);
      if (simulation.stall.hasStalled) stalls += 1;
    }
    expect(stalls).toBeGreaterThan(10);
  }, 300_000);
});
