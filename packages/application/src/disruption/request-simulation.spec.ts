import { aNodeRow } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { ada, type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { requestSimulation } from './request-simulation.js';

const request = ({ ports, clusterId }: ClusterSetup, nodeNames: readonly string[]) =>
  requestSimulation(ports, ada, { clusterId, nodeNames, requestId: 'req_1' });

async function setUpNodes(...args: Parameters<typeof setUpCluster>): Promise<ClusterSetup> {
  const setup = await setUpCluster(...args);
  const { clusterId, store } = setup;
  const rows = [
    aNodeRow({ clusterId, name: 'a' }),
    aNodeRow({ clusterId, name: 'b' }),
    aNodeRow({ clusterId, name: 'foreign', nodeClaimId: null }),
  ];
  await store.readModel.applyNodes(clusterId, rows, []);
  return setup;
}

describe('requestSimulation', () => {
  it('records the request and its job, and audits it', async () => {
    const setup = await setUpNodes();
    const { clusterId, clock, store } = setup;
    const outcome = await request(setup, ['b', 'a', 'a']);
    const simulation = {
      clusterId,
      nodeNames: ['a', 'b'],
      requestedBy: 'ada',
      state: 'Requested',
      answerBy: clock.now() + 60_000,
    };
    expect(outcome).toMatchObject({ kind: 'Requested', simulation });
    const [stored] = store.tables.simulations.all();
    expect(stored).toMatchObject(simulation);
    expect(setup.takeJobs()).toEqual([
      { type: 'disruption.simulate', clusterId, simulationId: stored?.id },
    ]);
    expect(store.tables.audit.all()).toMatchObject([
      { action: 'disruption.simulate', actor: { name: 'ada' }, after: { nodeNames: ['a', 'b'] } },
    ]);
  });

  it.each([
    [['a', 'x', 'y'], 'does not have these nodes: x, y. Check the names.'],
    [['foreign'], 'does not manage these nodes: foreign. Name only nodes with a NodeClaim.'],
    [[], 'Name at least one node.'],
    [
      Array.from({ length: 101 }, (_, index) => `n${index}`),
      'At most 100 nodes can be simulated at once, and 101 are named.',
    ],
  ])('refuses %j and names the field', async (nodeNames, message) => {
    const setup = await setUpNodes();
    expect(await request(setup, nodeNames)).toEqual({
      kind: 'Invalid',
      problems: [{ path: 'nodeNames', message: expect.stringContaining(message) }],
    });
    expect(setup.store.tables.simulations.all()).toEqual([]);
    expect(setup.takeJobs()).toEqual([]);
  });

  it('refuses a cluster that is not connected', async () => {
    const setup = await setUpNodes();
    const cluster = await setup.store.clusters.find(setup.clusterId);
    if (cluster === null) throw new RangeError('there is no cluster');
    const connection = { ...cluster.connection, state: 'Unreachable' as const };
    await setup.store.clusters.save({ ...cluster, connection });
    expect(await request(setup, ['a'])).toMatchObject({ kind: 'NotConnected' });
  });

  it('refuses an eleventh simulation while ten wait for an answer', async () => {
    const setup = await setUpNodes();
    for (let count = 1; count <= 10; count += 1) await request(setup, ['a']);
    expect(await request(setup, ['a'])).toEqual({ kind: 'TooMany' });
    setup.clock.advance(60_000);
    expect(await request(setup, ['a'])).toMatchObject({ kind: 'Requested' });
  });

  it('deletes simulations of more than an hour ago', async () => {
    const setup = await setUpNodes();
    await request(setup, ['a']);
    setup.clock.advance(3_600_001);
    await request(setup, ['b']);
    expect(setup.store.tables.simulations.all()).toMatchObject([{ nodeNames: ['b'] }]);
  });
});
