import { isAppError } from '@kerf/core';
import { type Database, openFreshDatabase } from '@kerf/db';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createHandlers } from './register-handlers.js';
import { Corridor } from './testing/corridor.js';

const migrations = new URL('../../../prisma/migrations', import.meta.url).pathname;
let database: Database;

beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
});
afterAll(() => database.close());

describe('a job of a cluster that was removed', () => {
  it('has nothing to do, or fails once and is not tried again', async () => {
    const corridor = await Corridor.open(database, { mode: 'auto' });
    const handlers = createHandlers(corridor.ports);
    const payload = {
      clusterId: 'clu_gone',
      batchId: 'bat_gone',
      decisionId: 'dec_gone',
      nodeClaimId: 'ncl_gone',
      nodeClaimIds: ['ncl_gone'],
      kind: 'NodePool' as const,
      name: 'gone',
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

describe('looks for nodes to disrupt', () => {
  it('do not overlap: two at once would propose the same twice', async () => {
    const corridor = await Corridor.open(database, { mode: 'auto' });
    const { engine } = corridor.ports;
    let looks = 0;
    const handlers = createHandlers({
      ...corridor.ports,
      engine: {
        ...engine,
        planDisruption: (snapshot, cursor) => {
          looks += 1;
          return engine.planDisruption(snapshot, cursor);
        },
      },
    });
    const payload = { clusterId: corridor.clusterId };
    await Promise.all([1, 2, 3].map(() => handlers['disruption.plan'](payload)));
    expect(looks).toBe(1);
    corridor.clock.advance(3_600_000);
    await handlers['disruption.plan'](payload);
    expect(looks).toBe(2);
  });
});
