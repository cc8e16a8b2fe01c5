import {
  deleteDefinition,
  type NodeClaim,
  observeNodeClaim,
  organizationAdmin,
  type Principal,
} from '@kerf/application';
import { AppError, invariant } from '@kerf/core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createHandlers } from '../../jobs/job-handlers.js';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';
import {
  approvePending,
  ended,
  latest,
  openBusy,
  scaleToOne,
} from '../../testing/underutilized-node.js';

/*
 * Changes by hand or by accident in the middle of a disruption. A PodDisruptionBudget that
 * selects nothing or everything is in drainability.spec, a schedule that never fires in
 * budget-schedule.spec, an instance that does not terminate in termination-stall.spec.
 */

const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', ...organizationAdmin };
let records: RecordSource;
vi.setConfig({ testTimeout: 300_000 });
beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

const minutes = (count: number): number => count * 60_000;

/** Checks NodeClaims as the worker does each minute, and returns the findings as pages show them. */
async function findings(simulation: ClusterSimulation) {
  const { clusterId, store } = simulation;
  await createHandlers({ ...simulation.ports, store })['node-claim.check-liveness']({ clusterId });
  return simulation.findings();
}

/** A node with one small pod, and the approved decision to replace it by a cheaper one. */
async function openReplacing(prepare: (simulation: ClusterSimulation) => void) {
  const simulation = await openBusy(records.open(), 'approve');
  await scaleToOne(simulation);
  await simulation.until(
    async () => (await latest(simulation, 'Consolidate'))?.state === 'AwaitingApproval',
  );
  prepare(simulation);
  await approvePending(simulation);
  return simulation;
}

const step = async (simulation: ClusterSimulation) =>
  (await latest(simulation, 'Consolidate'))?.executionStep;

const untilLaunched = (simulation: ClusterSimulation) =>
  simulation.until(
    async () =>
      (await simulation.store.nodeClaims.inStates(simulation.clusterId, ['Launched'])).length > 0,
  );

const imagesOf = ({ cloud }: ClusterSimulation) =>
  [...cloud.instances.values()].map(({ imageId }) => imageId);

describe('a launch that makes no progress', () => {
  it('is a finding after ten minutes with cause, cost and remedy, until the node joins', async () => {
    const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
    simulation.cluster.makeReady = () => undefined;
    simulation.cluster.addPendingPods(1, { cpu: 500, memory: 1024 ** 3 });
    await simulation.until(
      async () =>
        (await simulation.store.nodeClaims.inStates(simulation.clusterId, ['Registered']))
          .length === 1,
    );
    expect(await findings(simulation)).toEqual([]);
    simulation.clock.advance(minutes(10));
    const [found, ...others] = await findings(simulation);
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      code: 'LAUNCH_STALLED',
      object: expect.stringMatching(/^NodeClaim\/default-/),
      message: expect.stringMatching(
        /^The launch of the node has made no progress for 10m: node .* is not Ready\. It costs \$0\.\d+ per hour\.$/,
      ),
      remedy: expect.stringContaining('the logs of its kubelet'),
    });
    Reflect.deleteProperty(simulation.cluster, 'makeReady');
    await simulation.until(async () => simulation.cluster.pending.size === 0);
    expect(await findings(simulation)).toEqual([]);
  });
});

describe('a replacement that never initializes', () => {
  it('fails the command, whose node stays untainted, and its instance is terminated', async () => {
    const simulation = await openReplacing(({ badImages, cluster, cloud }) => {
      for (const { imageId } of cloud.instances.values()) badImages.add(imageId);
      expect(cluster.nodes.size).toBe(1);
    });
    await untilLaunched(simulation);
    expect(imagesOf(simulation)).toHaveLength(2);
    const [replacement] = await simulation.store.nodeClaims.inStates(simulation.clusterId, [
      'Launched',
    ]);
    invariant(replacement !== undefined, 'the replacement was launched');
    simulation.clock.advance(minutes(10));
    const reported = await findings(simulation);
    expect(reported.map(({ code }) => code).sort()).toEqual(['DECISION_STALLED', 'LAUNCH_STALLED']);
    expect(reported.find(({ code }) => code === 'DECISION_STALLED')?.message).toContain(
      `it waits for its replacement ${replacement.name}: instance`,
    );
    await simulation.until(
      async () => (await latest(simulation, 'Consolidate'))?.state === 'Failed',
    );
    const failed = await latest(simulation, 'Consolidate');
    const events = await simulation.store.decisions.events(failed?.id ?? '');
    expect(events.at(-1)?.data.detail).toBe(
      `the replacement ${replacement.name} was not ready within 10 minutes`,
    );
    expect([...simulation.cluster.nodes.values()]).toMatchObject([
      { taints: [], pods: [{ uid: 'pod-1' }] },
    ]);
    expect((await findings(simulation)).map(({ code }) => code)).toEqual(['LAUNCH_STALLED']);
    simulation.clock.advance(minutes(5) + 1);
    expect(await findings(simulation)).toMatchObject([
      { code: 'CLAIM_TIMED_OUT', object: `NodeClaim/${replacement.name}` },
    ]);
    await simulation.until(async () => simulation.cloud.instances.size === 1);
  });
});

describe('a cluster that is unreachable while a replacement boots', () => {
  it('keeps the old node and its pod until the cluster answers, and then goes on', async () => {
    const simulation = await openReplacing(() => undefined);
    await untilLaunched(simulation);
    const { cluster } = simulation;
    const unreachable = () =>
      Promise.reject(
        new AppError({
          code: 'CLUSTER.UNREACHABLE',
          message: 'the API server does not answer',
          retry: { kind: 'backoff' },
        }),
      );
    const methods = ['syncRegisteredNode', 'addTaint', 'removeTaint', 'evict'] as const;
    for (const name of methods) cluster[name] = unreachable;
    const from = simulation.clock.now();
    await simulation.until(async () => simulation.clock.now() - from >= 15_000);
    expect(await step(simulation)).toBe('ReplacementsRequested');
    const [node] = cluster.nodes.values();
    expect(node?.pods).toMatchObject([{ uid: 'pod-1' }]);
    for (const name of methods) Reflect.deleteProperty(cluster, name);
    await ended(simulation, 'Consolidate', 'Executed');
    expect(simulation.cloud.instances.size).toBe(1);
    expect(simulation.cloud.launchCount).toBe(2);
  });
});

describe('a NodePool that is deleted while its command waits', () => {
  it('ends the command with a reason, and its nodes are removed once', async () => {
    const simulation = await openBusy(records.open(), 'approve');
    await scaleToOne(simulation);
    await simulation.until(
      async () => (await latest(simulation, 'Consolidate'))?.state === 'AwaitingApproval',
    );
    const { clusterId, store } = simulation;
    await deleteDefinition({ ...simulation.ports, store }, ada, {
      clusterId,
      kind: 'NodePool',
      name: 'default',
      expectedVersion: 'any',
      requestId: null,
    });
    await simulation.until(async () => (await latest(simulation, 'Delete'))?.state === 'Executed');
    const waiting = await latest(simulation, 'Consolidate');
    expect(waiting?.state).toBe('Superseded');
    const events = await store.decisions.events(waiting?.id ?? '');
    expect(events.at(-1)).toMatchObject({
      kind: 'Superseded',
      data: { detail: expect.any(String) },
    });
    expect(await store.decisions.open(clusterId)).toEqual([]);
    expect(simulation.cloud.instances.size).toBe(0);
  });
});

describe('an object that is deleted by hand in the middle of a drain', () => {
  /** A node whose drain a PodDisruptionBudget blocks. */
  async function openDraining() {
    const simulation = await openBusy(records.open(), 'auto');
    const { store, clusterId, cluster, clock } = simulation;
    for (const uid of ['pod-1', 'pod-2', 'pod-3', 'pod-4', 'pod-5']) cluster.protectedPods.add(uid);
    const [claim] = await store.nodeClaims.inStates(clusterId, ['Initialized']);
    invariant(claim !== undefined, 'the cluster has a NodeClaim');
    await observe(simulation, claim, { deletionRequestedAt: clock.now() });
    const recorded = () => store.nodeClaims.find(claim.id);
    await simulation.until(async () => (await recorded())?.termination?.waitingFor !== null);
    return { simulation, claim, recorded };
  }

  const observe = (
    simulation: ClusterSimulation,
    { name }: NodeClaim,
    event: { readonly deletionRequestedAt: number; readonly isGone?: boolean },
  ) =>
    observeNodeClaim({ ...simulation.ports, store: simulation.store }, simulation.clusterId, {
      name,
      isStandalone: false,
      isGone: false,
      adoptable: null,
      ...event,
    });

  async function expectTerminated({
    simulation,
    claim,
    recorded,
  }: Awaited<ReturnType<typeof openDraining>>) {
    await simulation.until(async () => (await recorded())?.state === 'Terminated');
    const { cloud, cluster } = simulation;
    expect(cloud.instances.has(claim.instance?.instanceId ?? '')).toBe(false);
    expect(cluster.nodeClaims.has(claim.name)).toBe(false);
    expect((await latest(simulation, 'Delete'))?.state).toBe('Executed');
    await simulation.until(async () => cluster.pending.size === 0);
    expect(await findings(simulation)).toEqual([]);
  }

  it('has its instance terminated when it is the Node, and the pods get another one', async () => {
    const draining = await openDraining();
    const { cluster } = draining.simulation;
    const name = draining.claim.nodeName ?? '';
    const pods = cluster.nodes.get(name)?.pods.length ?? 0;
    cluster.nodes.delete(name);
    cluster.addPendingPods(pods, { cpu: 1_000, memory: 1024 ** 3 });
    await expectTerminated(draining);
    expect(cluster.nodes.has(name)).toBe(false);
  });

  it('goes on with the drain when it is the NodeClaim', async () => {
    const draining = await openDraining();
    const { simulation, claim, recorded } = draining;
    simulation.cluster.nodeClaims.delete(claim.name);
    await observe(simulation, claim, {
      deletionRequestedAt: simulation.clock.now(),
      isGone: true,
    });
    const from = simulation.clock.now();
    await simulation.until(async () => simulation.clock.now() - from >= 30_000);
    expect((await recorded())?.termination?.step).toBe('Cordoned');
    simulation.cluster.protectedPods.clear();
    await expectTerminated(draining);
  });
});
