import type { SimulatedDisruption } from '@kerf/engine';
import { aPlannedClaim, aPod, aSimulation, inlineEngine } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { DisruptionSimulation } from '../domain/disruption-simulation/disruption-simulation.js';
import type { Ports } from '../ports/ports.js';
import { addNode, deletionOf, storeDecision, withoutView } from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { pruneSimulations, simulateDisruption } from './simulate-disruption.js';

const pod = aPod('web').requesting({ milliCpu: 100, memoryMib: 64 }).running();

async function simulate(
  { clusterId, store, ports: own, clock }: ClusterSetup,
  nodeNames: readonly string[],
  ports: Ports = own,
): Promise<DisruptionSimulation | null> {
  const requestedAt = clock.now();
  const answerBy = requestedAt + 60_000;
  await store.simulations.insert(
    aSimulation({ clusterId, id: 'sim_1', nodeNames, requestedAt, answerBy }),
  );
  await simulateDisruption(ports, { clusterId, simulationId: 'sim_1' });
  return store.simulations.find('sim_1');
}

const notices = ({ store }: ClusterSetup) =>
  store.tables.changes.where(({ topic }) => topic === 'simulation');

describe('simulateDisruption', () => {
  it('stores moves and cost, tells live pages, and changes nothing', async () => {
    const setup = await setUpCluster();
    const { node } = await addNode(setup, 'a', { pods: [pod] });
    await addNode(setup, 'b');
    expect(await simulate(setup, [node.name])).toMatchObject({
      state: 'Done',
      problem: null,
      finishedAt: setup.clock.now(),
      result: {
        nodes: [{ nodeName: 'node-a', blockers: [] }],
        moves: [{ from: 'node-a', to: 'node-b' }],
        unplaced: [],
        costChangeMicroUsdPerHour: expect.any(Number),
      },
    });
    expect(notices(setup)).toEqual([
      { topic: 'simulation', clusterId: setup.clusterId, id: 'sim_1', version: 2 },
    ]);
    expect(setup.takeJobs()).toEqual([]);
    expect(setup.store.tables.decisions.all()).toEqual([]);
  });

  it('shows the pods of a node that an open decision is to remove', async () => {
    const setup = await setUpCluster();
    const managed = await addNode(setup, 'a', { pods: [pod] });
    await addNode(setup, 'b');
    const moves = [{ podUid: pod.uid, pod: 'default/web', from: 'node-a', to: 'node-b' }];
    const command = { ...deletionOf(managed), moves };
    await storeDecision(setup, [managed], { body: { type: 'Disrupt', command, budgets: [] } });
    expect(await simulate(setup, ['node-a'])).toMatchObject({
      result: {
        nodes: [{ blockers: [{ block: { code: 'IN_DECISION', decisionId: 'dec_1' } }] }],
        moves: [{ from: 'node-a' }],
      },
    });
  });

  it('uses no capacity that an open decision needs', async () => {
    const setup = await setUpCluster();
    const large = (name: string) => aPod(name).requesting({ milliCpu: 1_000, memoryMib: 64 });
    const web = large('web').running();
    await addNode(setup, 'a', { pods: [large('api').running()] });
    const leaving = await addNode(setup, 'b', { pods: [web] });
    await addNode(setup, 'c');
    const moves = [{ podUid: web.uid, pod: 'default/web', from: 'node-b', to: 'node-c' }];
    const movesOfA = async () => (await simulate(setup, ['node-a']))?.result?.moves;
    expect(await movesOfA()).toMatchObject([{ to: 'node-c' }]);
    setup.store.tables.simulations.deleteWhere(() => true);
    const command = { ...deletionOf(leaving), moves };
    await storeDecision(setup, [leaving], { body: { type: 'Disrupt', command, budgets: [] } });
    const [move] = (await movesOfA()) ?? [];
    expect(move).toBeDefined();
    expect(move?.to).not.toBe('node-c');
  });

  it('stores the cheapest instance types of a replacement and the number of all', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'a', { pods: [pod] });
    const [option] = aPlannedClaim().instanceTypes;
    const instanceTypes = option === undefined ? [] : Array.from({ length: 50 }, () => option);
    const engine: Ports['engine'] = {
      ...inlineEngine,
      simulateDisruption: async (snapshot, names): Promise<SimulatedDisruption> => ({
        ...(await inlineEngine.simulateDisruption(snapshot, names)),
        replacements: [aPlannedClaim({ instanceTypes })],
      }),
    };
    const done = await simulate(setup, ['node-a'], { ...setup.ports, engine });
    expect(done?.result?.replacements[0]?.instanceTypes).toHaveLength(20);
    expect(Object.values(done?.result?.optionCounts ?? {})).toEqual([50]);
  });

  it('fails if a node is gone', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'a');
    expect(await simulate(setup, ['node-a', 'node-gone'])).toMatchObject({
      state: 'Failed',
      problem: expect.stringContaining('any more, or Kerf does not manage them: node-gone.'),
      result: null,
    });
    expect(notices(setup)).toHaveLength(1);
  });

  it('fails with the reason if the state of the cluster is unknown', async () => {
    const setup = await setUpCluster();
    expect(await simulate(setup, ['node-a'], withoutView(setup))).toMatchObject({
      state: 'Failed',
      problem: expect.stringContaining('Try again later.'),
    });
  });

  it('fails and reports a defect of the engine', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'a');
    const engine: Ports['engine'] = {
      ...inlineEngine,
      simulateDisruption: () => Promise.reject(new RangeError('boom')),
    };
    await expect(simulate(setup, ['node-a'], { ...setup.ports, engine })).rejects.toThrow('boom');
    expect(await setup.store.simulations.find('sim_1')).toMatchObject({
      state: 'Failed',
      problem: expect.stringContaining('The log of the worker'),
    });
  });

  it('does not answer after the time limit', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'a');
    const { clusterId, clock, ports, store } = setup;
    await store.simulations.insert(
      aSimulation({ clusterId, id: 'sim_1', requestedAt: 0, answerBy: clock.now() }),
    );
    await simulateDisruption(ports, { clusterId, simulationId: 'sim_1' });
    expect(await store.simulations.find('sim_1')).toMatchObject({
      state: 'Failed',
      problem: expect.stringContaining('No worker has answered'),
      finishedAt: clock.now(),
    });
  });

  it('does nothing for a simulation that has ended or is gone', async () => {
    const setup = await setUpCluster();
    const { clusterId, ports, store } = setup;
    const input = { clusterId, simulationId: 'sim_1' };
    expect(await simulateDisruption(ports, input)).toEqual({ kind: 'NotNeeded' });
    await store.simulations.insert(
      aSimulation({ clusterId, id: 'sim_1', state: 'Failed', problem: 'known' }),
    );
    expect(await simulateDisruption(ports, input)).toEqual({ kind: 'NotNeeded' });
    expect(notices(setup)).toEqual([]);
  });
});

it('pruneSimulations deletes simulations of more than an hour ago', async () => {
  const { clusterId, ports, store, clock } = await setUpCluster();
  const requestedAt = clock.now();
  await store.simulations.insert(aSimulation({ clusterId, id: 'sim_1', requestedAt }));
  clock.advance(3_600_000);
  await pruneSimulations(ports, clusterId);
  expect(await store.simulations.find('sim_1')).not.toBeNull();
  clock.advance(1);
  await pruneSimulations(ports, clusterId);
  expect(await store.simulations.find('sim_1')).toBeNull();
});
