import { isAppError } from '@kerf/core';
import { type Database } from '@kerf/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClusterSimulation } from '../testing/cluster-simulation.js';
import { recordsInPostgres } from '../testing/simulation-records.js';
import { openTestDatabase } from '../testing/test-database.js';
import { createHandlers } from './job-handlers.js';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe('a job of a cluster that was removed', () => {
  it('does nothing, or fails once without a retry', async () => {
    const simulation = await ClusterSimulation.open(recordsInPostgres(database), { mode: 'auto' });
    const handlers = createHandlers(simulation.ports);
    const payload = {
      clusterId: 'clu_gone',
      batchId: 'bat_gone',
      decisionId: 'dec_gone',
      simulationId: 'sim_gone',
      nodeClaimId: 'ncl_gone',
      nodeClaimIds: ['ncl_gone'],
      kind: 'NodePool' as const,
      name: 'gone',
      eventId: 'evt_gone',
      deliveryId: 'dlv_gone',
      sealedUrl: 'sealed:https://example.com/',
      text: 'gone',
      isForAll: false,
    };
    const outcomes = await Promise.allSettled(
      Object.values(handlers).map((handle) => handle(payload)),
    );
    const retries = outcomes.map((outcome) =>
      outcome.status === 'fulfilled'
        ? outcome.value.kind
        : isAppError(outcome.reason)
          ? outcome.reason.retry.kind
          : `a bug: ${outcome.reason}`,
    );
    expect(new Set(retries)).toEqual(new Set(['Done', 'NotNeeded', 'never']));
  });
});

describe('disruption evaluations', () => {
  it('do not overlap for one cluster', async () => {
    const simulation = await ClusterSimulation.open(recordsInPostgres(database), { mode: 'auto' });
    const { engine } = simulation.ports;
    let evaluations = 0;
    const handlers = createHandlers({
      ...simulation.ports,
      engine: {
        ...engine,
        planDisruption: (snapshot, cursor) => {
          evaluations += 1;
          return engine.planDisruption(snapshot, cursor);
        },
      },
    });
    const payload = { clusterId: simulation.clusterId };
    await Promise.all([1, 2, 3].map(() => handlers['disruption.plan'](payload)));
    expect(evaluations).toBe(1);
    simulation.clock.advance(3_600_000);
    await handlers['disruption.plan'](payload);
    expect(evaluations).toBe(2);
  });
});
