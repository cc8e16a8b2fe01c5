import {
  type BrakeSettings,
  changeBrakeSettings,
  checkBrakes,
  createSpendLimit,
  type Decision,
  organizationAdmin,
  type Principal,
  releasePause,
  resolveNodeClasses,
  setPause,
} from '@kerf/application';
import { invariant } from '@kerf/core';
import type { PauseExtent } from '@kerf/engine';
import { aPod, aRevisionOf, fakeInstanceTypes } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';

let records: RecordSource;

/** Minutes of a cluster take thousands of statements, and the machine may be busy. */
vi.setConfig({ testTimeout: 300_000 });

beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', ...organizationAdmin };

async function open(): Promise<ClusterSimulation> {
  const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
  simulation.cluster.respawns = true;
  return simulation;
}

const addPod = ({ cluster }: ClusterSimulation, name: string): void =>
  cluster.addPods([aPod().requesting({ milliCpu: 1_500, memoryMib: 64 }).named(name).build()]);

/** The worker does this after changes, and every 10 s while rates can rise. */
const check = ({ ports, store, clusterId }: ClusterSimulation): Promise<unknown> =>
  checkBrakes({ ...ports, store }, clusterId);

const run = (simulation: ClusterSimulation, seconds: number): Promise<void> => {
  const end = simulation.clock.now() + seconds * 1_000;
  return simulation.until(async () => {
    await check(simulation);
    return simulation.clock.now() >= end;
  }, seconds + 5);
};
const isPlaced = ({ cluster }: ClusterSimulation): Promise<boolean> =>
  Promise.resolve(cluster.pending.size === 0);

async function pause(simulation: ClusterSimulation, stops: PauseExtent): Promise<string> {
  const { ports, store, clusterId } = simulation;
  const outcome = await setPause({ ...ports, store }, ada, {
    scope: { kind: 'Cluster', clusterId },
    stops,
    reason: 'bad AMI',
    requestId: null,
  });
  invariant(outcome.kind === 'Set', `the pause is set, not ${outcome.kind}`);
  return outcome.pause.id;
}

async function release({ ports, store }: ClusterSimulation, id: string): Promise<void> {
  const outcome = await releasePause({ ...ports, store }, ada, {
    id,
    expectedVersion: 'any',
    requestId: null,
  });
  expect(outcome.kind).toBe('Released');
}

async function settings(
  { ports, store, clusterId }: ClusterSimulation,
  changes: Partial<BrakeSettings>,
): Promise<void> {
  const outcome = await changeBrakeSettings({ ...ports, store }, ada, {
    clusterId,
    settings: changes,
    expectedVersion: 'any',
    requestId: null,
  });
  expect(outcome.kind).toBe('Changed');
}

/** Advances the cluster, with checks of its brakes, until the condition holds. */
const checking = (
  simulation: ClusterSimulation,
  condition: () => Promise<boolean>,
): Promise<void> =>
  simulation.until(async () => {
    await check(simulation);
    return condition();
  });

/** Spot nodes are not replaced by cheaper Spot nodes. */
function withoutSpot({ cloud }: ClusterSimulation): void {
  for (const { name } of fakeInstanceTypes) {
    for (const zone of ['us-east-1a', 'us-east-1b', 'us-east-1c']) {
      cloud.exhausted.add(`${name}/${zone}/spot`);
    }
  }
}

/** Runs five pods on one node, and ends all but the first. */
async function leaveOneOfFive(simulation: ClusterSimulation, prefix: string): Promise<void> {
  const names = [1, 2, 3, 4, 5].map((number) => `${prefix}-${number}`);
  simulation.cluster.respawns = true;
  simulation.cluster.addPods(
    names.map((name) =>
      aPod().requesting({ milliCpu: 1_000, memoryMib: 1_024 }).named(name).build(),
    ),
  );
  await checking(simulation, () => isPlaced(simulation));
  await removePods(simulation, names.slice(1));
}

const namesOfPods = ({ cluster }: ClusterSimulation): readonly string[] =>
  [...cluster.nodes.values()].flatMap(({ pods }) => pods.map(({ name }) => name));

async function removePods({ cluster }: ClusterSimulation, names: readonly string[]): Promise<void> {
  cluster.respawns = false;
  for (const name of names) {
    await cluster.deletePod(null, { uid: name, namespace: 'default', name });
  }
  cluster.respawns = true;
}

const reasonsOfPods = async (simulation: ClusterSimulation): Promise<readonly string[]> =>
  (await simulation.podVerdicts()).map((verdict) => JSON.stringify(verdict));

const ofKind = async (
  simulation: ClusterSimulation,
  kind: Decision['kind'],
): Promise<readonly Decision[]> =>
  (await simulation.decisions()).filter((decision) => decision.kind === kind);

async function allowTwoAtATime({ store, clusterId }: ClusterSimulation): Promise<void> {
  const [pool] = await store.definitions.nodePools(clusterId);
  invariant(pool !== undefined, 'the cluster has a NodePool');
  const disruption = { ...pool.spec.disruption, budgets: [{ nodes: '2' }] };
  const changed = { ...pool, revision: pool.revision + 1, spec: { ...pool.spec, disruption } };
  await store.definitions.save(changed, aRevisionOf(changed));
}

describe('a pause', () => {
  it('stops launches, says why for the pods, and lets them go on when it is released', async () => {
    const simulation = await open();
    const id = await pause(simulation, 'DisruptionAndLaunches');
    addPod(simulation, 'web');
    await run(simulation, 30);
    expect(simulation.cloud.launchCount).toBe(0);
    const reasons = await reasonsOfPods(simulation);
    expect(reasons.at(-1)).toContain('LAUNCHES_PAUSED');
    expect(reasons.at(-1)).toContain('bad AMI');
    await release(simulation, id);
    await simulation.until(() => isPlaced(simulation));
    expect(simulation.cloud.launchCount).toBe(1);
  });

  it('stops the removal of empty nodes until it is released', async () => {
    const simulation = await open();
    addPod(simulation, 'web');
    await simulation.until(() => isPlaced(simulation));
    const id = await pause(simulation, 'Disruption');
    simulation.cluster.respawns = false;
    await simulation.cluster.deletePod(null, { uid: 'web', namespace: 'default', name: 'web' });
    await run(simulation, 90);
    expect(await ofKind(simulation, 'Empty')).toEqual([]);
    expect(simulation.cluster.nodes.size).toBe(1);
    await release(simulation, id);
    await simulation.until(() => Promise.resolve(simulation.cluster.nodes.size === 0));
  });
});

describe('the runaway brake', () => {
  it('stops the roll-out of a bad AMI after the first nodes that did not join', async () => {
    const simulation = await open();
    const { cloud, ports, clusterId, store } = simulation;
    await settings(simulation, { registrationFailures: 2, registrationOverdueMs: 20_000 });
    for (const name of ['a', 'b', 'c', 'd']) {
      addPod(simulation, name);
      await simulation.until(() => isPlaced(simulation));
    }
    await allowTwoAtATime(simulation);
    const before = simulation.cluster.nodes.size;
    const launched = cloud.launchCount;
    cloud.selected = { ...cloud.selected, imageId: 'ami-bad' };
    simulation.badImages.add('ami-bad');
    await resolveNodeClasses(ports, { clusterId });
    const inForce = async () => store.pauses.ofCluster(clusterId, null);
    await simulation.until(async () => {
      await check(simulation);
      return (await inForce()).length > 0;
    }, 3_000);
    expect(await inForce()).toMatchObject([
      { cause: 'RunawayBrake', scope: { kind: 'NodePool' }, stops: 'DisruptionAndLaunches' },
    ]);
    const stopped = cloud.launchCount;
    expect(stopped - launched).toBe(2);
    await run(simulation, 120);
    expect(cloud.launchCount).toBe(stopped);
    expect(simulation.cluster.nodes.size).toBe(before);
    expect((await ofKind(simulation, 'Drift')).map(({ state }) => state)).not.toContain('Executed');
  });
});

describe('the flap detector', () => {
  it('freezes consolidation that replaces the same shape again, until a person releases it', async () => {
    const simulation = await open();
    const { store, clusterId, cluster } = simulation;
    withoutSpot(simulation);
    await settings(simulation, { flapRepeats: 2 });
    const replaced = async () =>
      (await ofKind(simulation, 'Consolidate')).filter(({ state }) => state === 'Executed').length;
    await leaveOneOfFive(simulation, 'a');
    await checking(simulation, async () => (await replaced()) === 1);
    // A moved pod has another name.
    await removePods(simulation, namesOfPods(simulation));
    await checking(simulation, () => Promise.resolve(cluster.nodes.size === 0));
    expect(await store.pauses.ofCluster(clusterId, null)).toEqual([]);

    await leaveOneOfFive(simulation, 'b');
    const inForce = async () => store.pauses.ofCluster(clusterId, null);
    await checking(simulation, async () => (await inForce()).length > 0);
    const [freeze] = await inForce();
    expect(freeze).toMatchObject({
      cause: 'FlapDetector',
      stops: 'Consolidation',
      scope: { kind: 'NodePool' },
      evidence: { rule: 'SameShapeReplaced', observed: 2, threshold: 2 },
    });
    expect(freeze?.evidence?.steps).toHaveLength(2);
    const before = await replaced();

    await leaveOneOfFive(simulation, 'c');
    await run(simulation, 90);
    expect(await replaced()).toBe(before);
    await release(simulation, freeze?.id ?? '');
    await checking(simulation, async () => (await replaced()) > before);
  });
});

describe('a spend limit', () => {
  it('holds pods whose node would exceed it, with the reason', async () => {
    const simulation = await open();
    const { ports, store, clusterId } = simulation;
    await createSpendLimit({ ...ports, store }, ada, {
      scope: { kind: 'Cluster', clusterId },
      hourlyMicroUsd: 1,
      monthlyMicroUsd: null,
      blocksLaunches: false,
      requestId: null,
    });
    addPod(simulation, 'web');
    await run(simulation, 30);
    expect(simulation.cloud.launchCount).toBe(0);
    expect((await reasonsOfPods(simulation)).at(-1)).toContain('SPEND_LIMIT_EXCEEDED');
  });
});
