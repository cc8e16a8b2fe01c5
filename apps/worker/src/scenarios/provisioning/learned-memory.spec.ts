import { loadSnapshot } from '@kerf/application';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';

const giB = 1024 ** 3;
let records: RecordSource;

beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

describe('the memory that a node reports', () => {
  it('decides on the next launch for a pod that fits its instance type by estimate only', async () => {
    const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
    const { cluster, cloud } = simulation;
    cluster.missingMemoryBytes = giB;
    // By estimate, c5.large has 3.5 GiB for pods; its nodes have 2.5 GiB.
    cluster.addPendingPods(1, { cpu: 1000, memory: 3 * giB });
    await simulation.until(() => Promise.resolve(cluster.pending.size === 0));
    const launched = [...(await simulation.nodeClaims())].map(
      ({ instance }) => instance?.instanceType,
    );
    expect(launched).toEqual(['c5.large', 'm5.large']);
    expect(cloud.launchCount).toBe(2);
  });

  it('is what its instance type is planned with', async () => {
    const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
    const { cluster } = simulation;
    cluster.missingMemoryBytes = giB;
    cluster.addPendingPods(1, { cpu: 1000, memory: giB });
    await simulation.until(() => Promise.resolve(cluster.pending.size === 0));
    const { snapshot } = await loadSnapshot(simulation.ports, simulation.clusterId);
    const memoryOf = (name: string) =>
      snapshot.instanceTypesByNodePool['default']?.find((type) => type.name === name)?.capacity[
        'memory'
      ];
    // c5.large was planned with 4 GiB, and no node of c5.xlarge has reported its memory.
    expect([memoryOf('c5.large'), memoryOf('c5.xlarge')]).toEqual([3 * giB, 8 * giB]);
  });
});
