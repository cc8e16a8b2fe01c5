import { afterEach, describe, expect, it } from 'vitest';
import { aPod } from '../../testing/builders.js';
import { TestCluster } from '../../testing/test-cluster.js';
import type { InstanceGpus } from '../../world/compute/instance-host.js';
import { ManualClock } from '../../world/time/manual-clock.js';
import type { Json } from '../json/json.js';
import { kinds } from '../resources/kind.js';

const l4: InstanceGpus = { name: 'L4', count: 2, memoryMiB: 22_888 };
const className = 'gpu.nvidia.com';
const gpuClass = {
  apiVersion: 'resource.k8s.io/v1',
  kind: 'DeviceClass',
  metadata: { name: className },
  spec: { selectors: [{ cel: { expression: "device.driver == 'gpu.nvidia.com'" } }] },
};

const clock = new ManualClock(1, Date.parse('2026-11-30T10:00:00Z'));
let cluster: TestCluster;

afterEach(() => cluster.close());

async function open(): Promise<TestCluster> {
  cluster = await new TestCluster({ clock }).start();
  return cluster;
}

/** Lets the clock run, and the tasks that it starts. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    clock.advance(1_000);
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
}

const slices = () => cluster.running.api.list(kinds.resourceSlice);

describe('the driver of GPUs', () => {
  it('publishes the GPUs of a node some seconds after it is ready, with what is known of their model', async () => {
    const { running } = await open();
    running.apply([gpuClass]);
    const name = cluster.bootNode(1, { gpus: [l4] });
    await pass(10);
    expect(running.api.find(kinds.node, undefined, name)?.status?.conditions).toContainEqual(
      expect.objectContaining({ type: 'Ready', status: 'True' }),
    );
    expect(slices()).toEqual([]);
    await pass(5);
    const [slice, ...others] = slices();
    expect(others).toEqual([]);
    expect(slice?.metadata.ownerReferences).toMatchObject([{ kind: 'Node', name }]);
    const { devices = [], ...spec } = slice?.spec ?? {};
    expect(spec).toEqual({
      driver: 'gpu.nvidia.com',
      nodeName: name,
      pool: { name, generation: 1, resourceSliceCount: 1 },
    });
    expect(devices.map((device) => device.name)).toEqual(['gpu-0', 'gpu-1']);
    expect(devices[0]).toEqual({
      name: 'gpu-0',
      attributes: {
        type: { string: 'gpu' },
        uuid: { string: expect.stringMatching(/^GPU-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) },
        driverVersion: { version: '580.95.5' },
        cudaDriverVersion: { version: '13.0.0' },
        productName: { string: 'NVIDIA L4' },
        architecture: { string: 'Ada Lovelace' },
        cudaComputeCapability: { version: '8.9.0' },
      },
      capacity: { memory: { value: '23034Mi' } },
    });
    expect(devices[1]?.attributes?.['uuid']).not.toEqual(devices[0]?.attributes?.['uuid']);
  });

  it('publishes a GPU of another model without the attributes of a model', async () => {
    const { running } = await open();
    running.apply([gpuClass]);
    cluster.bootNode(1, { gpus: [{ name: 'B300', count: 1, memoryMiB: 275_040 }] });
    await pass(15);
    const [device] = slices()[0]?.spec.devices ?? [];
    expect(Object.keys(device?.attributes ?? {})).not.toContain('productName');
    expect(device?.capacity).toEqual({ memory: { value: '275040Mi' } });
  });

  it('publishes nothing of nodes without GPUs, and nothing before the cluster has a DeviceClass of it', async () => {
    const { running } = await open();
    cluster.bootNode(1, { gpus: [l4] });
    cluster.bootNode(2);
    running.apply([{ ...gpuClass, metadata: { name: 'any' }, spec: {} }]);
    await pass(20);
    expect(slices()).toEqual([]);
    running.apply([gpuClass]);
    await pass(6);
    expect(slices().map(({ spec }) => spec.nodeName)).toEqual(['ip-10-0-0-1.ec2.internal']);
    running.apply([{ ...gpuClass, metadata: { name: 'second' } }]);
    await pass(6);
    expect(slices()).toHaveLength(1);
  });

  it('withdraws its slices with their nodes', async () => {
    const { running } = await open();
    running.apply([gpuClass]);
    const name = cluster.bootNode(1, { gpus: [l4] });
    await pass(15);
    expect(slices()).toHaveLength(1);
    const node = running.api.find(kinds.node, undefined, name);
    if (node !== null) running.api.delete(node);
    await pass(1);
    expect(slices()).toEqual([]);
  });
});

describe('a kubelet', () => {
  it('starts a pod only once its claim has devices for it', async () => {
    const { running } = await open();
    const nodeName = cluster.bootNode(1, { gpus: [l4] });
    await pass(10);
    const request = { name: 'gpu', exactly: { deviceClassName: className } };
    const object = (kind: string, name: string, spec: Json) => ({
      apiVersion: kind === 'Pod' ? 'v1' : 'resource.k8s.io/v1',
      kind,
      metadata: { name, namespace: 'default' },
      spec,
    });
    running.apply([
      object('ResourceClaim', 'gpu', { devices: { requests: [request] } }),
      object('Pod', 'bound', {
        ...aPod('bound').spec,
        nodeName,
        resourceClaims: [{ name: 'gpu', resourceClaimName: 'gpu' }],
      }),
    ]);
    await pass(20);
    const phase = () => running.api.find(kinds.pod, 'default', 'bound')?.status?.phase;
    expect(phase()).toBe('Pending');
    const claim = running.api.find(kinds.resourceClaim, 'default', 'gpu');
    if (claim !== null) {
      running.api.updateStatus(kinds.resourceClaim, claim, (current) => ({
        ...current,
        status: { allocation: { devices: { results: [] } } },
      }));
    }
    await pass(5);
    expect(phase()).toBe('Running');
    expect(
      running.api.find(kinds.resourceClaim, 'default', 'gpu')?.status?.reservedFor,
    ).toMatchObject([{ resource: 'pods', name: 'bound' }]);
  });
});
