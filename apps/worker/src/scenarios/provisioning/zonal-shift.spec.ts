import { invariant } from '@kerf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHandlers } from '../../jobs/job-handlers.js';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';

const small = { cpu: 500, memory: 1024 ** 3 };
let records: RecordSource;

beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

/** A cluster with this setting; `read` reads the zonal shifts. */
async function open(zonalShift: boolean) {
  const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
  const { store, clusterId } = simulation;
  const cluster = await store.clusters.find(clusterId);
  invariant(cluster !== null, 'the simulation has a cluster');
  await store.clusters.save({ ...cluster, settings: { ...cluster.settings, zonalShift } });
  const handlers = createHandlers({ ...simulation.ports, store });
  return {
    simulation,
    read: () => handlers['catalog.read-zonal-shifts']({ clusterId }),
    zones: () => new Set([...simulation.cloud.instances.values()].map(({ zone }) => zone)),
    scheduled: () => simulation.until(() => Promise.resolve(simulation.cluster.pending.size === 0)),
  };
}

const [inA, inB, inC] = ['use1-az1', 'use1-az2', 'use1-az3'].map((zoneId) => ({
  zoneId,
  until: null,
}));
invariant(inA !== undefined && inB !== undefined && inC !== undefined, 'there are three zones');

describe('a zonal shift (row 55)', () => {
  it('keeps new nodes out of the zone, and existing ones where they are', async () => {
    const { simulation, read, zones, scheduled } = await open(true);
    const { cloud, cluster } = simulation;
    cluster.addPendingPods(1, small);
    await scheduled();
    const [first = ''] = zones();
    const shifted = ['us-east-1a', 'us-east-1b', 'us-east-1c'].indexOf(first);
    cloud.zonalShifts = [[inA, inB, inC][shifted] ?? inA];
    await read();
    cluster.addPendingPods(8, { cpu: 1_500, memory: 1024 ** 3 });
    await scheduled();
    const placed = [...cloud.instances.values()].filter(({ zone }) => zone === first);
    expect(placed).toHaveLength(1);
    expect(cloud.instances.size).toBeGreaterThan(1);
  });

  it('of all zones leaves pods pending with the reason, until one ends', async () => {
    const { simulation, read, zones, scheduled } = await open(true);
    const { cloud, cluster } = simulation;
    cloud.zonalShifts = [inA, inB, inC];
    await read();
    cluster.addPendingPods(1, small);
    const refusals = async () =>
      (await simulation.podVerdicts()).flatMap((verdict) =>
        verdict.kind === 'Unschedulable' ? verdict.byNodePool : [],
      );
    await simulation.until(async () => (await refusals()).length > 0);
    const all = ['us-east-1a', 'us-east-1b', 'us-east-1c'];
    expect(await refusals()).toMatchObject([
      { reason: { code: 'OFFERINGS_UNAVAILABLE', shifted: { zones: all } } },
    ]);
    const findings = await simulation.findings();
    expect(findings.filter(({ code }) => code === 'ZONE_SHIFTED')).toHaveLength(3);
    expect(cloud.launchCount).toBe(0);
    cloud.zonalShifts = [inA, inC];
    await read();
    await scheduled();
    expect(zones()).toEqual(new Set(['us-east-1b']));
  });

  it('has no effect without the setting', async () => {
    const { simulation, read, scheduled } = await open(false);
    simulation.cloud.zonalShifts = [inA, inB, inC];
    await read();
    simulation.cluster.addPendingPods(1, small);
    await scheduled();
    expect(simulation.cloud.launchCount).toBe(1);
  });
});
