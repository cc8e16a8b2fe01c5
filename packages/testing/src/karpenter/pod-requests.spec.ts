import { describe, expect, it } from 'vitest';
import { Json } from './json.js';
import { effectiveRequests } from './pod-requests.js';

const container = (requests: object, limits: object = {}) => ({ resources: { requests, limits } });
const sidecar = (requests: object) => ({ ...container(requests), restartPolicy: 'Always' });

describe('the effective requests of a pod', () => {
  it.each([
    ['one pod without containers', {}, { pods: 1 }],
    [
      'its containers together, in thousandths of a CPU and in bytes',
      { containers: [container({ cpu: '250m', memory: '1Gi' }), container({ cpu: 1 })] },
      { cpu: 1_250, memory: 1_073_741_824, pods: 1 },
    ],
    [
      'the limit of a container without requests',
      { containers: [container({ cpu: '100m' }, { cpu: '2', memory: '1Ki' })] },
      { cpu: 100, memory: 1_024, pods: 1 },
    ],
    [
      'the largest init container, if that is more',
      {
        containers: [container({ cpu: '1' })],
        initContainers: [container({ cpu: '3' }), container({ cpu: '2' })],
      },
      { cpu: 3_000, pods: 1 },
    ],
    [
      'its sidecars and containers together',
      { containers: [container({ cpu: '1' })], initContainers: [sidecar({ cpu: '500m' })] },
      { cpu: 1_500, pods: 1 },
    ],
    [
      'an init container with the sidecars that start before it',
      {
        containers: [container({ cpu: '1' })],
        initContainers: [
          sidecar({ cpu: '1' }),
          container({ cpu: '5' }),
          sidecar({ cpu: '1' }),
          sidecar({ cpu: '1' }),
        ],
      },
      { cpu: 6_000, pods: 1 },
    ],
    [
      'the resources of the whole pod instead of its containers',
      {
        containers: [container({ cpu: '1', memory: '2k' })],
        ...container({ cpu: '3' }, { cpu: '4', memory: '5k' }),
      },
      { cpu: 3_000, memory: 2_000, pods: 1 },
    ],
    [
      "a whole pod's limit where nothing requests",
      { containers: [container({})], ...container({}, { cpu: '4' }) },
      { cpu: 4_000, pods: 1 },
    ],
    [
      'the overhead of its runtime class in addition',
      { containers: [container({ cpu: '1' })], overhead: { cpu: '50m', memory: '1M' } },
      { cpu: 1_050, memory: 1_000_000, pods: 1 },
    ],
  ])('are %s', (_, spec, requests) => {
    expect(effectiveRequests(new Json(spec))).toEqual(requests);
  });
});
