import { type Decision, readScheduledEvents } from '@kerf/application';
import { invariant } from '@kerf/core';
import { type Database, type InterruptionSummary, openFreshDatabase } from '@kerf/db';
import type { ClusterMode } from '@kerf/engine';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { Corridor } from './testing/corridor.js';
import { tellingPlaces } from './testing/crash-switch.js';

const migrations = new URL('../../../prisma/migrations', import.meta.url).pathname;
const giB = 1024 ** 3;
const inflate = { cpu: 1000, memory: giB };
let database: Database;

/** Minutes of a cluster are thousands of statements, and the machine may be busy. */
vi.setConfig({ testTimeout: 300_000 });

beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
});
afterAll(() => database.close());

/** A cluster whose pods run on nodes that were bought for them; evicted pods come back. */
async function openWith(
  pods: { readonly count: number; readonly requests?: { cpu: number; memory: number } },
  mode: ClusterMode = 'auto',
  crashAt = 0,
): Promise<Corridor> {
  const corridor = await Corridor.open(database, { mode, crashAt });
  corridor.cluster.respawns = true;
  corridor.cluster.addPendingPods(pods.count, pods.requests ?? inflate);
  await corridor.until(async () => {
    const [decision] = await corridor.decisions();
    return corridor.cluster.pending.size === 0 && decision?.state === 'Executed';
  });
  return corridor;
}

const instancesOf = (corridor: Corridor): readonly string[] => [...corridor.cloud.instances.keys()];

async function removals(corridor: Corridor): Promise<readonly Decision[]> {
  return (await corridor.decisions()).filter(({ kind }) => kind === 'Interrupt');
}

/** From the warning to the decision on a replacement, in ms. */
function replacedWithin({ replacementRequestedAt, receivedAt }: InterruptionSummary): number {
  return (replacementRequestedAt ?? Infinity) - receivedAt;
}

/** Drained, and its instance ended, before AWS does it. */
function inTime({ drainedAt, endedAt, deadline }: InterruptionSummary): boolean {
  const last = Math.max(drainedAt ?? Infinity, endedAt ?? Infinity);
  return deadline !== null && last < deadline;
}

/** Every warned node is gone and all pods run again. */
const overcome = (corridor: Corridor, nodes: number) =>
  corridor.until(async () => {
    const decisions = await removals(corridor);
    return (
      decisions.length === nodes &&
      decisions.every(({ state }) => state === 'Executed') &&
      corridor.cluster.pending.size === 0
    );
  });

describe('a spot warning', () => {
  it('has the node drained in time and replaced at once, with nobody asked', async () => {
    const corridor = await openWith({ count: 5 }, 'approve');
    const [warned = ''] = instancesOf(corridor);
    const bought = corridor.cloud.instances.get(warned);
    corridor.interrupt([warned]);
    await overcome(corridor, 1);

    const [decision] = await removals(corridor);
    const [leaving = ''] = decision?.nodeClaimIds ?? [];
    expect(await corridor.store.nodeClaims.find(leaving)).toMatchObject({
      termination: { reason: 'Interrupted', interruption: 'SpotInterrupted' },
    });
    const [interruption] = await corridor.interruptions();
    expect(interruption).toMatchObject({
      kind: 'SpotInterrupted',
      outcome: 'Drained',
      podCount: 5,
      nodePool: 'default',
      instanceId: warned,
    });
    invariant(interruption !== undefined, 'the warning is on record');
    expect(replacedWithin(interruption)).toBeLessThanOrEqual(1_000);
    expect(inTime(interruption)).toBe(true);

    // One node instead of one, bought elsewhere, and before the pods were evicted.
    expect(corridor.cloud.purchases).toBe(2);
    const [instance, ...others] = corridor.cloud.instances.values();
    expect(others).toEqual([]);
    expect([instance?.instanceType, instance?.zone]).not.toEqual([
      bought?.instanceType,
      bought?.zone,
    ]);
    const claims = await database.prisma.nodeClaim.findMany({
      where: { clusterId: corridor.clusterId },
      orderBy: { id: 'asc' },
    });
    expect(claims.map(({ state }) => state)).toEqual(['Terminated', 'Initialized']);
    expect(interruption.replacementClaimIds).toEqual([claims[1]?.id]);
  });

  it('is in the history: which pods, and by when', async () => {
    const corridor = await openWith({ count: 2 });
    corridor.interrupt(instancesOf(corridor));
    await overcome(corridor, 1);
    const [decision] = await removals(corridor);
    expect(decision).toMatchObject({
      verdict: { kind: 'Auto' },
      podCount: 2,
      body: { type: 'Remove', reason: 'Interrupted', interruption: { kind: 'SpotInterrupted' } },
    });
    const kinds = (await corridor.store.decisions.events(decision?.id ?? '')).map(
      ({ kind }) => kind,
    );
    expect(kinds).toEqual(['Proposed', 'ExecutionStarted', 'NodeClaimTerminated', 'Executed']);
  });

  it('does not break a PodDisruptionBudget: what it kept goes down with the instance, and is named', async () => {
    const corridor = await openWith({ count: 3 });
    corridor.cluster.protectedPods.add('pod-2');
    corridor.interrupt(instancesOf(corridor));
    await overcome(corridor, 1);
    const [interruption] = await corridor.interruptions();
    expect(interruption).toMatchObject({ outcome: 'PodsLost', lostPods: ['default/pod-2'] });
    expect(interruption?.drainedAt).toBe(interruption?.deadline);
    const [decision] = await removals(corridor);
    expect(await corridor.store.decisions.events(decision?.id ?? '')).toContainEqual(
      expect.objectContaining({
        kind: 'StepDone',
        data: expect.objectContaining({
          detail: 'not evicted before the instance ended: default/pod-2',
        }),
      }),
    );
  });

  it('that comes twice is acted on once', async () => {
    const corridor = await openWith({ count: 2 });
    const [warned = ''] = instancesOf(corridor);
    corridor.interrupt([warned]);
    await overcome(corridor, 1);
    corridor.interrupt([warned]);
    await corridor.until(() => Promise.resolve(true));
    expect(await corridor.interruptions()).toHaveLength(1);
    expect(await removals(corridor)).toHaveLength(1);
  });
});

describe('a spot storm', () => {
  it('over 50 nodes: replacements within 2 s, every node drained before its deadline', async () => {
    const corridor = await openWith({ count: 50, requests: { cpu: 7_000, memory: 10 * giB } });
    const warned = instancesOf(corridor);
    expect(warned).toHaveLength(50);
    corridor.interrupt(warned);
    await overcome(corridor, 50);
    const interruptions = await corridor.interruptions();
    expect(interruptions).toHaveLength(50);
    expect(Math.max(...interruptions.map(replacedWithin))).toBeLessThanOrEqual(2_000);
    expect(interruptions.every(inTime)).toBe(true);
    expect(corridor.cloud.instances.size).toBe(50);
    expect(corridor.cloud.purchases).toBe(100);
  });
});

describe('a worker that is killed while nodes are interrupted', () => {
  it('after any effect loses no warning and buys nothing twice', async () => {
    const calm = await openWith({ count: 3 });
    const before = calm.crash.calls;
    calm.interrupt(instancesOf(calm));
    await overcome(calm, 1);
    for (const crashAt of tellingPlaces(calm.crash.places, before)) {
      const corridor = await openWith({ count: 3 }, 'auto', crashAt);
      corridor.interrupt(instancesOf(corridor));
      await overcome(corridor, 1);
      expect({
        crash: corridor.crash.at,
        purchases: corridor.cloud.purchases,
        instances: corridor.cloud.instances.size,
        interruptions: await corridor.interruptions(),
        open: await corridor.store.decisions.open(corridor.clusterId),
      }).toMatchObject({
        purchases: 2,
        instances: 1,
        interruptions: [
          { outcome: 'Drained', replacementClaimIds: [expect.stringMatching(/^ncl_/)] },
        ],
        open: [],
      });
    }
  });
});

describe('work that AWS has scheduled on an instance', () => {
  const schedule = ({ cloud }: Corridor, ...instanceIds: readonly string[]): void => {
    for (const instanceId of instanceIds) {
      cloud.scheduledEvents.push({ id: `event-${instanceId}`, instanceId });
    }
  };

  it('has its node drained once, however often it is read, and nobody else’s', async () => {
    const corridor = await openWith({ count: 5 }, 'approve');
    const [due = ''] = instancesOf(corridor);
    schedule(corridor, due, 'i-elsewhere');
    for (let read = 0; read < 3; read += 1) {
      await readScheduledEvents(corridor.ports, corridor.clusterId);
    }
    await overcome(corridor, 1);
    expect(await corridor.interruptions()).toMatchObject([
      { kind: 'ScheduledChange', instanceId: due, outcome: 'Drained', deadline: null },
    ]);
    expect(instancesOf(corridor)).not.toContain(due);
  });

  it('is left alone in mode observe', async () => {
    const corridor = await openWith({ count: 5 });
    schedule(corridor, ...instancesOf(corridor));
    const cluster = await corridor.store.clusters.find(corridor.clusterId);
    invariant(cluster !== null, 'it is registered');
    await corridor.store.clusters.save({ ...cluster, configuredMode: 'observe' });
    await readScheduledEvents(corridor.ports, corridor.clusterId);
    expect(await corridor.interruptions()).toEqual([]);
  });
});
