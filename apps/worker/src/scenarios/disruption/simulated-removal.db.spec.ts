import { organizationAdmin, type Principal, requestSimulation } from '@kerf/application';
import { invariant } from '@kerf/core';
import type { Database } from '@kerf/db';
import { aNodeRow } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { recordsInPostgres } from '../../testing/simulation-records.js';
import { openTestDatabase } from '../../testing/test-database.js';

const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', ...organizationAdmin };
let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe('a simulated removal of all nodes', () => {
  it('is answered by the worker and removes nothing', async () => {
    const cluster = await ClusterSimulation.open(recordsInPostgres(database), { mode: 'approve' });
    const { clusterId, store, ports } = cluster;
    cluster.cluster.addPendingPods(8, { cpu: 1_000, memory: 1024 ** 3 });
    await cluster.until(() => Promise.resolve(cluster.cluster.pending.size === 0));
    const names = [...cluster.cluster.nodes.keys()];
    await store.readModel.applyNodes(
      clusterId,
      names.map((name) => aNodeRow({ clusterId, name })),
      [],
    );
    const outcome = await requestSimulation({ ...ports, store }, ada, {
      clusterId,
      nodeNames: names,
      requestId: null,
    });
    invariant(outcome.kind === 'Requested', 'the request was refused');
    const { id } = outcome.simulation;
    const stored = () => store.simulations.find(id);
    await cluster.until(async () => (await stored())?.state !== 'Requested', 30);

    const done = await stored();
    expect(done).toMatchObject({ state: 'Done', problem: null, nodeNames: names.toSorted() });
    const result = done?.result ?? null;
    invariant(result !== null, 'a simulation that is done has a result');
    const replacements = new Set(result.replacements.map((claim) => claim.id));
    expect(result.moves).toHaveLength(8);
    expect(result.moves.filter(({ to }) => !replacements.has(to))).toEqual([]);
    expect(result.unplaced).toEqual([]);
    expect([...cluster.cluster.nodes.keys()]).toEqual(names);
  });
});
