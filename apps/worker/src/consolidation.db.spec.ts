import {
  approveDecision,
  type Decision,
  expireNodeClaims,
  type NodePoolDefinition,
  type Principal,
} from '@kerf/application';
import { AppError, invariant } from '@kerf/core';
import { type Database, openFreshDatabase } from '@kerf/db';
import type { ClusterMode } from '@kerf/engine';
import { aRevisionOf, fakeInstanceTypes } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { Corridor } from './testing/corridor.js';
import { tellingPlaces } from './testing/crash-switch.js';

const migrations = new URL('../../../prisma/migrations', import.meta.url).pathname;
const giB = 1024 ** 3;
const inflate = { cpu: 1000, memory: giB };
const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', scope: 'write' };
let database: Database;

/** Minutes of a cluster are thousands of statements, and the machine may be busy. */
vi.setConfig({ testTimeout: 300_000 });

beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
});
afterAll(() => database.close());

/** Five pods on one on-demand node; evicted pods come back. */
async function openBusy(
  mode: ClusterMode,
  crashAt = 0,
  prepare: (corridor: Corridor) => Promise<void> = () => Promise.resolve(),
): Promise<Corridor> {
  const corridor = await Corridor.open(database, { mode, crashAt });
  await prepare(corridor);
  exhaustSpot(corridor);
  corridor.cluster.respawns = true;
  corridor.cluster.addPendingPods(5, inflate);
  await corridor.until(async () => {
    const decisions = await corridor.decisions();
    return (
      corridor.cluster.pending.size === 0 && decisions.some(({ state }) => state === 'Executed')
    );
  });
  corridor.cloud.exhausted.clear();
  return corridor;
}

function exhaustSpot(corridor: Corridor): void {
  for (const { name } of fakeInstanceTypes) {
    for (const zone of ['us-east-1a', 'us-east-1b', 'us-east-1c']) {
      corridor.cloud.exhausted.add(`${name}/${zone}/spot`);
    }
  }
}

/** All pods but one end for good. */
async function scaleToOne(corridor: Corridor): Promise<void> {
  corridor.cluster.respawns = false;
  for (const uid of ['pod-2', 'pod-3', 'pod-4', 'pod-5']) {
    await corridor.cluster.deletePod(null, { uid, namespace: 'default', name: uid });
  }
  corridor.cluster.respawns = true;
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
    comment: null,
    requestId: null,
  });
}

/** Until the decision ended so, and all pods run. */
const ended = (corridor: Corridor, kind: Decision['kind'], state: Decision['state']) =>
  corridor.until(async () => {
    await approveWhatWaits(corridor);
    const decision = await latest(corridor, kind);
    return decision?.state === state && corridor.cluster.pending.size === 0;
  });

const podsOf = (corridor: Corridor): number =>
  [...corridor.cluster.nodes.values()].reduce((sum, { pods }) => sum + pods.length, 0);

async function stepsOf(corridor: Corridor, decision: Decision): Promise<readonly string[]> {
  const events = await corridor.store.decisions.events(decision.id);
  return events.map(({ kind, data }) => (kind === 'StepDone' ? `${data.step}` : kind));
}

describe('an underused node', () => {
  it('is replaced by a cheaper one with consent, its pods moved after the new one is ready', async () => {
    const corridor = await openBusy('approve');
    await scaleToOne(corridor);
    await corridor.until(
      async () => (await latest(corridor, 'Consolidate'))?.state === 'AwaitingApproval',
    );
    const requested = await latest(corridor, 'Consolidate');
    invariant(requested?.body.type === 'Disrupt', 'a consolidation is a disruption');
    expect(requested.body.command).toMatchObject({
      method: 'SingleNodeConsolidation',
      candidates: [{ instanceType: 'c5.2xlarge', priceMicroUsdPerHour: 340_000 }],
      replacements: [{ expected: { instanceType: 'c5.large', priceMicroUsdPerHour: 34_000 } }],
      moves: [{ pod: 'default/pod-1', to: 'claim-0001' }],
      savingMicroUsdPerHour: 306_000,
    });
    expect(corridor.cloud.purchases).toBe(1);

    await ended(corridor, 'Consolidate', 'Executed');
    const done = await latest(corridor, 'Consolidate');
    expect(done).toMatchObject({
      decidedBy: 'ada',
      costChangeMicroUsdPerHour: -306_000,
      achievedSavingMicroUsdPerHour: 306_000,
    });
    expect(await stepsOf(corridor, requested)).toEqual([
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
    expect([...corridor.cloud.instances.values()].map((one) => one.instanceType)).toEqual([
      'c5.large',
    ]);
    expect(podsOf(corridor)).toBe(1);
  });

  it('stays, untainted, when its replacement cannot be bought', async () => {
    const corridor = await openBusy('approve');
    await scaleToOne(corridor);
    await corridor.until(
      async () => (await latest(corridor, 'Consolidate'))?.state === 'AwaitingApproval',
    );
    exhaustSpot(corridor);
    await ended(corridor, 'Consolidate', 'Failed');
    const [node] = corridor.cluster.nodes.values();
    expect(node).toMatchObject({ taints: [], pods: [{ uid: 'pod-1' }] });
    expect(corridor.cloud.purchases).toBe(1);
    expect(await corridor.store.decisions.open(corridor.clusterId)).toEqual([]);
  });

  it('says in its history what delays an approved decision, once, and goes on when it can', async () => {
    const corridor = await openBusy('approve');
    await scaleToOne(corridor);
    await corridor.until(
      async () => (await latest(corridor, 'Consolidate'))?.state === 'AwaitingApproval',
    );
    let refusals = 0;
    corridor.cluster.addTaint = () => {
      refusals += 1;
      const message = 'the API server answered 503 to PATCH nodes';
      const retry = { kind: 'backoff' } as const;
      return Promise.reject(new AppError({ code: 'CLUSTER.FAILED', message, retry }));
    };
    await corridor.until(async () => {
      await approveWhatWaits(corridor);
      return refusals > 2;
    });
    expect((await latest(corridor, 'Consolidate'))?.state).toBe('Approved');
    // The method of the class is there again.
    Reflect.deleteProperty(corridor.cluster, 'addTaint');
    await ended(corridor, 'Consolidate', 'Executed');
    const done = await latest(corridor, 'Consolidate');
    invariant(done !== undefined, 'it was proposed');
    const events = await corridor.store.decisions.events(done.id);
    expect(events.filter(({ kind }) => kind === 'ExecutionDelayed')).toMatchObject([
      { data: { detail: 'the API server answered 503 to PATCH nodes' } },
    ]);
    expect(await stepsOf(corridor, done)).toEqual(
      expect.arrayContaining(['Approved', 'ExecutionDelayed', 'ExecutionStarted', 'Executed']),
    );
  });

  it('is left alone when its pods came back before the approval', async () => {
    const corridor = await openBusy('approve');
    await scaleToOne(corridor);
    await corridor.until(
      async () => (await latest(corridor, 'Consolidate'))?.state === 'AwaitingApproval',
    );
    corridor.cluster.addPendingPods(4, { cpu: 1_500, memory: giB });
    corridor.cluster.schedule();
    await ended(corridor, 'Consolidate', 'Superseded');
    expect(corridor.cloud.instances.size).toBe(1);
    expect([...corridor.cluster.nodes.values()][0]?.taints).toEqual([]);
  });
});

async function changePool(
  corridor: Corridor,
  change: (pool: NodePoolDefinition) => Partial<NodePoolDefinition>,
): Promise<void> {
  const [pool] = await corridor.store.definitions.nodePools(corridor.clusterId);
  invariant(pool !== undefined, 'the cluster has a pool');
  const changed = { ...pool, ...change(pool), revision: pool.revision + 1 };
  await corridor.store.definitions.save(changed, aRevisionOf(changed));
}

describe('a node whose definition changed', () => {
  it('is replaced, whatever that costs', async () => {
    const corridor = await openBusy('approve');
    await changePool(corridor, ({ driftHash }) => ({ driftHash: `${driftHash}-changed` }));
    await ended(corridor, 'Drift', 'Executed');
    const decision = await latest(corridor, 'Drift');
    expect(decision).toMatchObject({
      body: { command: { reason: 'Drifted', candidates: [{}], replacements: [{}] } },
    });
    expect(corridor.cloud.purchases).toBe(2);
    expect(corridor.cloud.instances.size).toBe(1);
    expect(podsOf(corridor)).toBe(5);
  });
});

describe('a node that has lived as long as its NodePool lets it', () => {
  const expireAfter = (corridor: Corridor, term: string) =>
    changePool(corridor, ({ spec, driftHash }) => ({
      driftHash: `${driftHash}-${term}`,
      spec: {
        ...spec,
        disruption: { ...spec.disruption, consolidateAfter: 'Never' },
        template: { ...spec.template, spec: { ...spec.template.spec, expireAfter: term } },
      },
    }));

  it('keeps the terms it was requested with; a shorter expireAfter is drift, within budgets', async () => {
    const corridor = await openBusy('approve');
    await expireAfter(corridor, '1m');
    corridor.clock.advance(3_600_000);
    await expireNodeClaims(corridor.ports, corridor.clusterId);
    expect(await latest(corridor, 'Expire')).toBeUndefined();
    expect(corridor.cloud.instances.size).toBe(1);
    await ended(corridor, 'Drift', 'Executed');
    expect(await latest(corridor, 'Drift')).toMatchObject({ decidedBy: 'ada' });
    expect(await latest(corridor, 'Expire')).toBeUndefined();
  });

  it('is terminated without approval, and its pods find a new one', async () => {
    const corridor = await openBusy('approve', 0, (opened) => expireAfter(opened, '1h'));
    await expireNodeClaims(corridor.ports, corridor.clusterId);
    expect(await latest(corridor, 'Expire')).toBeUndefined();
    corridor.clock.advance(3_600_000);
    await expireNodeClaims(corridor.ports, corridor.clusterId);
    await ended(corridor, 'Expire', 'Executed');
    expect(await latest(corridor, 'Expire')).toMatchObject({
      podCount: 5,
      body: { type: 'Remove', reason: 'Expired', interruption: null },
    });
    expect(corridor.cloud.purchases).toBe(2);
    expect(corridor.cloud.instances.size).toBe(1);
  });
});

describe('a worker that is killed while a node is replaced', () => {
  it('after any effect buys one replacement, loses no pod and leaves no decision open', async () => {
    const calm = await openBusy('auto');
    const before = calm.crash.calls;
    await scaleToOne(calm);
    await ended(calm, 'Consolidate', 'Executed');
    for (const crashAt of tellingPlaces(calm.crash.places, before)) {
      const corridor = await openBusy('auto', crashAt);
      await scaleToOne(corridor);
      await ended(corridor, 'Consolidate', 'Executed');
      expect({
        crash: corridor.crash.at,
        purchases: corridor.cloud.purchases,
        instances: corridor.cloud.instances.size,
        pods: podsOf(corridor),
        open: await corridor.store.decisions.open(corridor.clusterId),
      }).toMatchObject({ purchases: 2, instances: 1, pods: 1, open: [] });
    }
  });
});
