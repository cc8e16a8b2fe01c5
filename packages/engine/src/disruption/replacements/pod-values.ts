import type { MicroUsdPerHour } from '@kerf/core';
import { isReschedulable } from '../../drainability/pod-state.js';
import type { ClusterSnapshot } from '../../model/cluster-snapshot.js';
import type { Pod } from '../../model/pod.js';
import { findBound, strongestBound } from '../../optimize/cost/relaxation-bound.js';
import { firstFit } from '../../scheduling/first-fit/first-fit.js';
import { compileProblem } from '../../scheduling/problem/problem.js';

/**
 * Returns what a running pod would cost at least if all pods ran on new nodes, in micro-USD per hour:
 * its dual price; `null` for pods that fit on no new node. The limits of NodePools are ignored: they
 * count the nodes that run. Pods wait for no reservation: those that run may use it up.
 */
export function podValues(
  snapshot: ClusterSnapshot,
): (pod: Pick<Pod, 'spec'>) => MicroUsdPerHour | null {
  const pods = snapshot.nodes.flatMap((node) => node.pods.filter(isReschedulable));
  const nodePools = snapshot.nodePools.map((pool) => ({ ...pool, limits: {}, spendLimits: [] }));
  const problem = compileProblem({ ...snapshot, nodePools, nodes: [], pods });
  const plan = firstFit(problem, 'Fallback');
  const { model, values } = strongestBound(findBound(problem, plan, 0), null);
  const valueByKey = new Map(
    model.itemTypes.flatMap(({ items }, index) =>
      items.map(({ podGroup }) => [podGroup.spec.key, values[index] ?? 0] as const),
    ),
  );
  return ({ spec }) => valueByKey.get(spec.key) ?? null;
}
