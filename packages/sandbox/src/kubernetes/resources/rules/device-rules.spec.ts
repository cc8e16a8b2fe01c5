import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestCluster } from '../../../testing/test-cluster.js';
import type { JsonObject } from '../../json/json.js';

// Other rules are those of a real server: conformance/kubernetes/devices.spec.ts.

const path = '/apis/resource.k8s.io/v1';
let cluster: TestCluster;

beforeAll(async () => {
  cluster = await new TestCluster().start();
});
afterAll(() => cluster.close());

const why = (what: string): string =>
  `Forbidden: the sandbox does not simulate ${what}; use a real cluster`;

describe('a field that the sandbox does not simulate', () => {
  it.each<[string, JsonObject, string]>([
    ['admin access', { adminAccess: true }, `adminAccess: ${why('admin access')}`],
    [
      'a part of a device',
      { capacity: { requests: { memory: '1Gi' } } },
      `capacity: ${why('parts of a device')}`,
    ],
  ])('is refused in a claim of %s', async (_what, fields, message) => {
    const exactly = { deviceClassName: 'gpu', ...fields };
    const { code, body } = await cluster.call('POST', `${path}/namespaces/default/resourceclaims`, {
      metadata: { name: 'c' },
      spec: { devices: { requests: [{ name: 'gpu', exactly }] } },
    });
    expect([code, body['message']]).toEqual([
      422,
      `ResourceClaim.resource.k8s.io "c" is invalid: spec.devices.requests[0].exactly.${message}`,
    ]);
  });

  it('is refused in a DeviceClass of an extended resource', async () => {
    const spec = { extendedResourceName: 'nvidia.com/gpu' };
    const { code, body } = await cluster.call('POST', `${path}/deviceclasses`, {
      metadata: { name: 'd' },
      spec,
    });
    expect([code, body['message']]).toEqual([
      422,
      `DeviceClass.resource.k8s.io "d" is invalid: spec.extendedResourceName: ${why('devices as extended resources')}`,
    ]);
  });

  it.each<[string, JsonObject, string]>([
    [
      'that all nodes can use',
      { allNodes: true },
      `spec.allNodes: ${why('devices that belong to no single node')}`,
    ],
    [
      'that claims share',
      { nodeName: 'n', devices: [{ name: 'a', allowMultipleAllocations: true }] },
      `spec.devices[0].allowMultipleAllocations: ${why('parts of a device')}`,
    ],
    [
      'that are parts of others',
      {
        nodeName: 'n',
        devices: [
          {
            name: 'a',
            consumesCounters: [{ counterSet: 's', counters: { memory: { value: '1' } } }],
          },
        ],
      },
      `spec.devices[0].consumesCounters: ${why('parts of a device')}`,
    ],
    [
      'that have to be prepared',
      { nodeName: 'n', devices: [{ name: 'a', bindingConditions: ['Attached'] }] },
      `spec.devices[0].bindingConditions: ${why('devices that have to be prepared')}`,
    ],
    [
      'with lists as attributes',
      { nodeName: 'n', devices: [{ name: 'a', attributes: { numa: { ints: [0, 1] } } }] },
      `spec.devices[0].attributes[numa]: ${why('attributes with lists')}`,
    ],
  ])('is refused in a slice of devices %s', async (_what, fields, message) => {
    const pool = { name: 'p', generation: 1, resourceSliceCount: 1 };
    const spec = { driver: 'gpu.example.dev', pool, ...fields };
    const { code, body } = await cluster.call('POST', `${path}/resourceslices`, {
      metadata: { name: 's' },
      spec,
    });
    expect([code, body['message']]).toEqual([
      422,
      `ResourceSlice.resource.k8s.io "s" is invalid: ${message}`,
    ]);
  });
});
