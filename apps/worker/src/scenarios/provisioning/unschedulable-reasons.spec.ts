import { resolveNodeClasses } from '@kerf/application';
import { invariant } from '@kerf/core';
import { aRevisionOf, fakeInstanceTypes } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';

const inflate = { cpu: 1000, memory: 1024 ** 3 };
let records: RecordSource;

beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

/** Reasons of the unschedulable pods, nearest NodePool first. */
async function refusalsOf(simulation: ClusterSimulation) {
  return (await simulation.podVerdicts()).flatMap((verdict) =>
    verdict.kind === 'Unschedulable' ? verdict.byNodePool : [],
  );
}

describe('the reason of an unschedulable pod', () => {
  it('says that its NodePool is being deleted, and no node is launched', async () => {
    const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
    const { definitions } = simulation.store;
    const pool = await definitions.find(simulation.clusterId, 'NodePool', 'default');
    invariant(pool !== null, 'the simulation has a pool');
    const changed = { ...pool, source: 'Cluster' as const, revision: pool.revision + 1 };
    await definitions.save(changed, aRevisionOf(changed));
    simulation.cluster.deletingNodePools = ['default'];
    simulation.cluster.addPendingPods(1, inflate);
    await simulation.until(async () => (await refusalsOf(simulation)).length > 0);
    expect(await refusalsOf(simulation)).toEqual([
      {
        nodePool: 'default',
        reason: { code: 'NODE_POOL_BEING_DELETED' },
        nearest: null,
        fix: null,
      },
    ]);
    expect(simulation.cloud.launchCount).toBe(0);
  });

  it('omits a deletion that Kerf reverts', async () => {
    const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
    simulation.cluster.deletingNodePools = ['default'];
    simulation.cluster.addPendingPods(1, inflate);
    await simulation.until(() => Promise.resolve(simulation.cluster.pending.size === 0));
    expect(simulation.cloud.launchCount).toBe(1);
  });

  it('names the field of the EC2NodeClass that prevents a launch', async () => {
    const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
    simulation.cloud.nodeClassProblems = [
      { condition: 'SubnetsReady', reason: 'NotFound', message: 'no subnet matches' },
    ];
    await resolveNodeClasses(simulation.ports, { clusterId: simulation.clusterId });
    simulation.cluster.addPendingPods(1, inflate);
    await simulation.until(async () => (await refusalsOf(simulation)).length > 0);
    expect(await refusalsOf(simulation)).toMatchObject([
      {
        reason: { code: 'NODE_POOL_NOT_READY', detail: expect.stringMatching('no subnet matches') },
        fix: { kind: 'EC2NodeClass', path: 'spec.subnetSelectorTerms' },
      },
    ]);
  });

  it('has the time until which offerings without capacity are not tried', async () => {
    const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
    for (const { name, offerings } of fakeInstanceTypes) {
      for (const { zone, capacityType } of offerings) {
        simulation.cloud.exhausted.add(`${name}/${zone}/${capacityType}`);
      }
    }
    simulation.cluster.addPendingPods(1, inflate);
    await simulation.until(async () => (await refusalsOf(simulation)).length > 0);
    const [refusal] = await refusalsOf(simulation);
    const marks = await simulation.store.catalog.unavailableOfferings(
      simulation.clusterId,
      simulation.clock.now(),
    );
    expect(refusal?.reason).toMatchObject({
      code: 'OFFERINGS_UNAVAILABLE',
      until: Math.min(...marks.map(({ until }) => until)),
    });
  });
});
