import { collectGarbage } from '@kerf/application';
import type { Database } from '@kerf/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordsInPostgres } from '../../testing/simulation-records.js';
import { openTestDatabase } from '../../testing/test-database.js';
import { openBusy } from '../../testing/underutilized-node.js';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe('an instance without a claim', () => {
  it('is terminated, unless an unreadable NodeClaim owns it', async () => {
    const simulation = await openBusy(recordsInPostgres(database), 'auto');
    const { clusterId } = simulation;
    simulation.cluster.nodeClaims.clear();
    simulation.clock.advance(60_000);
    const corrupt = `UPDATE node_claims SET plan = '"text"' WHERE cluster_id = $1`;
    await database.pool.query(corrupt, [clusterId]);
    await collectGarbage(simulation.ports, clusterId);
    const states = () => [...simulation.cloud.instances.values()].map(({ state }) => state);
    expect(states()).toEqual(['running']);
    await database.pool.query('DELETE FROM node_claims WHERE cluster_id = $1', [clusterId]);
    await collectGarbage(simulation.ports, clusterId);
    expect(states()).toEqual(['shutting-down']);
  });
});
