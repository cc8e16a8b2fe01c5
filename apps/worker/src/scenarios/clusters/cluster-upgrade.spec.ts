import { defaultClusterSettings } from '@kerf/application';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHandlers } from '../../jobs/job-handlers.js';
import { schedulesOf } from '../../jobs/schedules.js';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';

let records: RecordSource;

beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

describe('an upgrade of the cluster in EKS', () => {
  it('is noticed by the recurring jobs: images are those of the new version', async () => {
    const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
    const { store, clusterId, cloud, ports } = simulation;
    const versions: string[] = [];
    const resolveNodeClass = cloud.resolveNodeClass.bind(cloud);
    cloud.resolveNodeClass = (...given) => {
      versions.push(given[2] ?? '');
      return resolveNodeClass(...given);
    };
    const handlers = createHandlers({ ...ports, store });
    const runAll = async (): Promise<void> => {
      for (const { name } of schedulesOf(defaultClusterSettings))
        await handlers[name]({ clusterId });
    };
    cloud.kubernetesVersion = '1.37';
    // Whatever their order is, the second runs see what the first have recorded.
    await runAll();
    await runAll();
    expect(versions.at(-1)).toBe('1.37');
    expect((await store.clusters.find(clusterId))?.facts?.kubernetesVersion).toBe('1.37');
  });
});
