import { publishDefinitionStatus } from '@kerf/application';
import { invariant } from '@kerf/core';
import { type Database } from '@kerf/db';
import { aNodeClaimRecord, aRevisionOf } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { recordsInPostgres } from '../../testing/simulation-records.js';
import { openTestDatabase } from '../../testing/test-database.js';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function conditionOf(simulation: ClusterSimulation) {
  await publishDefinitionStatus(
    { ...simulation.ports, store: simulation.store },
    { clusterId: simulation.clusterId },
  );
  const status = simulation.cluster.statuses.get('NodePool/default');
  const ready = status?.conditions.find(({ type }) => type === 'Ready')?.status;
  const { type: _, ...condition } =
    status?.conditions.find(({ type }) => type === 'NodeRegistrationHealthy') ?? {};
  return { ready, ...condition };
}

async function refuse(simulation: ClusterSimulation, id: string, at: number): Promise<void> {
  const { clusterId } = simulation;
  await simulation.store.nodeClaims.insert([
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
  it('follows the last launches of the NodePool, and is reset when the NodePool changes', async () => {
    const simulation = await ClusterSimulation.open(recordsInPostgres(database), { mode: 'auto' });
    const unknown = {
      ready: 'True',
      status: 'Unknown',
      reason: 'AwaitingReconciliation',
      message: '',
    };
    expect(await conditionOf(simulation)).toEqual(unknown);

    simulation.cluster.addPendingPods(1, { cpu: 1_000, memory: 1024 ** 3 });
    await simulation.until(() => Promise.resolve(simulation.cluster.pending.size === 0));
    const healthy = { status: 'True', reason: 'NodeRegistrationHealthy' };
    expect(await conditionOf(simulation)).toEqual({ ready: 'True', ...healthy, message: '' });

    simulation.clock.advance(1_000);
    await refuse(simulation, 'a', simulation.clock.now());
    expect(await conditionOf(simulation)).toMatchObject(healthy);
    await refuse(simulation, 'b', simulation.clock.now());
    expect(await conditionOf(simulation)).toEqual({
      ready: 'True',
      status: 'False',
      reason: 'LaunchFailed',
      message: '2 of the last 3 launches failed: UnauthorizedOperation',
    });

    const [pool] = await simulation.store.definitions.nodePools(simulation.clusterId);
    invariant(pool !== undefined, 'there is one');
    const changed = { ...pool, revision: 2, updatedAt: simulation.clock.now() };
    await simulation.store.definitions.save(changed, aRevisionOf(changed));
    expect(await conditionOf(simulation)).toEqual(unknown);
  });
});
