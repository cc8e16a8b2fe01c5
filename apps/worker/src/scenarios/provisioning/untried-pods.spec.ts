import { invariant } from '@kerf/core';
import { aPod } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSettings } from '../../testing/change-settings.js';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { passTime } from '../../testing/pass-time.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';

let records: RecordSource;

beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

const web = aPod('web').requesting({ milliCpu: 1_000, memoryMib: 512 });

describe('pods that the scheduler has not tried', () => {
  it('get nodes before the scheduler marks them', async () => {
    const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
    simulation.cluster.addUntriedPods(web.times(5));
    await simulation.until(() => Promise.resolve(simulation.cluster.pending.size === 0));
    expect(simulation.cloud.launchCount).toBe(1);
  });

  it('get no more nodes when the scheduler marks them one by one afterwards', async () => {
    const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
    simulation.cluster.isSchedulerDown = true;
    const pods = web.times(30);
    simulation.cluster.addUntriedPods(pods);
    await passTime(simulation, 3);
    const planned = simulation.cloud.launchCount;
    expect(planned).toBeGreaterThan(0);
    for (const { uid } of pods) {
      simulation.cluster.markUnschedulable(uid);
      if (Number(uid.slice('web-'.length)) % 3 === 0) await passTime(simulation, 1);
    }
    await passTime(simulation, 20);
    expect(simulation.cloud.launchCount).toBe(planned);
    expect(await simulation.decisions()).toHaveLength(1);
  });

  it('get no nodes while existing nodes can take them', async () => {
    const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
    simulation.cluster.addUntriedPods(web.named('first').times(3));
    await simulation.until(() => Promise.resolve(simulation.cluster.pending.size === 0));
    const [node] = simulation.cluster.nodes.values();
    invariant(node !== undefined, 'a node was launched');
    simulation.cluster.changeNode(node.name, { pods: [] });
    simulation.cluster.isSchedulerDown = true;
    simulation.cluster.addUntriedPods(web.named('second').times(3));
    await passTime(simulation, 10);
    expect(simulation.cloud.launchCount).toBe(1);
    expect(simulation.cluster.pending.size).toBe(3);
  });

  it('wait for the mark where the cluster waits for its scheduler', async () => {
    const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
    await changeSettings(simulation, { waitForScheduler: true });
    const pods = web.times(5);
    simulation.cluster.addUntriedPods(pods);
    await passTime(simulation, 15);
    expect(simulation.cloud.launchCount).toBe(0);
    for (const { uid } of pods) simulation.cluster.markUnschedulable(uid);
    await simulation.until(() => Promise.resolve(simulation.cluster.pending.size === 0));
    expect(simulation.cloud.launchCount).toBe(1);
  });
});
