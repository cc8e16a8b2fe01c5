import { loadSnapshot, type NodeClaim } from '@kerf/application';
import { annotationKeys, compareText, invariant } from '@kerf/core';
import { createReadQueries, type Database } from '@kerf/db';
import type { ClusterMode } from '@kerf/engine';
import { fakeInstanceTypes } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createHandlers } from '../../jobs/job-handlers.js';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { recordsInPostgres } from '../../testing/simulation-records.js';
import { openTestDatabase } from '../../testing/test-database.js';

const giB = 1024 ** 3;
const inflate = { cpu: 1000, memory: giB };
let database: Database;

vi.setConfig({ testTimeout: 120_000 });

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const open = (mode: ClusterMode): Promise<ClusterSimulation> =>
  ClusterSimulation.open(recordsInPostgres(database), { mode });

const named = (...values: readonly string[]) => ({
  requirements: [{ key: 'node.kubernetes.io/instance-type', operator: 'In', values }],
});

/** Creates five pods of one vCPU and waits until they run. */
async function inflateFive(simulation: ClusterSimulation): Promise<void> {
  simulation.cluster.addPendingPods(5, inflate);
  await simulation.until(async () => {
    const [decision] = await simulation.decisions();
    return simulation.cluster.pending.size === 0 && decision?.state === 'Executed';
  });
}

async function claimOf(simulation: ClusterSimulation): Promise<NodeClaim> {
  const [claim] = await simulation.store.nodeClaims.inStates(simulation.clusterId, ['Initialized']);
  invariant(claim !== undefined, 'a node was launched');
  return claim;
}

const publish = (simulation: ClusterSimulation) =>
  createHandlers(simulation.ports)['definition.publish-status']({
    clusterId: simulation.clusterId,
  });
const shown = (simulation: ClusterSimulation) =>
  createReadQueries(database).clusters.nodeOverlays([simulation.clusterId]);

describe('a NodeOverlay', () => {
  it('changes prices for decisions, and not for costs', async () => {
    const simulation = await open('auto');
    simulation.cluster.applyNodeOverlay('m5-deal', { ...named('m5.2xlarge'), price: '0.001' });
    await inflateFive(simulation);
    const claim = await claimOf(simulation);
    expect(claim).toMatchObject({
      instance: { instanceType: 'm5.2xlarge', priceMicroUsdPerHour: 153_600 },
      plan: {
        expected: {
          priceMicroUsdPerHour: 1_000,
          priceOverlay: { name: 'm5-deal', listedMicroUsdPerHour: 153_600 },
        },
        annotations: { [annotationKeys.priceOverlayApplied]: 'true' },
      },
    });
    expect(claim.plan.annotations).not.toHaveProperty(annotationKeys.capacityOverlayApplied);
    const [decision] = await simulation.decisions();
    expect(decision?.costChangeMicroUsdPerHour).toBe(153_600);
    const events = await simulation.store.decisions.events(decision?.id ?? '');
    expect(events.find(({ kind }) => kind === 'NodeClaimLaunched')?.data).toMatchObject({
      expectedMicroUsdPerHour: 153_600,
      actualMicroUsdPerHour: 153_600,
    });
  });

  it('is used by consolidation, which would otherwise replace the node', async () => {
    const simulation = await open('auto');
    simulation.cluster.respawns = true;
    for (const { name } of fakeInstanceTypes) {
      for (const zone of ['us-east-1a', 'us-east-1b', 'us-east-1c']) {
        simulation.cloud.exhausted.add(`${name}/${zone}/spot`);
      }
    }
    simulation.cluster.applyNodeOverlay('m5-deal', { ...named('m5.2xlarge'), price: '0.001' });
    await inflateFive(simulation);
    const seconds = async (count: number): Promise<void> => {
      const until = simulation.clock.now() + count * 1_000;
      await simulation.until(() => Promise.resolve(simulation.clock.now() >= until));
    };
    await seconds(20);
    expect(simulation.cloud.launchCount).toBe(1);
    simulation.cluster.removeNodeOverlay('m5-deal');
    await simulation.until(async () => (await simulation.decisions()).length > 1);
    const [, consolidation] = await simulation.decisions();
    expect(consolidation).toMatchObject({
      kind: 'Consolidate',
      body: {
        command: {
          candidates: [{ instanceType: 'm5.2xlarge', priceMicroUsdPerHour: 384_000 }],
          replacements: [{ expected: { instanceType: 'c5.2xlarge' } }],
        },
      },
    });
  });

  it('adds a resource to an instance type and to the NodeClaim', async () => {
    const simulation = await open('auto');
    simulation.cluster.applyNodeOverlay('dongles', {
      ...named('c5.xlarge'),
      capacity: { 'example.com/dongle': 4 },
    });
    simulation.cluster.addPendingPods(1, { ...inflate, 'example.com/dongle': 2 });
    await simulation.until(async () => (await simulation.decisions())[0]?.state === 'Executed');
    const claim = await claimOf(simulation);
    expect(claim).toMatchObject({
      instance: {
        instanceType: 'c5.xlarge',
        capacity: { 'example.com/dongle': 4 },
        allocatable: { 'example.com/dongle': 4 },
      },
      plan: { annotations: { [annotationKeys.capacityOverlayApplied]: 'true' } },
    });
    expect(simulation.cloud.launchCount).toBe(1);
  });

  it('is part of the snapshot digest', async () => {
    const simulation = await open('observe');
    const digest = async () =>
      (await loadSnapshot(simulation.ports, simulation.clusterId)).stateDigest;
    const before = await digest();
    simulation.cluster.applyNodeOverlay('deal', { ...named('m5.large'), price: '0.001' });
    const after = await digest();
    expect(after).not.toBe(before);
    expect(await digest()).toBe(after);
  });

  it('keeps the identity of unchanged instance types', async () => {
    const simulation = await open('observe');
    simulation.cluster.applyNodeOverlay('deal', { requirements: [], priceAdjustment: '-5%' });
    const types = async () =>
      (await loadSnapshot(simulation.ports, simulation.clusterId)).snapshot.instanceTypesByNodePool;
    const before = (await types())['default'];
    expect((await types())['default']).toBe(before);
  });
});

describe('the status of NodeOverlays', () => {
  it('is shown and written to the objects, conflicts included', async () => {
    const simulation = await open('auto');
    const { cluster } = simulation;
    cluster.applyNodeOverlay('later', { ...named('m5.large'), price: '0.01', weight: 5 });
    cluster.applyNodeOverlay('earlier', { requirements: [], price: '0.02', weight: 5 });
    cluster.applyNodeOverlay('typo', { ...named('m5.large'), price: 'cheap' });
    await publish(simulation);
    expect(await shown(simulation)).toMatchObject([
      {
        name: 'earlier',
        state: { kind: 'Conflict', with: 'later', instanceType: 'm5.large', about: 'price' },
      },
      { name: 'later', state: { kind: 'Applied', nodePools: ['default'], instanceTypes: 1 } },
      { name: 'typo', spec: null, state: { kind: 'Refused' } },
    ]);
    const conditionsOf = (name: string) =>
      cluster.statuses
        .get(`NodeOverlay/${name}`)
        ?.conditions.map(({ type, status, reason }) => `${type}=${status} ${reason}`);
    expect(conditionsOf('later')).toEqual([
      'ValidationSucceeded=True ValidationSucceeded',
      'Ready=True Ready',
    ]);
    expect(conditionsOf('earlier')).toEqual([
      'ValidationSucceeded=False Conflict',
      'Ready=False NotReady',
    ]);
    expect(conditionsOf('typo')).toEqual([
      'ValidationSucceeded=False RuntimeValidation',
      'Ready=False NotReady',
    ]);
    expect(cluster.statuses.get('NodeOverlay/earlier')?.conditions[0]?.message).toBe(
      'NodeOverlay later has the same weight and sets the price of m5.large in NodePool default',
    );
    expect(cluster.statuses.get('NodeOverlay/typo')?.conditions[0]?.message).toMatch(
      /^spec.price: "cheap" is not a price/,
    );
  });

  it('is written once, and again after a change', async () => {
    const simulation = await open('auto');
    simulation.cluster.applyNodeOverlay('deal', { ...named('m5.large'), price: '0.01' });
    await publish(simulation);
    simulation.cluster.statuses.clear();
    await publish(simulation);
    expect([...simulation.cluster.statuses.keys()]).not.toContain('NodeOverlay/deal');
    simulation.cluster.removeNodeOverlay('deal');
    await publish(simulation);
    expect(await shown(simulation)).toEqual([]);
  });

  it('is only shown in mode observe', async () => {
    const simulation = await open('observe');
    simulation.cluster.applyNodeOverlay('deal', { ...named('m5.large'), price: '0.01' });
    await publish(simulation);
    expect(await shown(simulation)).toHaveLength(1);
    expect(simulation.cluster.statuses.size).toBe(0);
  });

  it('is a finding while Kerf has no permission to read them', async () => {
    const simulation = await open('auto');
    const findings = () => createReadQueries(database).clusters.findings([simulation.clusterId]);
    simulation.cluster.unreadableKinds = [
      'nodeoverlays.karpenter.sh',
      'capacitybuffers.autoscaling.x-k8s.io',
    ];
    await publish(simulation);
    await publish(simulation);
    simulation.clock.advance(30_000);
    await publish(simulation);
    expect((await findings()).toSorted((a, b) => compareText(a.object, b.object))).toMatchObject([
      {
        code: 'KIND_UNREADABLE',
        object: 'CustomResourceDefinition/capacitybuffers.autoscaling.x-k8s.io',
        count: 1,
      },
      {
        code: 'KIND_UNREADABLE',
        object: 'CustomResourceDefinition/nodeoverlays.karpenter.sh',
        count: 1,
      },
    ]);
    simulation.cluster.unreadableKinds = [];
    simulation.clock.advance(30_000);
    await publish(simulation);
    expect(await findings()).toEqual([]);
  });
});
