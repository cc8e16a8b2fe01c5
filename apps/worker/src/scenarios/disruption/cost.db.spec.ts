import { CostRecorder, explainCostChange } from '@kerf/application';
import { createReadQueries, type Database } from '@kerf/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { recordsInPostgres } from '../../testing/simulation-records.js';
import { openTestDatabase } from '../../testing/test-database.js';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe('the cost of a cluster', () => {
  it('is recorded as it accrues, and continues after a crash', async () => {
    const simulation = await ClusterSimulation.open(recordsInPostgres(database), { mode: 'auto' });
    const { clusterId, ports, clock } = simulation;
    simulation.cluster.addPendingPods(5, { cpu: 1_000, memory: 1024 ** 3 });
    await simulation.until(() => Promise.resolve(simulation.cluster.pending.size === 0));
    const from = clock.now();
    const watch = async (recorder: CostRecorder, seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        await recorder.measure(clock.now());
        clock.advance(1_000);
      }
    };
    await watch(new CostRecorder(ports, clusterId), 20);
    // Killed five seconds after it wrote; the next one continues from there.
    await watch(new CostRecorder(ports, clusterId), 41);
    const points = await createReadQueries(database).cost.series({
      clusterId,
      by: 'instanceFamily',
      resolution: 'hour',
      from: from - 3_600_000,
      to: clock.now(),
    });
    const accounted = await simulation.store.cost.accountedUntil(clusterId);
    const seconds = ((accounted ?? 0) - from) / 1_000;
    expect(seconds).toBeGreaterThan(40);
    const spotPrice = 136_000;
    expect(points).toMatchObject([{ key: 'c5', unpricedNodes: 0 }]);
    expect(points[0]?.costMicroUsd).toBeCloseTo((spotPrice * seconds) / 3_600, 0);
    expect((points[0]?.nodes ?? 0) * 3_600).toBeCloseTo(seconds, 3);
  });

  it('changes for the workload that nodes are launched for', async () => {
    const simulation = await ClusterSimulation.open(recordsInPostgres(database), { mode: 'auto' });
    const { clusterId, ports, clock } = simulation;
    const recorder = new CostRecorder(ports, clusterId);
    const watch = async () => {
      for (let second = 0; second < 31; second += 1) {
        await recorder.measure(clock.now());
        clock.advance(1_000);
      }
    };
    await watch();
    const from = clock.now();
    simulation.cluster.addPendingPods(5, { cpu: 1_000, memory: 1024 ** 3 });
    await simulation.until(() => Promise.resolve(simulation.cluster.pending.size === 0));
    await watch();
    const { cost } = createReadQueries(database);
    const { before, after, facts } = await cost.change({ clusterId, from, to: clock.now() });
    expect(before.nodes).toBe(0);
    expect(after.priceMicroUsdPerHour).toBeGreaterThan(0);
    expect(explainCostChange(facts)).toMatchObject([
      {
        kind: 'Provision',
        workload: { kind: 'ReplicaSet', name: 'inflate' },
        nodesAdded: after.nodes,
        changeMicroUsdPerHour: after.priceMicroUsdPerHour,
      },
    ]);
  });
});
