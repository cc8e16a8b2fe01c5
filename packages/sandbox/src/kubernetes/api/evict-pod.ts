import { type Json, numberAt, objectAt, stringAt } from '../json/json.js';
import { isReady } from '../resources/is-ready.js';
import { asKind, kinds } from '../resources/kind.js';
import type { Pod } from '../resources/types/pod.js';
import type {
  PodDisruptionBudget,
  PodDisruptionBudgetStatus,
} from '../resources/types/workload.js';
import { matchesSelector } from '../selectors/label-selector.js';
import { type DeleteOptions, deleteObject } from './delete-object.js';
import { lookupIn } from './object-lookup.js';
import { badRequest, failure, forbidden, internalError } from './status.js';
import type { ApiParts, NamedTarget } from './target.js';
import { toTimestamp } from './timestamp.js';
import { findObject } from './update-object.js';

/**
 * Handles POST to a pod's `eviction`: a deletion that its PodDisruptionBudget may refuse. Differs
 * from a real server: a failed precondition does not use the budget.
 * Source: kubernetes pkg/registry/core/pod/storage/eviction.go.
 */
export function evictPod(
  parts: ApiParts,
  target: NamedTarget,
  body: Json,
  isDryRun: boolean,
): void {
  if (stringAt(body, 'metadata', 'name') !== target.name) {
    throw badRequest('name in URL does not match name in Eviction object');
  }
  const pod = asKind(kinds.pod, findObject(parts, target));
  const options = readOptions(body, isDryRun);
  const budget = canIgnoreBudgets(pod) ? null : budgetOf(parts, pod);
  // A dry run of the deletion checks its preconditions before the budget is used.
  deleteObject(parts, target, { ...options, isDryRun: true });
  if (budget !== null) useBudget(parts, budget, pod, options.isDryRun === true);
  deleteObject(parts, target, options);
}

function readOptions(body: Json, isDryRun: boolean): DeleteOptions {
  const options = objectAt(body, 'deleteOptions');
  const dryRun = options['dryRun'];
  const preconditions = objectAt(options, 'preconditions');
  return {
    gracePeriodSeconds: numberAt(options, 'gracePeriodSeconds'),
    uid: stringAt(preconditions, 'uid'),
    resourceVersion: stringAt(preconditions, 'resourceVersion'),
    isDryRun: isDryRun || (Array.isArray(dryRun) && dryRun.includes('All')),
  };
}

/** Returns true for pods that are finished or not running, which budgets do not protect. */
function canIgnoreBudgets({ status, metadata }: Pod): boolean {
  const phase = status?.phase ?? 'Pending';
  const isIdle = phase === 'Succeeded' || phase === 'Failed' || phase === 'Pending';
  return isIdle || metadata.deletionTimestamp !== undefined;
}

/** Returns the budget that applies to the pod, or `null`. */
function budgetOf(parts: ApiParts, pod: Pod): PodDisruptionBudget | null {
  const { namespace, labels } = pod.metadata;
  const [budget, second] = lookupIn(parts.store)
    .list(kinds.podDisruptionBudget)
    .filter(
      ({ metadata, spec }) =>
        metadata.namespace === namespace && matchesSelector(spec.selector, labels),
    );
  if (budget === undefined) return null;
  if (second !== undefined) {
    throw internalError(
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    );
  }
  return bypassesBudget(pod, budget) ? null : budget;
}

/**
 * Returns true if the budget allows the eviction of an unhealthy pod, which is not counted as
 * healthy.
 */
function bypassesBudget(pod: Pod, { spec, status: budgetStatus }: PodDisruptionBudget): boolean {
  if (isReady(pod)) return false;
  if (spec.unhealthyPodEvictionPolicy === 'AlwaysAllow') return true;
  const { currentHealthy = 0, desiredHealthy = 0 } = budgetStatus ?? {};
  return desiredHealthy > 0 && currentHealthy >= desiredHealthy;
}

const maxDisruptedPods = 2000;
const budgetSubject = {
  group: 'policy',
  plural: 'poddisruptionbudgets',
  kind: 'PodDisruptionBudget',
};

const noBudgets: PodDisruptionBudgetStatus = {
  disruptionsAllowed: 0,
  currentHealthy: 0,
  desiredHealthy: 0,
  expectedPods: 0,
};

function useBudget(
  parts: ApiParts,
  budget: PodDisruptionBudget,
  pod: Pod,
  isDryRun: boolean,
): void {
  const budgetStatus = budget.status ?? noBudgets;
  const why = refusalOf(budget, budgetStatus);
  if (why !== null) throw why;
  if (isDryRun) return;
  const disruptedPods = {
    ...budgetStatus.disruptedPods,
    [pod.metadata.name]: toTimestamp(parts.now()),
  };
  const disruptionsAllowed = budgetStatus.disruptionsAllowed - 1;
  const status = { ...budgetStatus, disruptionsAllowed, disruptedPods };
  parts.store.collection(kinds.podDisruptionBudget.collection).put({ ...budget, status });
}

function refusalOf(
  { metadata }: PodDisruptionBudget,
  budgetStatus: PodDisruptionBudgetStatus,
): Error | null {
  const { name } = metadata;
  if ((budgetStatus.observedGeneration ?? 0) < (metadata.generation ?? 0)) {
    return blocked(`The disruption budget ${name} is still being processed by the server.`, 10);
  }
  const { disruptionsAllowed, desiredHealthy, currentHealthy, disruptedPods = {} } = budgetStatus;
  if (disruptionsAllowed < 0) {
    return forbidden(budgetSubject, name, 'pdb disruptions allowed is negative');
  }
  if (Object.keys(disruptedPods).length > maxDisruptedPods) {
    const why = 'DisruptedPods map too big - too many evictions not confirmed by PDB controller';
    return forbidden(budgetSubject, name, why);
  }
  if (disruptionsAllowed > 0) return null;
  return blocked(
    `The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`,
  );
}

function blocked(message: string, retryAfterSeconds?: number): Error {
  return failure({
    code: 429,
    reason: 'TooManyRequests',
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    details: {
      causes: [{ reason: 'DisruptionBudget', message }],
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    },
  });
}
