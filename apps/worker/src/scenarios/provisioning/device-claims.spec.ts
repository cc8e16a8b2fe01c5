import { annotationKeys } from '@kerf/core';
import type { Device, DeviceClaim } from '@kerf/engine';
import { aDeviceClaim, aPod, fakeGpus } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';

let records: RecordSource;

beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

const open = (): Promise<ClusterSimulation> =>
  ClusterSimulation.open(records.open(), { mode: 'auto' });

const deviceClass = "device.driver == 'gpu.nvidia.com'";
const gpuClaim = (expression: string): DeviceClaim =>
  aDeviceClaim({}, { selectors: JSON.stringify([deviceClass, expression]) });
const isGpu = "device.attributes['gpu.nvidia.com'].type == 'gpu'";

function addPods(simulation: ClusterSimulation, count: number, claim: DeviceClaim): void {
  const pod = aPod('train').requesting({ milliCpu: 500, memoryMib: 1_024 });
  simulation.cluster.addPods(pod.claiming(claim).times(count));
}

/** Publishes the devices of all nodes, as their driver does once it runs there. */
function publishDevices({ cluster }: ClusterSimulation): void {
  for (const { name } of cluster.nodes.values()) {
    const devices = Array.from(
      { length: fakeGpus.count },
      (_, index): Device => ({
        driver: fakeGpus.driver,
        profile: `${name} ${index}`,
        pool: name,
        name: `gpu-${index}`,
        attributes: { ...fakeGpus.attributes, 'gpu.nvidia.com/uuid': `string:${name}-${index}` },
        capacity: {},
      }),
    );
    cluster.changeNode(name, { devices: { isPublished: true, devices } });
  }
}

describe('pods that claim devices', () => {
  it('get nodes with enough of them, which are initialized once their driver has published them', async () => {
    const simulation = await open();
    addPods(simulation, 3, gpuClaim(isGpu));
    const registered = async () =>
      (await simulation.nodeClaims()).filter(({ state }) => state === 'Registered').length === 2;
    await simulation.until(registered);
    const claims = await simulation.nodeClaims();
    expect(claims.map(({ instance }) => instance?.instanceType)).toEqual([
      'm5.2xlarge',
      'm5.2xlarge',
    ]);
    expect(claims.map(({ plan }) => plan.annotations[annotationKeys.draDrivers])).toEqual([
      'gpu.nvidia.com',
      'gpu.nvidia.com',
    ]);
    expect(simulation.cluster.pending.size).toBe(3);

    publishDevices(simulation);
    await simulation.until(
      async () =>
        simulation.cluster.pending.size === 0 &&
        (await simulation.nodeClaims()).every(({ state }) => state === 'Initialized'),
    );
    const pods = [...simulation.cluster.nodes.values()].map((node) => node.pods.length);
    expect(pods.toSorted((a, b) => a - b)).toEqual([1, 2]);
  });

  it('get no second node while the driver of theirs publishes no device, and the node is not initialized', async () => {
    const simulation = await open();
    addPods(simulation, 1, gpuClaim(isGpu));
    const registered = async () =>
      (await simulation.nodeClaims()).some(({ state }) => state === 'Registered');
    await simulation.until(registered);
    const until = simulation.clock.now() + 600_000;
    await simulation.until(() => Promise.resolve(simulation.clock.now() >= until), 700);
    expect((await simulation.nodeClaims()).map(({ state }) => state)).toEqual(['Registered']);
    expect(simulation.cluster.pending.size).toBe(1);
  });

  it('get no node while their selectors cannot be decided, and the reason quotes the expression', async () => {
    const simulation = await open();
    addPods(simulation, 1, gpuClaim("device.attributes['gpu.nvidia.com'].uuid == 'x'"));
    const reasons = async () => JSON.stringify(await simulation.podVerdicts());
    await simulation.until(async () => (await reasons()).includes('DEVICES_MISSING'));
    expect(await reasons()).toContain('uuid is known only once the node runs');
    expect(await simulation.nodeClaims()).toEqual([]);
  });
});
