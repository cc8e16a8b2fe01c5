import { annotationKeys, invariant } from '@kerf/core';
import type { KubernetesObject, V1Node, V1Pod, V1PodSpec } from '@kubernetes/client-node';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { LiveCluster } from '../../testing/live-cluster.js';

/* Claims of devices in the sandbox, whose claim controller, scheduler and GPU driver act, with the product's worker. */

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });
const patient = { timeout: 100_000, interval: 200 };

let live: LiveCluster;

beforeAll(async () => {
  live = await LiveCluster.open(inject('databaseUrl'), { workerId: 'devices' });
  await live.create('exercise/node-class.yaml', (text) =>
    text.replace('name: default', 'name: gpu'),
  );
  await live.create('published/special-pools.yaml');
  // The driver is not installed: the sandbox publishes no GPUs before a DeviceClass names it.
  await live.objects.create(deviceClass('gpu', "device.driver.startsWith('gpu.nvidia.')"));
  live.worker.start();
});
afterAll(() => live.close());

const select = (expression: string) => [{ cel: { expression } }];
const resource = 'resource.k8s.io/v1';

interface WithSpec extends KubernetesObject {
  readonly spec: unknown;
}

function deviceClass(name: string, expression: string): WithSpec {
  const spec = { selectors: select(expression) };
  return { apiVersion: resource, kind: 'DeviceClass', metadata: { name }, spec };
}

async function createPod(name: string, spec: Partial<V1PodSpec>): Promise<void> {
  const containers = [{ name: 'c', image: 'cuda' }];
  const tolerations = [{ key: 'nvidia.com/gpu', operator: 'Exists', effect: 'NoSchedule' }];
  const pod: V1Pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', labels: { app: name } },
    spec: { containers, tolerations, ...spec },
  };
  await live.objects.create(pod);
}

/** Creates a template of a claim of two GPUs that an expression selects, and a pod with a claim of it. */
async function createClaimant(name: string, expression: string): Promise<void> {
  const exactly = { deviceClassName: 'gpu', count: 2, selectors: select(expression) };
  const template: WithSpec = {
    apiVersion: resource,
    kind: 'ResourceClaimTemplate',
    metadata: { name, namespace: 'default' },
    spec: { spec: { devices: { requests: [{ name: 'gpus', exactly }] } } },
  };
  await live.objects.create(template);
  await createPod(name, {
    resourceClaims: [{ name: 'gpus', resourceClaimTemplateName: name }],
    containers: [{ name: 'c', image: 'cuda', resources: { claims: [{ name: 'gpus' }] } }],
  });
}

/** Creates a pod that takes a GPU of another kind of the device plugin, and waits until it runs. */
async function runOtherPod(): Promise<void> {
  await createPod('other', {
    nodeSelector: { 'karpenter.k8s.aws/instance-gpu-name': 't4' },
    containers: [{ name: 'c', image: 'cuda', resources: { limits: { 'nvidia.com/gpu': '1' } } }],
  });
  await vi.waitFor(async () => {
    const { length } = await live.runningPods('other');
    invariant(length === 1, live.worker.log);
  }, patient);
}

/** Returns the NodeClaims in a state, once there are so many. */
const claimsIn = (state: 'Registered' | 'Initialized', count: number) =>
  vi.waitFor(async () => {
    const claims = await live.store.nodeClaims.inStates(live.cluster.id, [state]);
    invariant(claims.length === count, live.worker.log);
    return claims;
  }, patient);

/** Returns why each NodePool gets a pod no node. */
async function refusalsOf(app: string) {
  const uids = (await live.pods(app)).flatMap(({ metadata }) => metadata?.uid ?? []);
  return live.database.prisma.podVerdict.findMany({ where: { podUid: { in: uids } } });
}

const memory = "device.capacity['gpu.nvidia.com'].memory";
const product = "device.attributes['gpu.nvidia.com'].productName";

describe('a pod with a claim from a template', () => {
  it('gets a node with the GPUs, on which Kerf counts only once their driver has published them', async () => {
    await createClaimant(
      'train',
      `${product} == 'NVIDIA L4' && ${memory}.isGreaterThan(quantity('20Gi'))`,
    );
    const [claim] = await claimsIn('Registered', 1);
    expect(claim?.plan.annotations[annotationKeys.draDrivers]).toBe('gpu.nvidia.com');
    const providerId = claim?.instance?.providerId;
    const node = await vi.waitFor(async () => {
      const { items } = await live.objects.list<V1Node>('v1', 'Node');
      const found = items.find(({ spec }) => spec?.providerID === providerId);
      const ready = found?.status?.conditions?.find(({ type }) => type === 'Ready');
      invariant(ready?.status === 'True', 'the node is ready');
      return found;
    }, patient);
    expect(node?.metadata?.labels).toMatchObject({
      'karpenter.sh/nodepool': 'gpu',
      'karpenter.k8s.aws/instance-gpu-name': 'l4',
      'karpenter.k8s.aws/instance-gpu-count': expect.stringMatching(/^[248]$/),
    });

    // A node that starts later is initialized before.
    await runOtherPod();
    const [first] = await claimsIn('Initialized', 1);
    expect(first?.instance?.providerId).not.toBe(providerId);
    expect((await claimsIn('Registered', 1))[0]?.instance?.providerId).toBe(providerId);
    expect(await live.runningPods('train')).toEqual([]);

    await live.objects.create(deviceClass('driver', "device.driver == 'gpu.nvidia.com'"));
    await claimsIn('Initialized', 2);
    await vi.waitFor(async () => {
      const [pod, ...others] = await live.runningPods('train');
      expect([pod?.spec?.nodeName, others]).toEqual([node?.metadata?.name, []]);
    }, patient);
  });

  it('gets no node when no instance type has such GPUs, and the reason says so', async () => {
    const before = await live.database.prisma.nodeClaim.count();
    await createClaimant('impossible', `${memory}.isGreaterThan(quantity('1Ti'))`);
    const reason = {
      code: 'DEVICES_MISSING',
      cause: 'TOO_FEW',
      claim: 'gpus',
      request: 'gpus',
      detail: '',
      foundDevices: 0,
      neededDevices: 2,
    };
    await vi.waitFor(async () => {
      const [row] = await refusalsOf('impossible');
      expect(row?.verdict).toMatchObject({
        kind: 'Unschedulable',
        byNodePool: expect.arrayContaining([expect.objectContaining({ nodePool: 'gpu', reason })]),
      });
    }, patient);
    expect(await live.database.prisma.nodeClaim.count()).toBe(before);
    expect(await live.runningPods('impossible')).toEqual([]);
  });
});
