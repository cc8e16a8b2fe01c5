import type { JsonObject } from '@kerf/sandbox';
import { beforeAll, describe, expect, it } from 'vitest';
import { OwnNodes } from './testing/own-nodes.js';
import { useKubernetes } from './testing/use-kubernetes.js';

// Codes and messages were compared with a Kubernetes 1.36 server and its scheduler.

const cluster = useKubernetes();
const namespace = 'conformance-scheduling';

beforeAll(() => cluster.namespace(namespace));

/** One node with 2 CPUs, on which only the pods of the caller run. */
async function oneNode(group: string): Promise<OwnNodes> {
  const nodes = new OwnNodes(cluster, namespace, group);
  await nodes.create('a');
  return nodes;
}

const ofPod = (resources: JsonObject): JsonObject => ({ resources });

describe('resources of a pod as a whole', () => {
  it('count instead of the sum of its containers', async () => {
    const nodes = await oneNode('pod-requests');
    await nodes.createPod('first', {}, ofPod({ requests: { cpu: '1500m' } }));
    await nodes.bound('first');
    await nodes.createPod('second', { cpu: '100m' }, ofPod({ requests: { cpu: '600m' } }));
    expect(await nodes.refused('second')).toContain('1 Insufficient cpu');
    await nodes.createPod('third', { cpu: '100m' }, ofPod({ requests: { cpu: '500m' } }));
    await nodes.bound('third');
  });

  it('leave the sum of the containers for what they do not name', async () => {
    const nodes = await oneNode('pod-memory');
    const memory = ofPod({ requests: { memory: '1Gi' } });
    await nodes.createPod('wide', { cpu: '3', memory: '1Gi' }, memory);
    expect(await nodes.refused('wide')).toContain('1 Insufficient cpu');
  });

  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    ['its limits', {}, { limits: { cpu: '1', memory: '1Gi' } }, { cpu: '1', memory: '1Gi' }],
    [
      'its containers, where they request',
      { cpu: '200m' },
      { limits: { cpu: '1' } },
      { cpu: '200m' },
    ],
  ])('get requests from %s', async (source, requests, resources, expected) => {
    const name = `from-${source.length}`;
    const pod = new OwnNodes(cluster, namespace, 'none').pod(name, requests, ofPod(resources));
    const { code, body } = await cluster.call('POST', `/api/v1/namespaces/${namespace}/pods`, pod);
    expect(code).toBe(201);
    expect(body).toMatchObject({ spec: { resources: { requests: expected } } });
  });

  it.each<[string, JsonObject, string]>([
    [
      'Guaranteed',
      { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '1', memory: '1Gi' } },
      'Guaranteed',
    ],
    ['Burstable', { requests: { cpu: '1' } }, 'Burstable'],
  ])('decide that the pod is %s', async (_class, resources, expected) => {
    const pod = new OwnNodes(cluster, namespace, 'none').pod(
      `qos-${expected.toLowerCase()}`,
      {},
      ofPod(resources),
    );
    const { body } = await cluster.call('POST', `/api/v1/namespaces/${namespace}/pods`, pod);
    expect(body).toMatchObject({ status: { qosClass: expected } });
  });

  it.each<[string, JsonObject, JsonObject, string]>([
    [
      'less than its containers together',
      { cpu: '1' },
      { requests: { cpu: '500m' } },
      'spec.resources.requests[cpu]: Invalid value: "500m": must be greater than or equal to aggregate container requests of 1',
    ],
    [
      'more than their limit',
      {},
      { requests: { cpu: '2' }, limits: { cpu: '1' } },
      'spec.resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1',
    ],
    [
      'a resource that only containers may have',
      {},
      { requests: { 'nvidia.com/gpu': '1' }, limits: { 'nvidia.com/gpu': '1' } },
      '[spec.resources.limits[nvidia.com/gpu]: Unsupported value: "nvidia.com/gpu": supported values: "cpu", "hugepages-", "memory", spec.resources.requests[nvidia.com/gpu]: Unsupported value: "nvidia.com/gpu": supported values: "cpu", "hugepages-", "memory"]',
    ],
  ])('are refused with %s', async (what, requests, resources, message) => {
    const pod = new OwnNodes(cluster, namespace, 'none').pod(
      `refused-${what.length}`,
      requests,
      ofPod(resources),
    );
    const { code, body } = await cluster.call('POST', `/api/v1/namespaces/${namespace}/pods`, pod);
    expect([code, body['message']]).toEqual([
      422,
      `Pod "none-refused-${what.length}" is invalid: ${message}`,
    ]);
  });
});

describe('a container', () => {
  it.each<[string, JsonObject, string]>([
    [
      'no limit of a device',
      { requests: { 'nvidia.com/gpu': '1' } },
      'spec.containers[0].resources.limits: Required value: Limit must be set for non overcommitable resources',
    ],
    [
      'another limit of a device',
      { requests: { 'nvidia.com/gpu': '1' }, limits: { 'nvidia.com/gpu': '2' } },
      'spec.containers[0].resources.requests: Invalid value: "1": must be equal to nvidia.com/gpu limit of 2',
    ],
  ])('that requests a device is refused with %s', async (what, resources, message) => {
    const containers = [{ name: 'c', image: 'none', resources }];
    const pod = new OwnNodes(cluster, namespace, 'none').pod('device', {}, { containers });
    const { code, body } = await cluster.call('POST', `/api/v1/namespaces/${namespace}/pods`, pod);
    expect([what, code, body['message']]).toEqual([
      what,
      422,
      `Pod "none-device" is invalid: ${message}`,
    ]);
  });
});

describe('host ports', () => {
  const container = (name: string, port: JsonObject): JsonObject => ({
    name,
    image: 'none',
    ports: [{ containerPort: 80, ...port }],
  });
  const taken = "1 node(s) didn't have free ports for the requested pod ports";

  it('of native sidecars are taken as those of containers', async () => {
    const nodes = await oneNode('sidecar-ports');
    const sidecar = { ...container('s', { hostPort: 8080 }), restartPolicy: 'Always' };
    await nodes.createPod('first', {}, { initContainers: [sidecar] });
    await nodes.bound('first');
    await nodes.createPod('second', {}, { initContainers: [sidecar] });
    expect(await nodes.refused('second')).toContain(taken);
    await nodes.createPod('third', {}, { containers: [container('c', { hostPort: 8080 })] });
    expect(await nodes.refused('third')).toContain(taken);
  });

  it('of init containers that end are not taken', async () => {
    const nodes = await oneNode('init-ports');
    const init = { initContainers: [container('i', { hostPort: 8080 })] };
    await nodes.createPod('first', {}, init);
    await nodes.bound('first');
    await nodes.createPod('second', {}, init);
    expect(await nodes.bound('second')).toBe(nodes.nodeName('a'));
  });

  it('conflict by address, protocol and number', async () => {
    const nodes = await oneNode('addresses');
    const onAddress = (hostIP: string, protocol = 'TCP') => ({
      containers: [container('c', { hostPort: 8080, hostIP, protocol })],
    });
    await nodes.createPod('first', {}, onAddress('127.0.0.1'));
    await nodes.bound('first');
    await nodes.createPod('other-address', {}, onAddress('127.0.0.2'));
    await nodes.bound('other-address');
    await nodes.createPod('other-protocol', {}, onAddress('127.0.0.1', 'UDP'));
    await nodes.bound('other-protocol');
    await nodes.createPod('every-address', {}, onAddress('0.0.0.0'));
    expect(await nodes.refused('every-address')).toContain(taken);
    await nodes.createPod('same', {}, onAddress('127.0.0.1'));
    expect(await nodes.refused('same')).toContain(taken);
  });
});
