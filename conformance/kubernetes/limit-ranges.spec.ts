import { invariant } from '@kerf/core';
import { type JsonObject, objectAt } from '@kerf/sandbox';
import { describe, expect, it } from 'vitest';
import { useKubernetes } from './testing/use-kubernetes.js';

// Codes and messages were compared with a Kubernetes 1.36 server.

const cluster = useKubernetes();

/** A namespace with one LimitRange. */
async function limited(name: string, limit: JsonObject): Promise<string> {
  const path = await cluster.namespace(`conformance-limits-${name}`);
  const { code, text } = await cluster.call('POST', `${path}/limitranges`, {
    metadata: { name: 'limits' },
    spec: { limits: [limit] },
  });
  invariant(code === 201, `the LimitRange is accepted: ${text}`);
  return path;
}

const aPod = (resources: JsonObject, spec: JsonObject = {}): JsonObject => ({
  metadata: { name: 'p' },
  spec: {
    schedulerName: 'nobody',
    containers: [{ name: 'c', image: 'none', resources }],
    ...spec,
  },
});

describe('a LimitRange', () => {
  it('gives containers what they do not name, and says so', async () => {
    const path = await limited('defaults', {
      type: 'Container',
      default: { cpu: '1', memory: '1Gi' },
      defaultRequest: { cpu: '500m' },
    });
    const { body } = await cluster.call(
      'POST',
      `${path}/pods`,
      aPod({ requests: { cpu: '100m' } }, { initContainers: [{ name: 'i', image: 'none' }] }),
    );
    expect(body).toMatchObject({
      metadata: {
        annotations: {
          'kubernetes.io/limit-ranger':
            'LimitRanger plugin set: memory request for container c; cpu, memory limit for container c; cpu, memory request for init container i; cpu, memory limit for init container i',
        },
      },
      spec: {
        containers: [
          {
            resources: {
              requests: { cpu: '100m', memory: '1Gi' },
              limits: { cpu: '1', memory: '1Gi' },
            },
          },
        ],
        initContainers: [
          {
            resources: {
              requests: { cpu: '500m', memory: '1Gi' },
              limits: { cpu: '1', memory: '1Gi' },
            },
          },
        ],
      },
      status: { qosClass: 'Burstable' },
    });
  });

  it('has defaults of its own from its bounds', async () => {
    const path = await limited('bounds', {
      type: 'Container',
      max: { cpu: '2' },
      min: { memory: '1Gi' },
    });
    const { body } = await cluster.call('GET', `${path}/limitranges/limits`);
    expect(objectAt(body, 'spec')['limits']).toEqual([
      {
        type: 'Container',
        max: { cpu: '2' },
        min: { memory: '1Gi' },
        default: { cpu: '2' },
        defaultRequest: { cpu: '2', memory: '1Gi' },
      },
    ]);
  });

  it.each<[string, JsonObject, JsonObject, string]>([
    [
      'more than the maximum of a container',
      { type: 'Container', max: { cpu: '1' } },
      { limits: { cpu: '2' } },
      'maximum cpu usage per Container is 1, but limit is 2',
    ],
    [
      'less than the minimum of a container',
      { type: 'Container', min: { memory: '1Gi' } },
      { requests: { memory: '512Mi' } },
      'minimum memory usage per Container is 1Gi, but request is 512Mi',
    ],
    [
      'a limit too far from its request',
      { type: 'Container', maxLimitRequestRatio: { cpu: '2' } },
      { requests: { cpu: '100m' }, limits: { cpu: '300m' } },
      'cpu max limit to request ratio per Container is 2, but provided ratio is 3.000000',
    ],
    [
      'no limit where the pod has a maximum',
      { type: 'Pod', max: { cpu: '1' } },
      { requests: { cpu: '100m' } },
      'maximum cpu usage per Pod is 1.  No limit is specified',
    ],
    [
      'more than the maximum of a pod',
      { type: 'Pod', max: { cpu: '1' } },
      { limits: { cpu: '1500m' } },
      'maximum cpu usage per Pod is 1, but limit is 1500m',
    ],
    [
      'less than the minimum of a pod',
      { type: 'Pod', min: { memory: '1Gi' } },
      {},
      'minimum memory usage per Pod is 1Gi.  No request is specified',
    ],
  ])('refuses a pod with %s', async (what, limit, resources, message) => {
    const path = await limited(what.replaceAll(' ', '-'), limit);
    const { code, body } = await cluster.call('POST', `${path}/pods`, aPod(resources));
    expect([code, body['message'], body['reason']]).toEqual([
      403,
      `pods "p" is forbidden: ${message}`,
      'Forbidden',
    ]);
  });

  it('refuses claims that are too large', async () => {
    const path = await limited('claims', {
      type: 'PersistentVolumeClaim',
      max: { storage: '1Gi' },
    });
    const { code, body } = await cluster.call('POST', `${path}/persistentvolumeclaims`, {
      metadata: { name: 'large' },
      spec: {
        storageClassName: 'none',
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '2Gi' } },
      },
    });
    expect([code, body['message']]).toEqual([
      403,
      'persistentvolumeclaims "large" is forbidden: maximum storage usage per PersistentVolumeClaim is 1Gi, but request is 2Gi',
    ]);
  });
});
