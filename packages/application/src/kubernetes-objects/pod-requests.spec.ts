import type { JsonObject } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { effectiveRequests } from './pod-requests.js';

const Mi = 1024 ** 2;

function container(requests: JsonObject, over: JsonObject = {}): JsonObject {
  return { name: 'main', resources: { requests }, ...over };
}

function sidecar(requests: JsonObject): JsonObject {
  return container(requests, { name: 'side', restartPolicy: 'Always' });
}

interface Case {
  readonly spec: JsonObject;
  readonly status?: JsonObject;
  readonly expect: Record<string, number>;
  readonly notes?: readonly string[];
}

const cases: Record<string, Case> = {
  'counts only one pod for a pod without requests': {
    spec: { containers: [{ name: 'main' }] },
    expect: { pods: 1 },
  },
  'adds up containers': {
    spec: {
      containers: [
        container({ cpu: '500m', memory: '64Mi' }),
        container({ cpu: '0.25', memory: '64Mi', 'nvidia.com/gpu': '1' }),
      ],
    },
    expect: { cpu: 750, memory: 128 * Mi, 'nvidia.com/gpu': 1, pods: 1 },
  },
  'omits a zero': {
    spec: { containers: [container({ cpu: '100m', 'example.com/licence': '0' })] },
    expect: { cpu: 100, pods: 1 },
  },
  'uses the limit for a missing request': {
    spec: {
      containers: [
        {
          name: 'main',
          resources: { requests: { cpu: '1' }, limits: { cpu: '2', memory: '1Mi' } },
        },
      ],
    },
    expect: { cpu: 1000, memory: Mi, pods: 1 },
  },
  'uses the largest init container if it exceeds the containers': {
    spec: {
      initContainers: [container({ cpu: '2' }), container({ cpu: '3', memory: '1Mi' })],
      containers: [container({ cpu: '1', memory: '2Mi' })],
    },
    expect: { cpu: 3000, memory: 2 * Mi, pods: 1 },
  },
  'adds sidecars to the containers': {
    spec: { initContainers: [sidecar({ cpu: '500m' })], containers: [container({ cpu: '1' })] },
    expect: { cpu: 1500, pods: 1 },
  },
  'adds only earlier sidecars to an init container': {
    spec: {
      initContainers: [sidecar({ cpu: '1' }), container({ cpu: '4' }), sidecar({ cpu: '2' })],
      containers: [container({ cpu: '1' })],
    },
    expect: { cpu: 5000, pods: 1 },
  },
  'does not add later sidecars to an init container': {
    spec: {
      initContainers: [container({ cpu: '4' }), sidecar({ cpu: '2' })],
      containers: [container({ cpu: '1' })],
    },
    expect: { cpu: 4000, pods: 1 },
  },
  'adds the overhead of the RuntimeClass': {
    spec: { containers: [container({ cpu: '1' })], overhead: { cpu: '250m', memory: '10Mi' } },
    expect: { cpu: 1250, memory: 10 * Mi, pods: 1 },
  },
  'prefers pod-level requests over those of containers': {
    spec: {
      containers: [container({ cpu: '1', memory: '1Mi', 'nvidia.com/gpu': '2' })],
      resources: { requests: { cpu: '3', 'nvidia.com/gpu': '5' } },
    },
    expect: { cpu: 3000, memory: Mi, 'nvidia.com/gpu': 2, pods: 1 },
  },
  'uses a pod-level limit only without any request': {
    spec: {
      containers: [container({ cpu: '1' })],
      resources: { limits: { cpu: '8', memory: '16Mi' } },
    },
    expect: { cpu: 1000, memory: 16 * Mi, pods: 1 },
  },
  'uses the allocated amount until a resize to less is done': {
    spec: { containers: [container({ cpu: '1' })] },
    status: { containerStatuses: [{ name: 'main', allocatedResources: { cpu: '2' } }] },
    expect: { cpu: 2000, pods: 1 },
  },
  'uses the requested amount during a resize to more': {
    spec: { containers: [container({ cpu: '3' })] },
    status: { containerStatuses: [{ name: 'main', allocatedResources: { cpu: '2' } }] },
    expect: { cpu: 3000, pods: 1 },
  },
  'uses the allocated amount of a sidecar too': {
    spec: { initContainers: [sidecar({ cpu: '1' })], containers: [container({ cpu: '1' })] },
    status: { initContainerStatuses: [{ name: 'side', allocatedResources: { cpu: '2' } }] },
    expect: { cpu: 3000, pods: 1 },
  },
  'uses the amount in force until a resize to less is done': {
    spec: { containers: [container({ cpu: '1' }), container({ cpu: '1' }, { name: 'other' })] },
    status: {
      containerStatuses: [
        { name: 'main', resources: { requests: { cpu: '2' } } },
        {
          name: 'other',
          allocatedResources: { cpu: '1' },
          resources: { requests: { cpu: '3' } },
        },
      ],
    },
    expect: { cpu: 5000, pods: 1 },
  },
  'uses the requested amount while a resize to more is deferred': {
    spec: { containers: [container({ cpu: '3' })] },
    status: {
      conditions: [{ type: 'PodResizePending', status: 'True', reason: 'Deferred' }],
      containerStatuses: [{ name: 'main', resources: { requests: { cpu: '2' } } }],
    },
    expect: { cpu: 3000, pods: 1 },
  },
  'uses the amounts in force of a resize that the node can never do': {
    spec: {
      initContainers: [sidecar({ cpu: '9' })],
      containers: [
        container({ cpu: '9', memory: '1Mi' }),
        container({ cpu: '1' }, { name: 'new' }),
      ],
    },
    status: {
      conditions: [{ type: 'PodResizePending', status: 'True', reason: 'Infeasible' }],
      containerStatuses: [
        {
          name: 'main',
          allocatedResources: { cpu: '1', memory: '2Mi' },
          resources: { requests: { cpu: '2', memory: '1Mi' } },
        },
      ],
      initContainerStatuses: [{ name: 'side', resources: { requests: { cpu: '3' } } }],
    },
    expect: { cpu: 6000, memory: 2 * Mi, pods: 1 },
  },
  'uses the pod-level amount in force until a resize to less is done': {
    spec: {
      containers: [container({ cpu: '1' })],
      resources: { requests: { cpu: '2', memory: '1Mi' } },
    },
    status: {
      allocatedResources: { cpu: '2', memory: '3Mi' },
      resources: { requests: { cpu: '4', memory: '2Mi' } },
    },
    expect: { cpu: 4000, memory: 3 * Mi, pods: 1 },
  },
  'uses the pod-level amount in force of a resize that the node can never do': {
    spec: { containers: [container({ cpu: '1' })], resources: { requests: { cpu: '9' } } },
    status: {
      conditions: [{ type: 'PodResizePending', status: 'True', reason: 'Infeasible' }],
      resources: { requests: { cpu: '4' } },
    },
    expect: { cpu: 4000, pods: 1 },
  },
  'ignores pod-level amounts in force of a pod that requests none': {
    spec: { containers: [container({ cpu: '1' })] },
    status: { allocatedResources: { cpu: '4' }, resources: { requests: { cpu: '4' } } },
    expect: { cpu: 1000, pods: 1 },
  },
  'rounds amounts up to whole units': {
    spec: { containers: [container({ cpu: '0.0001', memory: '1500m', 'example.com/x': '1.5' })] },
    expect: { cpu: 1, memory: 2, 'example.com/x': 2, pods: 1 },
  },
  'reads numbers as quantities': {
    spec: { containers: [container({ cpu: 2, memory: 1024 })] },
    expect: { cpu: 2000, memory: 1024, pods: 1 },
  },
  'omits and reports invalid quantities': {
    spec: { containers: [container({ cpu: 'many', memory: '-1Gi', 'example.com/x': ['1'] })] },
    expect: { pods: 1 },
    notes: [
      'cpu has an invalid quantity',
      'memory has an invalid quantity',
      'example.com/x has an invalid quantity',
    ],
  },
};

describe('effectiveRequests', () => {
  it.each(Object.entries(cases))('%s', (_sentence, { spec, status, notes: wanted, ...rest }) => {
    const notes: string[] = [];
    const requests = effectiveRequests(spec, status ?? {}, (note) => notes.push(note));
    expect(requests).toEqual(rest.expect);
    expect(notes).toEqual(wanted ?? []);
  });

  it('returns equal amounts in one order', () => {
    const one = effectiveRequests(
      { containers: [container({ cpu: '1', memory: '1Mi' })] },
      {},
      () => undefined,
    );
    const other = effectiveRequests(
      { containers: [container({ memory: '1Mi', cpu: '1' })] },
      {},
      () => undefined,
    );
    expect(JSON.stringify(one)).toBe(JSON.stringify(other));
  });
});
