import { type Decision, readScheduledEvents } from '@kerf/application';
import { invariant } from '@kerf/core';
import type { ClusterMode } from '@kerf/engine';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { crashPoints } from '../../testing/crash-switch.js';
import {
  openRecords,
  type RecordedInterruption,
  type RecordSource,
} from '../../testing/simulation-records.js';

const giB = 1024 ** 3;
const inflate = { cpu: 1000, memory: giB };
let records: RecordSource;

/** Minutes of a cluster take thousands of statements, and the machine may be busy. */
vi.setConfig({ testTimeout: 300_000 });

beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

/** A cluster whose pods run on launched nodes; evicted pods are created again. */
async function openWith(
  pods: { readonly count: number; readonly requests?: { cpu: number; memory: number } },
  mode: ClusterMode = 'auto',
  crashAt = 0,
): Promise<ClusterSimulation> {
  const simulation = await ClusterSimulation.open(records.open(), { mode, crashAt });
  simulation.cluster.respawns = true;
  simulation.cluster.addPendingPods(pods.count, pods.requests ?? inflate);
  await simulation.until(async () => {
    const [decision] = await simulation.decisions();
    return simulation.cluster.pending.size === 0 && decision?.state === 'Executed';
  });
  return simulation;
}

const instancesOf = (simulation: ClusterSimulation): readonly string[] => [
  ...simulation.cloud.instances.keys(),
];

async function removals(simulation: ClusterSimulation): Promise<readonly Decision[]> {
  return (await simulation.decisions()).filter(({ kind }) => kind === 'Interrupt');
}

/** Milliseconds from the warning to the decision on a replacement. */
function replacedWithin({ replacementRequestedAt, receivedAt }: RecordedInterruption): number {
  return (replacementRequestedAt ?? Infinity) - receivedAt;
}

/** Drained, and its instance terminated, before AWS terminates it. */
function inTime({ drainedAt, endedAt, deadline }: RecordedInterruption): boolean {
  const last = Math.max(drainedAt ?? Infinity, endedAt ?? Infinity);
  return deadline !== null && last < deadline;
}

/** Every interrupted node is removed and all pods run again. */
const overcome = (simulation: ClusterSimulation, nodes: number) =>
  simulation.until(async () => {
    const decisions = await removals(simulation);
    return (
      decisions.length === nodes &&
      decisions.every(({ state }) => state === 'Executed') &&
      simulation.cluster.pending.size === 0
    );
  });

describe('a spot warning', () => {
  it('drains the node in time and replaces it immediately, without approval', async () => {
    const simulation = await openWith({ count: 5 }, 'approve');
    const [warned = ''] = instancesOf(simulation);
    const interrupted = simulation.cloud.instances.get(warned);
    simulation.interrupt([warned]);
    await overcome(simulation, 1);

    const [decision] = await removals(simulation);
    const [leaving = ''] = decision?.nodeClaimIds ?? [];
    expect(await simulation.store.nodeClaims.find(leaving)).toMatchObject({
      termination: { reason: 'Interrupted', interruption: 'SpotInterrupted' },
    });
    const [interruption] = await simulation.interruptions();
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

    // One node replaces one, of another offering, and before the pods were evicted.
    expect(simulation.cloud.launchCount).toBe(2);
    const [instance, ...others] = simulation.cloud.instances.values();
    expect(others).toEqual([]);
    expect([instance?.instanceType, instance?.zone]).not.toEqual([
      interrupted?.instanceType,
      interrupted?.zone,
    ]);
    const claims = await simulation.nodeClaims();
    expect(claims.map(({ state }) => state)).toEqual(['Terminated', 'Initialized']);
    expect(interruption.replacementClaimIds).toEqual([claims[1]?.id]);
  });

  it('is in the history with its pods and deadline', async () => {
    const simulation = await openWith({ count: 2 });
    simulation.interrupt(instancesOf(simulation));
    await overcome(simulation, 1);
    const [decision] = await removals(simulation);
    expect(decision).toMatchObject({
      verdict: { kind: 'Auto' },
      podCount: 2,
      body: { type: 'Remove', reason: 'Interrupted', interruption: { kind: 'SpotInterrupted' } },
    });
    const kinds = (await simulation.store.decisions.events(decision?.id ?? '')).map(
      ({ kind }) => kind,
    );
    expect(kinds).toEqual(['Proposed', 'ExecutionStarted', 'NodeClaimTerminated', 'Executed']);
  });

  it('respects PodDisruptionBudgets; blocked pods end with the instance and are reported', async () => {
    const simulation = await openWith({ count: 3 });
    simulation.cluster.protectedPods.add('pod-2');
    simulation.interrupt(instancesOf(simulation));
    await overcome(simulation, 1);
    const [interruption] = await simulation.interruptions();
    expect(interruption).toMatchObject({ outcome: 'PodsLost', lostPods: ['default/pod-2'] });
    expect(interruption?.drainedAt).toBe(interruption?.deadline);
    const [decision] = await removals(simulation);
    expect(await simulation.store.decisions.events(decision?.id ?? '')).toContainEqual(
      expect.objectContaining({
        kind: 'StepDone',
        data: expect.objectContaining({
          detail: 'not evicted before the instance ended: default/pod-2',
        }),
      }),
    );
  });

  it('that is delivered twice has one effect', async () => {
    const simulation = await openWith({ count: 2 });
    const [warned = ''] = instancesOf(simulation);
    simulation.interrupt([warned]);
    await overcome(simulation, 1);
    simulation.interrupt([warned]);
    await simulation.until(() => Promise.resolve(true));
    expect(await simulation.interruptions()).toHaveLength(1);
    expect(await removals(simulation)).toHaveLength(1);
  });
});

describe('interruption of many spot nodes', () => {
  it('over 50 nodes: replacements within 2 s, every node drained before its deadline', async () => {
    const simulation = await openWith({ count: 50, requests: { cpu: 7_000, memory: 10 * giB } });
    const warned = instancesOf(simulation);
    expect(warned).toHaveLength(50);
    simulation.interrupt(warned);
    await overcome(simulation, 50);
    const interruptions = await simulation.interruptions();
    expect(interruptions).toHaveLength(50);
    expect(Math.max(...interruptions.map(replacedWithin))).toBeLessThanOrEqual(2_000);
    expect(interruptions.every(inTime)).toBe(true);
    expect(simulation.cloud.instances.size).toBe(50);
    expect(simulation.cloud.launchCount).toBe(100);
  });
});

describe('a worker that is killed while nodes are interrupted', () => {
  it('after any port call loses no warning and launches nothing twice', async () => {
    const calm = await openWith({ count: 3 });
    const before = calm.crash.calls;
    calm.interrupt(instancesOf(calm));
    await overcome(calm, 1);
    for (const crashAt of crashPoints(calm.crash.calledMethods, before)) {
      const simulation = await openWith({ count: 3 }, 'auto', crashAt);
      simulation.interrupt(instancesOf(simulation));
      await overcome(simulation, 1);
      expect({
        crash: simulation.crash.at,
        launchCount: simulation.cloud.launchCount,
        instances: simulation.cloud.instances.size,
        interruptions: await simulation.interruptions(),
        open: await simulation.store.decisions.open(simulation.clusterId),
        deletions: (await simulation.decisions()).filter(({ kind }) => kind === 'Delete'),
      }).toMatchObject({
        deletions: [],
        launchCount: 2,
        instances: 1,
        interruptions: [
          { outcome: 'Drained', replacementClaimIds: [expect.stringMatching(/^ncl_/)] },
        ],
        open: [],
      });
    }
  });
});

describe('a scheduled event of an instance', () => {
  const schedule = ({ cloud }: ClusterSimulation, ...instanceIds: readonly string[]): void => {
    for (const instanceId of instanceIds) {
      cloud.scheduledEvents.push({ id: `event-${instanceId}`, instanceId });
    }
  };

  it('drains its node once, and no other node', async () => {
    const simulation = await openWith({ count: 5 }, 'approve');
    const [due = ''] = instancesOf(simulation);
    schedule(simulation, due, 'i-elsewhere');
    for (let read = 0; read < 3; read += 1) {
      await readScheduledEvents(simulation.ports, simulation.clusterId);
    }
    await overcome(simulation, 1);
    expect(await simulation.interruptions()).toMatchObject([
      { kind: 'ScheduledChange', instanceId: due, outcome: 'Drained', deadline: null },
    ]);
    expect(instancesOf(simulation)).not.toContain(due);
  });

  it('has no effect in mode observe', async () => {
    const simulation = await openWith({ count: 5 });
    schedule(simulation, ...instancesOf(simulation));
    const cluster = await simulation.store.clusters.find(simulation.clusterId);
    invariant(cluster !== null, 'it is registered');
    await simulation.store.clusters.save({ ...cluster, configuredMode: 'observe' });
    await readScheduledEvents(simulation.ports, simulation.clusterId);
    expect(await simulation.interruptions()).toEqual([]);
  });
});
