import {
  approveDecision,
  collectGarbage,
  type Decision,
  loadSnapshot,
  type Principal,
  rejectDecision,
  requireCluster,
  updateCluster,
} from '@kerf/application';
import { invariant } from '@kerf/core';
import { type Database, openFreshDatabase } from '@kerf/db';
import type { ClusterMode } from '@kerf/engine';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Corridor, type CorridorOptions } from './testing/corridor.js';
import { tellingPlaces } from './testing/crash-switch.js';

const migrations = new URL('../../../prisma/migrations', import.meta.url).pathname;
const giB = 1024 ** 3;
const inflate = { cpu: 1000, memory: giB };
const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', scope: 'write' };
let database: Database;

beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
});
afterAll(() => database.close());

const open = (
  mode: ClusterMode,
  faults: Pick<CorridorOptions, 'crashAt' | 'losesJobsAt' | 'stallAt'> = {},
): Promise<Corridor> => Corridor.open(database, { mode, ...faults });

/** Five pods of one vCPU and 1 GiB come, and run. */
async function inflateFive(corridor: Corridor): Promise<void> {
  corridor.cluster.addPendingPods(5, inflate);
  await corridor.until(async () => {
    const [decision] = await corridor.decisions();
    return corridor.cluster.pending.size === 0 && decision?.state === 'Executed';
  });
}

/** They go, and the node with them. */
async function deflate(corridor: Corridor): Promise<void> {
  corridor.cluster.removePods();
  await corridor.until(async () => {
    await approveWhatWaits(corridor);
    const decision = await latest(corridor, 'Empty');
    return decision?.state === 'Executed';
  });
}

async function latest(corridor: Corridor, kind: Decision['kind']): Promise<Decision | undefined> {
  return (await corridor.decisions()).findLast((decision) => decision.kind === kind);
}

async function approveWhatWaits(corridor: Corridor): Promise<void> {
  const waiting = (await corridor.decisions()).find(({ state }) => state === 'AwaitingApproval');
  if (waiting === undefined) return;
  const { id: decisionId, version: expectedVersion } = waiting;
  await approveDecision({ ...corridor.ports, store: corridor.store }, ada, {
    decisionId,
    expectedVersion,
    comment: 'fine',
    requestId: null,
  });
}

async function expectNothingLeft(corridor: Corridor): Promise<void> {
  expect(corridor.cloud.instances.size).toBe(0);
  expect(corridor.cluster.nodes.size).toBe(0);
  expect(corridor.cluster.nodeClaims.size).toBe(0);
  expect(await corridor.store.decisions.open(corridor.clusterId)).toEqual([]);
  const claims = await database.prisma.nodeClaim.findMany({
    where: { clusterId: corridor.clusterId },
  });
  expect(claims.map(({ state }) => state)).toEqual(['Terminated']);
}

describe('a pending pod', () => {
  it('becomes one right-sized node, and the decision tells why', async () => {
    const corridor = await open('auto');
    await inflateFive(corridor);
    expect(corridor.cloud.purchases).toBe(1);
    const [decision] = await corridor.decisions();
    expect(decision).toMatchObject({
      kind: 'Provision',
      state: 'Executed',
      nodeCount: 1,
      podCount: 5,
      snapshotDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const [node] = corridor.cluster.nodes.values();
    expect(node?.labels).toMatchObject({
      'karpenter.sh/nodepool': 'default',
      'karpenter.sh/registered': 'true',
      'karpenter.sh/initialized': 'true',
    });
    expect(node?.taints).toEqual([]);
    const kinds = (await corridor.store.decisions.events(decision?.id ?? '')).map(
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

  it('comes back in the next batch when the first choice has no room', async () => {
    const corridor = await open('auto');
    for (const zone of ['us-east-1a', 'us-east-1b', 'us-east-1c']) {
      for (const type of ['c5.2xlarge', 'c5.xlarge', 'c5.large']) {
        corridor.cloud.exhausted.add(`${type}/${zone}/spot`);
        corridor.cloud.exhausted.add(`${type}/${zone}/on-demand`);
      }
      corridor.cloud.exhausted.add(`m5.2xlarge/${zone}/spot`);
    }
    await inflateFive(corridor);
    expect(corridor.cloud.purchases).toBe(1);
    const [instance] = corridor.cloud.instances.values();
    expect(instance?.instanceType).toBe('m5.2xlarge');
  });

  it('is planned for as the settings say, which are part of the digest', async () => {
    const corridor = await open('observe');
    const { clusterId, ports, store } = corridor;
    const { digest } = await loadSnapshot(ports, clusterId);
    const cluster = await requireCluster(store, clusterId);
    const settings = { ...cluster.settings, nodeChargeMicroUsdPerHour: 40_000 };
    await store.clusters.save({ ...cluster, settings });
    expect((await loadSnapshot(ports, clusterId)).digest).not.toBe(digest);
    corridor.cluster.addPendingPods(5, inflate);
    await corridor.until(async () => (await corridor.decisions()).length > 0);
    expect((await corridor.decisions())[0]?.body).toMatchObject({
      result: { cost: { nodeChargeMicroUsdPerHour: 40_000 } },
    });
  });

  it('is planned for by the settings that the API changes', async () => {
    const corridor = await open('observe');
    const { clusterId, ports, store } = corridor;
    const changes = [
      { preferencePolicy: 'Ignore' },
      { minValuesPolicy: 'BestEffort' },
      { spotToSpotConsolidation: true },
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
    });
  });

  it('is only planned for in mode observe, once', async () => {
    const corridor = await open('observe');
    corridor.cluster.addPendingPods(5, inflate);
    await corridor.until(async () => (await corridor.decisions()).length > 0);
    corridor.clock.advance(60_000);
    await corridor.until(() => Promise.resolve(true));
    expect(await corridor.decisions()).toMatchObject([
      { kind: 'Provision', state: 'Proposed', verdict: { kind: 'ObserveOnly' } },
    ]);
    expect(corridor.cloud.purchases).toBe(0);
    corridor.cluster.removePods();
    await corridor.until(async () => (await corridor.decisions())[0]?.state === 'Superseded');
  });
});

describe('an empty node', () => {
  it('goes by itself in mode auto', async () => {
    const corridor = await open('auto');
    await inflateFive(corridor);
    await deflate(corridor);
    await expectNothingLeft(corridor);
    const decision = await latest(corridor, 'Empty');
    expect(decision?.costChangeMicroUsdPerHour).toBeLessThan(0);
    const kinds = (await corridor.store.decisions.events(decision?.id ?? '')).map(
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

  it('waits for a person in mode approve', async () => {
    const corridor = await open('approve');
    await inflateFive(corridor);
    corridor.cluster.removePods();
    await corridor.until(
      async () => (await latest(corridor, 'Empty'))?.state === 'AwaitingApproval',
    );
    corridor.clock.advance(3_600_000);
    await corridor.until(() => Promise.resolve(true));
    expect(corridor.cloud.instances.size).toBe(1);
    await deflate(corridor);
    await expectNothingLeft(corridor);
    expect(await latest(corridor, 'Empty')).toMatchObject({ decidedBy: 'ada', comment: 'fine' });
  });

  it('stays when a person refuses', async () => {
    const corridor = await open('approve');
    await inflateFive(corridor);
    corridor.cluster.removePods();
    await corridor.until(
      async () => (await latest(corridor, 'Empty'))?.state === 'AwaitingApproval',
    );
    const waiting = await latest(corridor, 'Empty');
    await rejectDecision(corridor.ports, ada, {
      decisionId: waiting?.id ?? '',
      expectedVersion: waiting?.version ?? 0,
      comment: 'needed at noon',
      requestId: null,
    });
    expect(await corridor.store.decisions.find(waiting?.id ?? '')).toMatchObject({
      state: 'Rejected',
      comment: 'needed at noon',
    });
    expect(corridor.cloud.instances.size).toBe(1);
  });

  it('is not taken when pods came back before the approval', async () => {
    const corridor = await open('approve');
    await inflateFive(corridor);
    corridor.cluster.removePods();
    await corridor.until(
      async () => (await latest(corridor, 'Empty'))?.state === 'AwaitingApproval',
    );
    corridor.cluster.addPendingPods(3, inflate);
    corridor.cluster.schedule();
    await approveWhatWaits(corridor);
    await corridor.until(async () => (await latest(corridor, 'Empty'))?.state === 'Superseded');
    expect(corridor.cloud.instances.size).toBe(1);
    const [node] = corridor.cluster.nodes.values();
    expect(node?.taints).toEqual([]);
    expect(node?.pods).toHaveLength(3);
  });

  it('is told apart from a stale approval', async () => {
    const corridor = await open('approve');
    await inflateFive(corridor);
    corridor.cluster.removePods();
    await corridor.until(
      async () => (await latest(corridor, 'Empty'))?.state === 'AwaitingApproval',
    );
    const waiting = await latest(corridor, 'Empty');
    const outcome = await approveDecision(corridor.ports, ada, {
      decisionId: waiting?.id ?? '',
      expectedVersion: (waiting?.version ?? 0) - 1,
      comment: null,
      requestId: null,
    });
    expect(outcome.kind).toBe('Stale');
  });
});

describe('a worker that is killed', () => {
  it('after any effect leaves nothing bought twice, nothing lost and no decision hanging', async () => {
    const calm = await open('approve');
    await inflateFive(calm);
    await deflate(calm);
    const calls = calm.crash.calls;
    expect(calls).toBeGreaterThan(30);
    const places = new Set<string>();
    for (let crashAt = 1; crashAt <= calls; crashAt += 1) {
      const corridor = await open('approve', { crashAt });
      await inflateFive(corridor);
      expect(corridor.cloud.purchases, `after a crash ${corridor.crash.at}`).toBe(1);
      await deflate(corridor);
      await expectNothingLeft(corridor);
      if (corridor.crash.at !== null) places.add(corridor.crash.at);
    }
    expect([...places].sort()).toEqual([
      'cloud.getInstance',
      'cloud.launch',
      'cloud.terminate',
      'gateway.addTaint',
      'gateway.applyDefinition',
      'gateway.applyNodeClaim',
      'gateway.createNodeClaims',
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
  it('is taken out once its claim has ended, and left alone when nobody knows it', async () => {
    const corridor = await open('auto');
    await inflateFive(corridor);
    const [object] = corridor.cluster.nodeClaims.values();
    invariant(object !== undefined, 'the claim is shown');
    await deflate(corridor);
    corridor.cluster.nodeClaims.set(object.name, object);
    corridor.cluster.nodeClaims.set('of-karpenter', object);
    await collectGarbage(corridor.ports, corridor.clusterId);
    await corridor.until(() => Promise.resolve(!corridor.cluster.nodeClaims.has(object.name)));
    expect([...corridor.cluster.nodeClaims.keys()]).toEqual(['of-karpenter']);
  });
});

describe('an instance without a claim', () => {
  it('is ended, unless a claim that cannot be read owns it', async () => {
    const corridor = await open('auto');
    const { clusterId } = corridor;
    await inflateFive(corridor);
    corridor.cluster.nodeClaims.clear();
    corridor.clock.advance(60_000);
    const spoil = `UPDATE node_claims SET plan = '"text"' WHERE cluster_id = $1`;
    await database.pool.query(spoil, [clusterId]);
    await collectGarbage(corridor.ports, clusterId);
    const states = () => [...corridor.cloud.instances.values()].map(({ state }) => state);
    expect(states()).toEqual(['running']);
    await database.pool.query('DELETE FROM node_claims WHERE cluster_id = $1', [clusterId]);
    await collectGarbage(corridor.ports, clusterId);
    expect(states()).toEqual(['shutting-down']);
  });
});

describe('a queue that loses its jobs', () => {
  it('at any time leaves nothing bought twice, and no step undone', async () => {
    const calm = await open('auto');
    await inflateFive(calm);
    await deflate(calm);
    expect(calm.jobsBegun).toBeGreaterThan(15);
    // Neighbours are alike.
    for (let losesJobsAt = 1; losesJobsAt <= calm.jobsBegun; losesJobsAt += 2) {
      const corridor = await open('auto', { losesJobsAt });
      await inflateFive(corridor);
      expect(corridor.cloud.purchases).toBe(1);
      // It is shown a little later than it is so.
      await corridor.until(async () => {
        const [shown] = corridor.cluster.nodeClaims.values();
        return shown?.state === 'Initialized';
      });
      await deflate(corridor);
      await expectNothingLeft(corridor);
    }
  }, 120_000);
});

describe('a job that stalls', () => {
  /** Of all decisions, sorted: two runs at once may end in either order. */
  async function historyOf(corridor: Corridor): Promise<readonly string[]> {
    const decisions = await corridor.decisions();
    const lines = await Promise.all(
      decisions.map(async ({ id, kind }) =>
        (await corridor.store.decisions.events(id)).map(
          (event) => `${kind} ${event.kind} ${event.data.step ?? ''}`,
        ),
      ),
    );
    return lines.flat().toSorted();
  }

  it('after any effect, is run again and then goes on, does what it does once', async () => {
    const calm = await open('auto');
    await inflateFive(calm);
    await deflate(calm);
    const expected = await historyOf(calm);
    let stalls = 0;
    for (const stallAt of tellingPlaces(calm.crash.places, 0)) {
      const corridor = await open('auto', { stallAt });
      await inflateFive(corridor);
      expect(corridor.cloud.purchases, `a stall after call ${stallAt}`).toBe(1);
      await deflate(corridor);
      await expectNothingLeft(corridor);
      expect(await historyOf(corridor), `a stall after call ${stallAt}`).toEqual(expected);
      if (corridor.stall.hasStalled) stalls += 1;
    }
    expect(stalls).toBeGreaterThan(20);
  }, 300_000);
});
