import type { JsonObject } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { readObjectMeta } from './object-meta.js';
import { type PodControllerKind, readPodController } from './pod-controller.js';

function read(
  kind: PodControllerKind,
  { metadata = {}, ...fields }: { spec: JsonObject; status?: JsonObject; metadata?: JsonObject },
) {
  const object = { metadata: { name: 'web', namespace: 'shop', uid: 'u', ...metadata }, ...fields };
  return readPodController(kind, object, readObjectMeta(object)!, () => undefined);
}

describe('readPodController', () => {
  it.each([
    ['a ReplicaSet', 'ReplicaSet', { spec: { replicas: 5 } }, { wanted: 5, atOnce: 5 }],
    ['a ReplicaSet without replicas', 'ReplicaSet', { spec: {} }, { wanted: 1, atOnce: 1 }],
    ['a StatefulSet', 'StatefulSet', { spec: { replicas: 5 } }, { wanted: 5, atOnce: 1 }],
    [
      'a parallel StatefulSet',
      'StatefulSet',
      { spec: { replicas: 5, podManagementPolicy: 'Parallel' } },
      { wanted: 5, atOnce: 5 },
    ],
    ['a Job', 'Job', { spec: {} }, { wanted: 1, atOnce: 1 }],
    ['a Job of many pods', 'Job', { spec: { parallelism: 9, completions: 4 } }, { wanted: 4 }],
    ['a Job as a work queue', 'Job', { spec: { parallelism: 9 } }, { wanted: 9 }],
  ] as const)('reads how many pods %s keeps', (_name, kind, object, expected) => {
    expect(read(kind, object)).toMatchObject({ kind, namespace: 'shop', name: 'web', ...expected });
  });

  it.each([
    ['a ReplicaSet of an earlier revision', 'ReplicaSet', { spec: { replicas: 0 } }],
    [
      'a ReplicaSet that is being deleted',
      'ReplicaSet',
      { spec: { replicas: 5 }, metadata: { deletionTimestamp: '2026-11-21T10:05:00Z' } },
    ],
    ['a suspended Job', 'Job', { spec: { parallelism: 9, suspend: true } }],
    ['a Job with ended pods', 'Job', { spec: { parallelism: 9 }, status: { succeeded: 1 } }],
    [
      'a ReplicaSet for another scheduler',
      'ReplicaSet',
      { spec: { replicas: 5, template: { spec: { schedulerName: 'volcano' } } } },
    ],
    ['a Job with failed pods', 'Job', { spec: { parallelism: 9 }, status: { failed: 1 } }],
  ] as const)('expects no pods of %s', (_name, kind, object) => {
    expect(read(kind, object)).toBeNull();
  });
});
