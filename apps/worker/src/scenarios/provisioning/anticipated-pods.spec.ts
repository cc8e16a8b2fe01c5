import { aPod } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSettings } from '../../testing/change-settings.js';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { PacedReplicaSet } from '../../testing/paced-replica-set.js';
import { passTime } from '../../testing/pass-time.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';

let records: RecordSource;

beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

const open = (): Promise<ClusterSimulation> =>
  ClusterSimulation.open(records.open(), { mode: 'auto' });

const replicas = 150;
const web = aPod('web').requesting({ milliCpu: 1_000, memoryMib: 512 });
const api = aPod('api').labelled({ app: 'api' }).requesting({ milliCpu: 500, memoryMib: 2_048 });

/** Returns how many NodeClaims a plan for all pods at once has. */
async function launchesAtOnce(...sets: readonly (typeof web)[]): Promise<number> {
  const simulation = await open();
  simulation.cluster.addPods(sets.flatMap((pod) => pod.times(replicas)));
  await simulation.until(() => Promise.resolve(simulation.cluster.pending.size === 0), 60);
  return simulation.cloud.launchCount;
}

/** Creates and marks pods of the sets, 15 per second each, until all of them run. */
async function runPaced(simulation: ClusterSimulation, sets: readonly PacedReplicaSet[]) {
  for (let second = 0; second < 35; second += 1) {
    for (const set of sets) {
      set.mark(15);
      set.create(15);
    }
    await passTime(simulation, 1);
  }
}

describe('pods that their controllers create over time', () => {
  it.each([0, 8_000])(
    'get the nodes of a plan for all pods at once, in one decision (launch of %i ms)',
    async (launchMs) => {
      const atOnce = await launchesAtOnce(web);
      const simulation = await open();
      simulation.cloud.launchMs = launchMs;
      await runPaced(simulation, [new PacedReplicaSet(simulation.cluster, 'web', web, replicas)]);
      expect(simulation.cluster.pending.size).toBe(0);
      expect(simulation.cloud.launchCount).toBe(atOnce);
      const provisions = (await simulation.decisions()).filter(({ kind }) => kind === 'Provision');
      expect(provisions).toMatchObject([{ podCount: replicas }]);
    },
    240_000,
  );

  it('get no more nodes than at once when two controllers create them', async () => {
    const atOnce = await launchesAtOnce(web, api);
    const simulation = await open();
    await runPaced(simulation, [
      new PacedReplicaSet(simulation.cluster, 'web', web, replicas),
      new PacedReplicaSet(simulation.cluster, 'api', api, replicas),
    ]);
    expect(simulation.cluster.pending.size).toBe(0);
    expect(simulation.cloud.launchCount).toBeLessThanOrEqual(atOnce);
  }, 240_000);

  it('are planned for as they come where pods are not anticipated', async () => {
    const simulation = await open();
    await changeSettings(simulation, { anticipatePods: false });
    new PacedReplicaSet(simulation.cluster, 'web', web, replicas).create(15);
    await passTime(simulation, 5);
    expect(await simulation.decisions()).toMatchObject([{ podCount: 15 }]);
  });

  it('that never come keep their nodes for half a minute and are not planned for again', async () => {
    const simulation = await open();
    const set = new PacedReplicaSet(simulation.cluster, 'web', web, replicas);
    set.create(1);
    await passTime(simulation, 15);
    expect(simulation.cluster.nodes.size).toBe(simulation.cloud.launchCount);
    expect(simulation.cloud.launchCount).toBeGreaterThan(1);
    await simulation.until(() => Promise.resolve(simulation.cluster.nodes.size === 1), 120);
    const launched = simulation.cloud.launchCount;
    await passTime(simulation, 60);
    expect(simulation.cloud.launchCount).toBe(launched);
  }, 240_000);
});
