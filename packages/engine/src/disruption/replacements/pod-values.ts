import { isReschedulable } from '../../drainability/pod-state.js';
import type { ClusterSnapshot } from '../../model/cluster-snapshot.js';
import type { Pod } from '../../model/pod.js';
import { findBound, strongestBound } from '../../optimize/cost/relaxation-bound.js';
import { firstFit } from '../../scheduling/first-fit/first-fit.js';
import { compileProblem } from '../../scheduling/problem/problem.js';

/**
 * Returns what a running pod would cost at least if all pods ran on new nodes, in micro-USD per hour:
 * its dual price.
 */
export function podValues(snapshot: ClusterSnapshot): (pod: Pod) => number {
  const pods = snapshot.nodes.flatMap((node) => node.pods.filter(isReschedulable));
  const problem = compileProblem({ ...snapshot, nodes: [], pods });
  const { model, values } = strongestBound(findBound(problem, firstFit(problem), 0), null);
  const valueByKey = new Map(
    model.itemTypes.flatMap(({ items }, index) =>
      items.map(({ podGroup }) => [podGroup.spec.key, values[index] ?? 0] as const),
    ),
  );
  return ({ spec }) => valueByKey.get(spec.key) ?? 0;
}
