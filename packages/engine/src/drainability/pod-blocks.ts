import type { Instant } from '@kerf/core';
import { compareText, getOrCreate } from '@kerf/core';
import { type BoundPod, namespacedName } from '../model/pod.js';
import type { PodDisruptionBudget } from '../model/pod-disruption-budget.js';
import type { DisruptionBlock } from '../model/reason.js';
import { selectorMatches } from '../requirements/label-selector.js';
import { isActive, isEvictable, protectionOf } from './pod-state.js';

/**
 * Returns which of a node's pods block its disruption: the first with a do-not-disrupt annotation,
 * and the first that a PodDisruptionBudget blocks. Daemon and static pods may protect the node by
 * annotation; static pods are not evicted, so no budget applies. Source: karpenter
 * pkg/utils/pdb/pdb.go, state/statenode.go ValidatePodsDisruptable @v1.14.1.
 */
export function podBlocks(
  pods: readonly BoundPod[],
  budgets: readonly PodDisruptionBudget[],
  now: Instant,
): readonly DisruptionBlock[] {
  const inOrder = pods.toSorted((a, b) => compareText(namespacedName(a), namespacedName(b)));
  const annotated = inOrder.find((pod) => isActive(pod) && protectionOf(pod, now) !== null);
  const byBudget = inOrder
    .filter((pod) => isEvictable(pod, now))
    .map((pod) => blockByBudgets(pod, budgets))
    .find((block) => block !== null);
  return [
    ...(annotated === undefined ? [] : [blockByAnnotation(annotated, now)]),
    ...(byBudget === undefined ? [] : [byBudget]),
  ];
}

function blockByAnnotation(pod: BoundPod, now: Instant): DisruptionBlock {
  const until = protectionOf(pod, now)?.until ?? null;
  return { code: 'POD_DO_NOT_DISRUPT', pod: namespacedName(pod), until };
}

/** A pod with two budgets cannot be evicted: the Eviction API refuses it. */
function blockByBudgets(
  pod: BoundPod,
  budgets: readonly PodDisruptionBudget[],
): DisruptionBlock | null {
  const [budget, ...others] = budgetsIn(pod.spec.namespace, budgets).filter(({ selector }) =>
    selectorMatches(selector, pod.spec.labels),
  );
  if (budget === undefined) return null;
  if (others.length > 0) {
    const pdbs = [budget, ...others].map(({ namespace, name }) => `${namespace}/${name}`);
    return { code: 'MULTIPLE_PDBS', pdbs, pod: namespacedName(pod) };
  }
  const mayGoUnhealthy = budget.unhealthyPodEvictionPolicy === 'AlwaysAllow' && !pod.isReady;
  if (mayGoUnhealthy || budget.disruptionsAllowed > 0) return null;
  return {
    code: 'PDB_BLOCKS',
    pdb: `${budget.namespace}/${budget.name}`,
    pod: namespacedName(pod),
  };
}

/** Each evaluation asks for every pod of the cluster, so the budgets are sorted once. */
const byNamespace = new WeakMap<
  readonly PodDisruptionBudget[],
  ReadonlyMap<string, readonly PodDisruptionBudget[]>
>();

/** Returns the budgets of a namespace by name. */
function budgetsIn(
  name: string,
  budgets: readonly PodDisruptionBudget[],
): readonly PodDisruptionBudget[] {
  const known = getOrCreate(byNamespace, budgets, () =>
    Map.groupBy(
      budgets.toSorted((a, b) => compareText(a.name, b.name)),
      ({ namespace }) => namespace,
    ),
  );
  return known.get(name) ?? [];
}
