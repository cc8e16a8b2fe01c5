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

const replicaFailure = (reason: string, status = 'True') => ({
  status: { conditions: [{ type: 'ReplicaFailure', status, reason }] },
});
const refused = replicaFailure('FailedCreate');

const startTime = '2026-11-21T10:00:00Z';

describe('readPodController', () => {
  it.each([
    ['a ReplicaSet', 'ReplicaSet', { spec: { replicas: 5 } }, { wanted: 5, atOnce: 5 }],
    ['a ReplicaSet without replicas', 'ReplicaSet', { spec: {} }, { wanted: 1, atOnce: 1 }],
    [
      'a ReplicaSet that cannot delete pods',
      'ReplicaSet',
      { spec: { replicas: 5 }, ...replicaFailure('FailedDelete') },
      { wanted: 5 },
    ],
    [
      'a ReplicaSet whose pods are accepted again',
      'ReplicaSet',
      { spec: { replicas: 5 }, ...replicaFailure('FailedCreate', 'False') },
      { wanted: 5 },
    ],
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
    [
      'a Job with ended pods',
      'Job',
      {
        spec: { parallelism: 9, completions: 20 },
        status: { active: 6, succeeded: 10, failed: 4 },
      },
      { wanted: 9, atOnce: 9, reportedActive: 6 },
    ],
    [
      'a Job that needs few more pods',
      'Job',
      { spec: { parallelism: 9, completions: 20 }, status: { succeeded: 17 } },
      { wanted: 3, atOnce: 3, reportedActive: 0 },
    ],
    [
      'a Job with ended pods that are not counted yet',
      'Job',
      {
        spec: { parallelism: 9, completions: 20 },
        status: {
          succeeded: 15,
          uncountedTerminatedPods: { succeeded: ['a', 'b'], failed: ['c'] },
        },
      },
      { wanted: 3 },
    ],
    [
      'a resumed Job of the Job controller',
      'Job',
      {
        spec: { parallelism: 9, suspend: false, managedBy: 'kubernetes.io/job-controller' },
        status: {
          conditions: [
            { type: 'Suspended', status: 'True' },
            { type: 'FailureTarget', status: 'False' },
          ],
        },
      },
      { wanted: 9 },
    ],
    [
      'a Job with failed indexes',
      'Job',
      {
        spec: { parallelism: 9, completions: 20, backoffLimitPerIndex: 0 },
        status: { succeeded: 12, failed: 5, failedIndexes: '1,3-5,7' },
      },
      { wanted: 3 },
    ],
    [
      'a work queue with failed pods',
      'Job',
      { spec: { parallelism: 9, backoffLimit: 1 }, status: { failed: 1 } },
      { wanted: 9 },
    ],
  ] as const)('reads how many pods %s keeps', (_name, kind, object, expected) => {
    expect(read(kind, object)).toMatchObject({ kind, namespace: 'shop', name: 'web', ...expected });
  });

  it.each([
    ['a ReplicaSet', 'ReplicaSet', {}, true],
    ['a StatefulSet', 'StatefulSet', {}, false],
    ['a Job', 'Job', {}, true],
    [
      'a Job that replaces terminating pods',
      'Job',
      { podReplacementPolicy: 'TerminatingOrFailed' },
      true,
    ],
    ['a Job that replaces failed pods', 'Job', { podReplacementPolicy: 'Failed' }, false],
    ['a Job with a failure policy', 'Job', { podFailurePolicy: { rules: [] } }, false],
  ] as const)('reads whether %s replaces terminating pods', (_name, kind, spec, expected) => {
    expect(read(kind, { spec })?.replacesTerminating).toBe(expected);
  });

  it.each([
    ['has not been started', 'Job', {}, false],
    ['has been started', 'Job', { startTime, active: 3 }, true],
    ['reports no pods', 'Job', { startTime, ready: 0 }, true],
    [
      'was resumed since its last status',
      'Job',
      { startTime, conditions: [{ type: 'Suspended', status: 'True' }] },
      false,
    ],
    [
      'was resumed and started again',
      'Job',
      { startTime, conditions: [{ type: 'Suspended', status: 'False' }] },
      true,
    ],
    [
      'has as many pods as its controller creates at once',
      'Job',
      { startTime, active: 500 },
      false,
    ],
    ['has fewer pods than its controller creates at once', 'Job', { startTime, active: 499 }, true],
  ] as const)('reads whether pods of a Job were tried that %s', (_name, kind, status, expected) => {
    expect(read(kind, { spec: { parallelism: 900 }, status })?.hasTried).toBe(expected);
  });

  it.each([
    ['has fewer pods than wanted', { observedGeneration: 2, replicas: 3 }, {}, true],
    ['has as many pods as wanted', { observedGeneration: 2, replicas: 5 }, {}, false],
    ['was changed since its last status', { observedGeneration: 1, replicas: 3 }, {}, false],
    ['has no status', {}, {}, false],
    [
      'creates one pod after the other',
      { observedGeneration: 2, replicas: 3 },
      { podManagementPolicy: 'OrderedReady' },
      false,
    ],
  ] as const)(
    'reads whether pods of a StatefulSet were tried that %s',
    (_name, status, spec, expected) => {
      const metadata = { generation: 2 };
      const parallel = { replicas: 5, podManagementPolicy: 'Parallel', ...spec };
      const controller = read('StatefulSet', { metadata, spec: parallel, status });
      expect(controller).toMatchObject({ hasTried: expected, reportedActive: expected ? 3 : 0 });
    },
  );

  it('reads no attempt from a ReplicaSet, which has a condition for refusals', () => {
    const status = { startTime, observedGeneration: 2, replicas: 3 };
    const metadata = { generation: 2 };
    expect(read('ReplicaSet', { metadata, spec: { replicas: 5 }, status })?.hasTried).toBe(false);
  });

  it.each([
    ['a ReplicaSet of an earlier revision', 'ReplicaSet', { spec: { replicas: 0 } }],
    [
      'a ReplicaSet that is being deleted',
      'ReplicaSet',
      { spec: { replicas: 5 }, metadata: { deletionTimestamp: '2026-11-21T10:05:00Z' } },
    ],
    ['a suspended Job', 'Job', { spec: { parallelism: 9, suspend: true } }],
    [
      'a work queue after the first success',
      'Job',
      { spec: { parallelism: 9 }, status: { succeeded: 1 } },
    ],
    [
      'a Job without pods to start',
      'Job',
      { spec: { parallelism: 9, completions: 4 }, status: { active: 1, succeeded: 4 } },
    ],
    ...['Complete', 'Failed', 'FailureTarget', 'SuccessCriteriaMet'].map(
      (type) =>
        [
          `a Job with the condition ${type}`,
          'Job',
          {
            spec: { parallelism: 9, completions: 20 },
            status: { succeeded: 1, conditions: [{ type, status: 'True' }] },
          },
        ] as const,
    ),
    [
      'a Job with more failed pods than it retries',
      'Job',
      {
        spec: { parallelism: 9, completions: 20, backoffLimit: 2 },
        status: { failed: 1, uncountedTerminatedPods: { failed: ['a', 'b'] } },
      },
    ],
    [
      'a Job that another manager runs',
      'Job',
      { spec: { parallelism: 9, managedBy: 'kueue.x-k8s.io/multikueue' } },
    ],
    ['a ReplicaSet whose pods are refused', 'ReplicaSet', { spec: { replicas: 5 }, ...refused }],
    ...(['ReplicaSet', 'StatefulSet', 'Job'] as const).map(
      (kind) =>
        [
          `a ${kind} whose pods are bound by their template`,
          kind,
          { spec: { replicas: 5, template: { spec: { nodeName: 'n1' } } } },
        ] as const,
    ),
    [
      'a ReplicaSet for another scheduler',
      'ReplicaSet',
      { spec: { replicas: 5, template: { spec: { schedulerName: 'volcano' } } } },
    ],
  ] as const)('expects no pods of %s', (_name, kind, object) => {
    expect(read(kind, object)?.wanted ?? 0).toBe(0);
  });
});
