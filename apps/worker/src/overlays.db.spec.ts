import { loadSnapshot, type NodeClaim } from '@kerf/application';
import { annotationKeys, compareText, invariant } from '@kerf/core';
import { createReadQueries, type Database, openFreshDatabase } from '@kerf/db';
import type { ClusterMode } from '@kerf/engine';
import { fakeInstanceTypes } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createHandlers } from './register-handlers.js';
import { Corridor } from './testing/corridor.js';

const migrations = new URL('../../../prisma/migrations', import.meta.url).pathname;
const giB = 1024 ** 3;
const inflate = { cpu: 1000, memory: giB };
let database: Database;

vi.setConfig({ testTimeout: 120_000 });

beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
});
afterAll(() => database.close());

const open = (mode: ClusterMode): Promise<Corridor> => Corridor.open(database, { mode });

const named = (...values: readonly string[]) => ({
  requirements: [{ key: 'node.kubernetes.io/instance-type', operator: 'In', values }],
});

/** Five pods of one vCPU come, and run. */
async function inflateFive(corridor: Corridor): Promise<void> {
  corridor.cluster.addPendingPods(5, inflate);
  await corridor.until(async () => {
    const [decision] = await corridor.decisions();
    return corridor.cluster.pending.size === 0 && decision?.state === 'Executed';
  });
}

async function claimOf(corridor: Corridor): Promise<NodeClaim> {
  const [claim] = await corridor.store.nodeClaims.inStates(corridor.clusterId, ['Initialized']);
  invariant(claim !== undefined, 'a node was bought');
  return claim;
}

const publish = (corridor: Corridor) =>
  createHandlers(corridor.ports)['definition.publish-status']({ clusterId: corridor.clusterId });
const shown = (corridor: Corridor) =>
  createReadQueries(database).clusters.nodeOverlays([corridor.clusterId]);

describe('an overlay of a cluster', () => {
  it('decides what is bought, and nobody is billed by it', async () => {
    const corridor = await open('auto');
    corridor.cluster.applyNodeOverlay('m5-deal', { ...named('m5.2xlarge'), price: '0.001' });
    await inflateFive(corridor);
    const claim = await claimOf(corridor);
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
    const [decision] = await corridor.decisions();
    expect(decision?.costChangeMicroUsdPerHour).toBe(153_600);
    const events = await corridor.store.decisions.events(decision?.id ?? '');
    expect(events.find(({ kind }) => kind === 'NodeClaimLaunched')?.data).toMatchObject({
      expectedMicroUsdPerHour: 153_600,
      actualMicroUsdPerHour: 153_600,
    });
  });

  it('is what the node is worth to consolidation, which would replace it otherwise', async () => {
    const corridor = await open('auto');
    corridor.cluster.respawns = true;
    for (const { name } of fakeInstanceTypes) {
      for (const zone of ['us-east-1a', 'us-east-1b', 'us-east-1c']) {
        corridor.cloud.exhausted.add(`${name}/${zone}/spot`);
      }
    }
    corridor.cluster.applyNodeOverlay('m5-deal', { ...named('m5.2xlarge'), price: '0.001' });
    await inflateFive(corridor);
    const seconds = async (count: number): Promise<void> => {
      const until = corridor.clock.now() + count * 1_000;
      await corridor.until(() => Promise.resolve(corridor.clock.now() >= until));
    };
    await seconds(20);
    expect(corridor.cloud.purchases).toBe(1);
    corridor.cluster.removeNodeOverlay('m5-deal');
    await corridor.until(async () => (await corridor.decisions()).length > 1);
    const [, consolidation] = await corridor.decisions();
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

  it('gives a type room that AWS knows nothing of, and the claim says so', async () => {
    const corridor = await open('auto');
    corridor.cluster.applyNodeOverlay('dongles', {
      ...named('c5.xlarge'),
      capacity: { 'example.com/dongle': 4 },
    });
    corridor.cluster.addPendingPods(1, { ...inflate, 'example.com/dongle': 2 });
    await corridor.until(async () => (await corridor.decisions())[0]?.state === 'Executed');
    const claim = await claimOf(corridor);
    expect(claim).toMatchObject({
      instance: {
        instanceType: 'c5.xlarge',
        capacity: { 'example.com/dongle': 4 },
        allocatable: { 'example.com/dongle': 4 },
      },
      plan: { annotations: { [annotationKeys.capacityOverlayApplied]: 'true' } },
    });
    expect(corridor.cloud.purchases).toBe(1);
  });

  it('is part of what was decided on', async () => {
    const corridor = await open('observe');
    const digest = async () => (await loadSnapshot(corridor.ports, corridor.clusterId)).stateDigest;
    const before = await digest();
    corridor.cluster.applyNodeOverlay('deal', { ...named('m5.large'), price: '0.001' });
    const after = await digest();
    expect(after).not.toBe(before);
    expect(await digest()).toBe(after);
  });

  it('leaves types that are the same the same objects, look after look', async () => {
    const corridor = await open('observe');
    corridor.cluster.applyNodeOverlay('deal', { requirements: [], priceAdjustment: '-5%' });
    const types = async () =>
      (await loadSnapshot(corridor.ports, corridor.clusterId)).snapshot.instanceTypesByNodePool;
    const before = (await types())['default'];
    expect((await types())['default']).toBe(before);
  });
});

describe('what became of overlays', () => {
  it('is shown and written into their status, a conflict with what it is about', async () => {
    const corridor = await open('auto');
    const { cluster } = corridor;
    cluster.applyNodeOverlay('later', { ...named('m5.large'), price: '0.01', weight: 5 });
    cluster.applyNodeOverlay('earlier', { requirements: [], price: '0.02', weight: 5 });
    cluster.applyNodeOverlay('typo', { ...named('m5.large'), price: 'cheap' });
    await publish(corridor);
    expect(await shown(corridor)).toMatchObject([
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

  it('is said once, and again when it is another', async () => {
    const corridor = await open('auto');
    corridor.cluster.applyNodeOverlay('deal', { ...named('m5.large'), price: '0.01' });
    await publish(corridor);
    corridor.cluster.statuses.clear();
    await publish(corridor);
    expect([...corridor.cluster.statuses.keys()]).not.toContain('NodeOverlay/deal');
    corridor.cluster.removeNodeOverlay('deal');
    await publish(corridor);
    expect(await shown(corridor)).toEqual([]);
  });

  it('is only shown in mode observe', async () => {
    const corridor = await open('observe');
    corridor.cluster.applyNodeOverlay('deal', { ...named('m5.large'), price: '0.01' });
    await publish(corridor);
    expect(await shown(corridor)).toHaveLength(1);
    expect(corridor.cluster.statuses.size).toBe(0);
  });

  it('is a finding where Kerf may not read them, until it may', async () => {
    const corridor = await open('auto');
    const findings = () => createReadQueries(database).clusters.findings([corridor.clusterId]);
    corridor.cluster.unreadableKinds = [
      'nodeoverlays.karpenter.sh',
      'capacitybuffers.autoscaling.x-k8s.io',
    ];
    await publish(corridor);
    await publish(corridor);
    corridor.clock.advance(30_000);
    await publish(corridor);
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
    corridor.cluster.unreadableKinds = [];
    corridor.clock.advance(30_000);
    await publish(corridor);
    expect(await findings()).toEqual([]);
  });
});
