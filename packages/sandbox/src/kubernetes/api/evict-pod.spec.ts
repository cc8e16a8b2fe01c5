import { describe, expect, it } from 'vitest';
import { aPod } from '../../testing/builders.js';
import type { JsonObject } from '../json/json.js';
import { ResourceCatalog } from '../resources/resource-catalog.js';
import type { PodDisruptionBudgetStatus } from '../resources/types/workload.js';
import { ObjectStore } from '../storage/object-store.js';
import { evictPod } from './evict-pod.js';
import { StatusError } from './status.js';
import type { ApiParts } from './target.js';

const now = Date.parse('2026-11-21T10:00:00Z');
const healthy: PodDisruptionBudgetStatus = {
  observedGeneration: 1,
  disruptionsAllowed: 1,
  currentHealthy: 3,
  desiredHealthy: 2,
  expectedPods: 3,
};

interface PodAndBudget {
  readonly status?: Partial<PodDisruptionBudgetStatus>;
  readonly spec?: JsonObject;
  readonly isReady?: boolean;
}

/** Returns a store with a running pod and one budget that selects it. */
function partsWith({ status, spec, isReady = true }: PodAndBudget = {}): ApiParts {
  const store = new ObjectStore(() => now);
  store.collection('pods').put(
    aPod('p', {
      labels: { app: 'web' },
      spec: { nodeName: 'n', terminationGracePeriodSeconds: 30 },
      status: {
        phase: 'Running',
        conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False' }],
      },
    }),
  );
  store.collection('poddisruptionbudgets.policy').put({
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: {
      name: 'b',
      namespace: 'default',
      uid: 'b',
      resourceVersion: '',
      creationTimestamp: '2026-11-21T10:00:00Z',
      generation: 1,
    },
    spec: { selector: { matchLabels: { app: 'web' } }, ...spec },
    status: { ...healthy, ...status },
  });
  return { store, resources: new ResourceCatalog(), now: () => now };
}

function evict(parts: ApiParts, body: JsonObject = {}): StatusError['status'] | 'evicted' {
  const served = parts.resources.find('v1', 'pods')!;
  try {
    evictPod(
      parts,
      { ...served, namespace: 'default', name: 'p' },
      { metadata: { name: 'p' }, ...body },
      false,
    );
    return 'evicted';
  } catch (error) {
    if (error instanceof StatusError) return error.status;
    throw error;
  }
}

const budgetOf = ({ store }: ApiParts) =>
  store.collection('poddisruptionbudgets.policy').get('default/b')?.['status'];
const podOf = ({ store }: ApiParts) => store.collection('pods').get('default/p');

describe('an eviction', () => {
  it('uses one disruption, records the pod, and deletes it with its grace period', () => {
    const parts = partsWith();
    expect(evict(parts)).toBe('evicted');
    expect(budgetOf(parts)).toEqual({
      ...healthy,
      disruptionsAllowed: 0,
      disruptedPods: { p: '2026-11-21T10:00:00Z' },
    });
    expect(podOf(parts)?.metadata).toMatchObject({
      deletionTimestamp: '2026-11-21T10:00:30Z',
      deletionGracePeriodSeconds: 30,
    });
  });

  it.each<[string, PodAndBudget, { code: number; reason: string; cause?: string }]>([
    [
      'no disruption is allowed',
      { status: { disruptionsAllowed: 0 } },
      {
        code: 429,
        reason: 'TooManyRequests',
        cause: 'The disruption budget b needs 2 healthy pods and has 3 currently',
      },
    ],
    [
      'the budget is not observed yet',
      { status: { observedGeneration: 0 } },
      {
        code: 429,
        reason: 'TooManyRequests',
        cause: 'The disruption budget b is still being processed by the server.',
      },
    ],
    [
      'disruptionsAllowed is negative',
      { status: { disruptionsAllowed: -1 } },
      { code: 403, reason: 'Forbidden' },
    ],
    [
      'too many evictions are in progress',
      {
        status: {
          disruptedPods: Object.fromEntries(
            Array.from({ length: 2001 }, (_one, index) => [`p${index}`, '']),
          ),
        },
      },
      { code: 403, reason: 'Forbidden' },
    ],
    [
      'an unhealthy pod is needed',
      { isReady: false, status: { disruptionsAllowed: 0, currentHealthy: 1 } },
      {
        code: 429,
        reason: 'TooManyRequests',
        cause: 'The disruption budget b needs 2 healthy pods and has 1 currently',
      },
    ],
  ])('is refused when %s', (_what, fields, { code, reason, cause }) => {
    const parts = partsWith(fields);
    const before = budgetOf(parts);
    const status = evict(parts);
    const details = cause === undefined ? {} : { details: { causes: [{ message: cause }] } };
    expect(status).toMatchObject({ code, reason, ...details });
    expect([budgetOf(parts), podOf(parts)?.metadata.deletionTimestamp]).toEqual([
      before,
      undefined,
    ]);
  });

  it('returns a retry delay while the budget is not observed yet', () => {
    const status = evict(partsWith({ status: { observedGeneration: 0 } }));
    expect(status === 'evicted' ? null : status.details?.retryAfterSeconds).toBe(10);
  });

  it.each<[string, PodAndBudget]>([
    ['the others are healthy enough', { isReady: false, status: { disruptionsAllowed: 0 } }],
    [
      'the policy is AlwaysAllow',
      {
        isReady: false,
        status: { disruptionsAllowed: 0, currentHealthy: 0 },
        spec: { unhealthyPodEvictionPolicy: 'AlwaysAllow' },
      },
    ],
  ])('of an unhealthy pod succeeds when %s', (_what, fields) => {
    expect(evict(partsWith(fields))).toBe('evicted');
  });

  it('does not use the budget when it fails or is a dry run', () => {
    const parts = partsWith();
    expect(evict(parts, { deleteOptions: { preconditions: { uid: 'x' } } })).toMatchObject({
      code: 409,
    });
    expect(evict(parts, { deleteOptions: { dryRun: ['All'] } })).toBe('evicted');
    expect(budgetOf(parts)).toEqual(healthy);
    expect(podOf(parts)?.metadata.deletionTimestamp).toBeUndefined();
  });

  it('uses the requested grace period', () => {
    const parts = partsWith();
    evict(parts, { deleteOptions: { gracePeriodSeconds: 5 } });
    expect(podOf(parts)?.metadata.deletionGracePeriodSeconds).toBe(5);
  });
});
