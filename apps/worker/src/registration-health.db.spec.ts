import { publishDefinitionStatus } from '@kerf/application';
import { invariant } from '@kerf/core';
import { type Database, openFreshDatabase } from '@kerf/db';
import { aNodeClaimRecord, aRevisionOf } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Corridor } from './testing/corridor.js';

const migrations = new URL('../../../prisma/migrations', import.meta.url).pathname;
let database: Database;

beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
});
afterAll(() => database.close());

async function conditionOf(corridor: Corridor) {
  await publishDefinitionStatus(
    { ...corridor.ports, store: corridor.store },
    { clusterId: corridor.clusterId },
  );
  const status = corridor.cluster.statuses.get('NodePool/default');
  const ready = status?.conditions.find(({ type }) => type === 'Ready')?.status;
  const { type: _, ...told } =
    status?.conditions.find(({ type }) => type === 'NodeRegistrationHealthy') ?? {};
  return { ready, ...told };
}

async function refuse(corridor: Corridor, id: string, at: number): Promise<void> {
  const { clusterId } = corridor;
  await corridor.store.nodeClaims.insert([
    aNodeClaimRecord({
      clusterId,
      id: `ncl_${clusterId}_${id}`,
      state: 'LaunchFailed',
      instance: null,
      failure: { code: 'LAUNCH_REFUSED', detail: 'UnauthorizedOperation' },
      terminatedAt: at,
    }),
  ]);
}

describe('the condition NodeRegistrationHealthy of a NodePool', () => {
  it('follows the last nodes of the pool, and starts anew when it changes', async () => {
    const corridor = await Corridor.open(database, { mode: 'auto' });
    const unknown = {
      ready: 'True',
      status: 'Unknown',
      reason: 'AwaitingReconciliation',
      message: '',
    };
    expect(await conditionOf(corridor)).toEqual(unknown);

    corridor.cluster.addPendingPods(1, { cpu: 1_000, memory: 1024 ** 3 });
    await corridor.until(() => Promise.resolve(corridor.cluster.pending.size === 0));
    const healthy = { status: 'True', reason: 'NodeRegistrationHealthy' };
    expect(await conditionOf(corridor)).toEqual({ ready: 'True', ...healthy, message: '' });

    corridor.clock.advance(1_000);
    await refuse(corridor, 'a', corridor.clock.now());
    expect(await conditionOf(corridor)).toMatchObject(healthy);
    await refuse(corridor, 'b', corridor.clock.now());
    expect(await conditionOf(corridor)).toEqual({
      ready: 'True',
      status: 'False',
      reason: 'LaunchFailed',
      message: '2 of the last 3 launches failed: UnauthorizedOperation',
    });

    const [pool] = await corridor.store.definitions.nodePools(corridor.clusterId);
    invariant(pool !== undefined, 'there is one');
    const changed = { ...pool, revision: 2, updatedAt: corridor.clock.now() };
    await corridor.store.definitions.save(changed, aRevisionOf(changed));
    expect(await conditionOf(corridor)).toEqual(unknown);
  });
});
