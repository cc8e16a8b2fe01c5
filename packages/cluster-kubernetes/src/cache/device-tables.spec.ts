import { type JsonObject, toRecord } from '@kerf/core';
import { boundPodObject, nodeObject, pendingPodObject } from '@kerf/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { ignoringListener } from '../testing/ignoring-listener.js';
import { createTableParts } from '../testing/table-parts.js';
import type { ResourceSink } from '../watch/resource-watcher.js';
import type { ResourceName } from '../watch/resources.js';
import { ClusterState } from './cluster-state.js';

let state: ClusterState;
let sinks: Readonly<Record<ResourceName, ResourceSink>>;

const kinds = [
  'resourceClaims',
  'resourceClaimTemplates',
  'deviceClasses',
  'resourceSlices',
] as const;

beforeEach(() => {
  state = new ClusterState('clu_1', createTableParts(), ignoringListener);
  sinks = state.sinks();
});

function serve(objects: Partial<Record<ResourceName, readonly JsonObject[]>> = {}): void {
  for (const kind of kinds) {
    sinks[kind].beginList();
    for (const object of objects[kind] ?? []) sinks[kind].put(object);
    sinks[kind].endList();
  }
}

const meta = (name: string, namespace?: string) => ({ name, uid: `uid-${name}`, namespace });
const deviceClass = (name: string, ...expressions: readonly string[]) => ({
  metadata: meta(name),
  spec: { selectors: expressions.map((expression) => ({ cel: { expression } })) },
});
const requests = [
  {
    name: 'gpu',
    exactly: {
      deviceClassName: 'gpu.nvidia.com',
      count: 2,
      selectors: [{ cel: { expression: 'true' } }],
    },
  },
];
const claim = (name: string, over: JsonObject = {}, devices: JsonObject = { requests }) => ({
  metadata: meta(name, 'shop'),
  spec: { devices },
  ...over,
});
const template = (name: string) => ({
  metadata: meta(name, 'shop'),
  spec: { spec: { devices: { requests } } },
});
const allocatedTo = (node: string, over: JsonObject = {}) => ({
  status: {
    allocation: {
      devices: {
        results: [{ request: 'gpu', driver: 'gpu.nvidia.com', pool: node, device: 'gpu-0' }],
      },
      nodeSelector: {
        nodeSelectorTerms: [
          { matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] },
        ],
      },
    },
    ...over,
  },
});
const slice = (node: string, over: JsonObject = {}) => ({
  metadata: meta(`${node}-gpus`),
  spec: {
    driver: 'gpu.nvidia.com',
    nodeName: node,
    pool: { name: node, generation: 1, resourceSliceCount: 1 },
    devices: ['gpu-0', 'gpu-1'].map((name) => ({
      name,
      attributes: { type: { string: 'gpu' }, uuid: { string: name }, index: { int: 3 } },
      capacity: { memory: { value: '40Gi' } },
    })),
    ...over,
  },
});
const claiming = (pod: JsonObject, reference: JsonObject, status: JsonObject = {}) => ({
  ...pod,
  spec: { ...toRecord(pod['spec']), resourceClaims: [{ name: 'gpu', ...reference }] },
  status: { ...toRecord(pod['status']), ...status },
});

const pending = () => state.view(1).pendingPods.map(({ pod }) => pod.spec);
const problems = () =>
  state
    .view(1)
    .pendingPods.map(({ pod }) => pod)
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .flatMap(({ spec: { deviceClaims = [] } }) => deviceClaims.map(({ problem }) => problem));
const named = { resourceClaimName: 'shared' };
const byTemplate = { resourceClaimTemplateName: 'gpus' };
const devicesOf = (node: string) => state.view(1).nodes.find(({ name }) => name === node)?.devices;

describe('the claims of a pod', () => {
  it('have the requests of a named claim, with the selectors of the DeviceClass', () => {
    serve({
      resourceClaims: [claim('shared')],
      deviceClasses: [deviceClass('gpu.nvidia.com', "device.driver == 'gpu.nvidia.com'")],
    });
    sinks.pods.put(claiming(pendingPodObject('a'), named));
    expect(pending()[0]?.unsupported).toEqual([]);
    expect(pending()[0]?.deviceClaims).toEqual([
      {
        name: 'gpu',
        shared: 'shop/shared',
        requests: [
          {
            name: 'gpu',
            alternatives: [
              {
                name: null,
                selectors: JSON.stringify(["device.driver == 'gpu.nvidia.com'", 'true']),
                count: 2,
              },
            ],
          },
        ],
        constraints: [],
        allocation: null,
        problem: null,
      },
    ]);
  });

  it('are those of the template until it has made a claim, and equal for equal pods', () => {
    serve({
      resourceClaimTemplates: [template('gpus')],
      deviceClasses: [deviceClass('gpu.nvidia.com')],
      resourceClaims: [claim('b-gpu')],
    });
    const made = { resourceClaimStatuses: [{ name: 'gpu', resourceClaimName: 'b-gpu' }] };
    sinks.pods.put(claiming(pendingPodObject('a'), byTemplate));
    sinks.pods.put(claiming(pendingPodObject('b'), byTemplate, made));
    const [a, b] = pending();
    expect(a?.deviceClaims?.[0]).toMatchObject({ shared: null, problem: null });
    expect(a).toBe(b);
  });

  it('are none if the status says that the pod needs no claim', () => {
    serve();
    const none = { resourceClaimStatuses: [{ name: 'gpu' }] };
    sinks.pods.put(claiming(pendingPodObject('a'), byTemplate, none));
    expect(problems()).toEqual([]);
  });

  it('say where they are allocated, and whether only pods reserve them', () => {
    const allocation = (reservedFor: readonly JsonObject[]) => {
      serve({
        resourceClaims: [claim('shared', allocatedTo('n1', { reservedFor }))],
        deviceClasses: [deviceClass('gpu.nvidia.com')],
      });
      sinks.pods.put(claiming(pendingPodObject('a'), named));
      return pending()[0]?.deviceClaims?.[0]?.allocation;
    };
    expect(allocation([{ resource: 'pods', name: 'b' }])).toEqual({ node: 'n1', isKept: false });
    const other = { apiGroup: 'x.io', resource: 'jobs', name: 'b' };
    expect(allocation([other])).toEqual({ node: 'n1', isKept: true });
  });

  it('are resolved again when claims, templates, classes and permissions change', () => {
    sinks.pods.put(claiming(pendingPodObject('a'), named));
    sinks.pods.put(claiming(pendingPodObject('b'), byTemplate));
    expect(problems().map((problem) => problem?.slice(0, 23))).toEqual([
      'Kerf cannot plan for it',
      'Kerf cannot plan for it',
    ]);
    serve();
    expect(problems()).toEqual([
      'ResourceClaim shop/shared does not exist',
      'ResourceClaimTemplate shop/gpus does not exist',
    ]);
    sinks.resourceClaims.put(claim('shared'));
    sinks.resourceClaimTemplates.put(template('gpus'));
    expect(problems()).toEqual([
      'ResourceClaim shop/shared: DeviceClass gpu.nvidia.com does not exist',
      'ResourceClaimTemplate shop/gpus: DeviceClass gpu.nvidia.com does not exist',
    ]);
    sinks.deviceClasses.put(deviceClass('gpu.nvidia.com'));
    expect(problems()).toEqual([null, null]);
    sinks.resourceClaims.remove(claim('shared'));
    expect(problems()).toEqual(['ResourceClaim shop/shared does not exist', null]);
    sinks.deviceClasses.forget();
    expect(problems()[1]).toMatch(/^Kerf cannot plan for it/);
  });

  it.each<readonly [string, JsonObject, string]>([
    [
      'it is being deleted',
      { metadata: { ...meta('shared', 'shop'), deletionTimestamp: '2026-11-30T00:00:00Z' } },
      'it is being deleted',
    ],
    [
      'its devices belong to no node',
      { status: { allocation: { devices: { results: [] } } } },
      'its devices do not belong to one node, which Kerf cannot plan',
    ],
    [
      'a constraint is of an unknown kind',
      { spec: { devices: { requests, constraints: [{ requests: ['gpu'], other: 'x' }] } } },
      'spec.devices.constraints[0] is neither matchAttribute nor distinctAttribute, which is all that Kerf can plan',
    ],
    [
      'a request is of an unknown kind',
      { spec: { devices: { requests: [{ name: 'gpu', anyOf: [] }] } } },
      'request gpu is neither exactly nor firstAvailable, which is all that Kerf can plan',
    ],
  ])('are refused by name if %s', (_why, over, problem) => {
    serve({
      resourceClaims: [claim('shared', over)],
      deviceClasses: [deviceClass('gpu.nvidia.com')],
    });
    sinks.pods.put(claiming(pendingPodObject('a'), named));
    expect(problems()).toEqual([`ResourceClaim shop/shared: ${problem}`]);
  });

  it('keep every form of request', () => {
    const toleration = { key: 'sick', operator: 'Exists' };
    const capacity = { requests: { memory: '10Gi' } };
    const devices = {
      requests: [
        {
          name: 'all',
          exactly: { deviceClassName: 'c', allocationMode: 'All', adminAccess: true },
        },
        {
          name: 'best',
          firstAvailable: [
            { name: 'large', deviceClassName: 'c', capacity, tolerations: [toleration] },
            { name: 'small', deviceClassName: 'c', count: 2 },
          ],
        },
      ],
      constraints: [
        { requests: ['all'], matchAttribute: 'a.io/x' },
        { distinctAttribute: 'a.io/y' },
      ],
    };
    serve({
      resourceClaims: [claim('shared', {}, devices)],
      deviceClasses: [deviceClass('c')],
    });
    sinks.pods.put(claiming(pendingPodObject('a'), named));
    const [resolved] = pending()[0]?.deviceClaims ?? [];
    expect(resolved?.requests).toEqual([
      { name: 'all', alternatives: [{ name: null, selectors: '[]', count: null, isAdmin: true }] },
      {
        name: 'best',
        alternatives: [
          {
            name: 'large',
            selectors: '[]',
            count: 1,
            amounts: { memory: 10 * 2 ** 30 },
            tolerations: [{ ...toleration, value: '', effect: null }],
          },
          { name: 'small', selectors: '[]', count: 2 },
        ],
      },
    ]);
    expect(resolved?.constraints).toEqual([
      { requests: ['all'], attribute: 'a.io/x', kind: 'Match' },
      { requests: [], attribute: 'a.io/y', kind: 'Distinct' },
    ]);
  });
});

describe('the devices of a node', () => {
  beforeEach(() => {
    sinks.nodes.put(nodeObject('n1'));
    sinks.pods.put(boundPodObject('p', 'n1'));
  });

  it('are those of its slices, with what claims hold', () => {
    serve({ resourceSlices: [slice('n1')] });
    expect(devicesOf('n1')).toMatchObject({
      isPublished: true,
      devices: [
        {
          driver: 'gpu.nvidia.com',
          pool: 'n1',
          name: 'gpu-0',
          attributes: {
            'gpu.nvidia.com/type': 'string:gpu',
            'gpu.nvidia.com/uuid': 'string:gpu-0',
            'gpu.nvidia.com/index': 'int:3',
          },
          capacity: { 'gpu.nvidia.com/memory': { amount: 40 * 2 ** 30 } },
        },
        { name: 'gpu-1' },
      ],
    });
    sinks.resourceClaims.put(claim('x', allocatedTo('n1')));
    const held = () => devicesOf('n1')?.devices.map(({ isHeld = false }) => isHeld);
    expect(held()).toEqual([true, false]);
    sinks.resourceClaims.put(claim('x'));
    expect(held()).toEqual([false, false]);
    sinks.resourceSlices.remove(slice('n1'));
    expect(devicesOf('n1')).toBeUndefined();
  });

  it('are not known before its pool is complete, nor from an old generation', () => {
    const pool = (generation: number, resourceSliceCount: number) => ({
      pool: { name: 'n1', generation, resourceSliceCount },
    });
    serve({ resourceSlices: [slice('n1', pool(1, 2))] });
    expect(devicesOf('n1')).toBeUndefined();
    const second = { ...slice('n1', { ...pool(1, 2), devices: [] }), metadata: meta('second') };
    sinks.resourceSlices.put(second);
    expect(devicesOf('n1')?.devices).toHaveLength(2);
    const newer = { ...slice('n1', { ...pool(2, 1), devices: [] }), metadata: meta('newer') };
    sinks.resourceSlices.put(newer);
    expect(devicesOf('n1')?.devices).toEqual([]);
  });

  it('that have other nodes, or have to be prepared first, are left out', () => {
    const devices = [
      { name: 'a', allNodes: true },
      { name: 'b', bindingConditions: ['ready'] },
      { name: 'c' },
    ];
    serve({ resourceSlices: [slice('n1', { devices }), slice('n2', { nodeName: undefined })] });
    expect(devicesOf('n1')?.devices.map(({ name }) => name)).toEqual(['c']);
  });

  it('share capacity and counters as claims leave them', () => {
    const devices = [
      {
        name: 'gpu-0',
        allowMultipleAllocations: true,
        capacity: {
          memory: {
            value: '40Gi',
            requestPolicy: { default: '1Gi', validRange: { min: '1Gi', max: '40Gi', step: '1Mi' } },
          },
        },
      },
      {
        name: 'gpu-1',
        consumesCounters: [{ counterSet: 'gpu', counters: { slices: { value: '3' } } }],
        taints: [
          { key: 'sick', effect: 'NoSchedule' },
          { key: 'odd', effect: 'None' },
        ],
      },
    ];
    const sharedCounters = [{ name: 'gpu', counters: { slices: { value: '7' } } }];
    const results = [
      {
        driver: 'gpu.nvidia.com',
        pool: 'n1',
        device: 'gpu-0',
        consumedCapacity: { memory: '2Gi' },
      },
      { driver: 'gpu.nvidia.com', pool: 'n1', device: 'gpu-1' },
      { driver: 'gpu.nvidia.com', pool: 'n1', device: 'gpu-1', adminAccess: true },
    ];
    const { status } = allocatedTo('n1');
    const allocation = { ...status.allocation, devices: { results } };
    serve({
      resourceSlices: [slice('n1', { devices, sharedCounters })],
      resourceClaims: [claim('x', { status: { allocation } })],
    });
    const gib = 2 ** 30;
    expect(devicesOf('n1')).toMatchObject({
      counters: { 'gpu.nvidia.com/n1/gpu/slices': 4 },
      devices: [
        {
          isShareable: true,
          held: { 'gpu.nvidia.com/memory': 2 * gib },
          capacity: {
            'gpu.nvidia.com/memory': {
              amount: 40 * gib,
              policy: { standard: gib, values: [], min: gib, max: 40 * gib, step: 2 ** 20 },
            },
          },
        },
        {
          isHeld: true,
          counters: { 'gpu.nvidia.com/n1/gpu/slices': 3 },
          taints: [{ key: 'sick', value: '', effect: 'NoSchedule' }],
        },
      ],
    });
  });

  it('are reported as a change of the node when they are published', () => {
    const changed: string[] = [];
    const nodeChanged = ({ name }: { readonly name: string }) => changed.push(name);
    const listener = { ...ignoringListener, nodeChanged };
    const watched = new ClusterState('clu_1', createTableParts(), listener).sinks();
    watched.resourceSlices.put(slice('n1'));
    expect(changed).toEqual([]);
    watched.nodes.put(nodeObject('n1'));
    watched.resourceSlices.put(slice('n1', { devices: [] }));
    expect(changed).toEqual(['n1', 'n1']);
  });

  it('that are malformed cost themselves only', () => {
    serve({
      resourceSlices: [
        { metadata: meta('bad'), spec: 'none' },
        slice('n1', { devices: ['x', { name: 'ok', attributes: [], capacity: { m: {} } }] }),
      ],
      resourceClaims: [{ metadata: meta('bad', 'shop'), spec: 7, status: { allocation: 3 } }],
      deviceClasses: [{ metadata: meta('bad') }],
    });
    expect(devicesOf('n1')?.devices.map(({ name }) => name)).toEqual(['ok']);
  });
});
