import type { Pod } from '../resources/types/pod.js';
import type { MakeFilter, NodeFilter, Refusal, SchedulingView } from './filter.js';
import {
  hostPortFilter,
  nodeAffinityFilter,
  resourceFilter,
  taintFilter,
  unschedulableFilter,
  volumeFilter,
} from './filters/node-filters.js';
import {
  existingAntiAffinityFilter,
  podAffinityFilter,
  podAntiAffinityFilter,
} from './filters/pod-affinity-filters.js';
import { topologySpreadFilter } from './filters/topology-spread-filter.js';
import type { NodeState } from './node-state.js';
import { bestNode } from './score.js';

/** In kube-scheduler's order; the first filter that rejects a node gives its reasons. */
const filters: readonly MakeFilter[] = [
  unschedulableFilter,
  taintFilter,
  nodeAffinityFilter,
  hostPortFilter,
  resourceFilter,
  volumeFilter,
  topologySpreadFilter,
  podAffinityFilter,
  podAntiAffinityFilter,
  existingAntiAffinityFilter,
];

export type Placement =
  | { readonly kind: 'Node'; readonly nodeName: string }
  | { readonly kind: 'Unschedulable'; readonly message: string };

/** Returns the node for a pod, or the reason why there is none. */
export function chooseNode(pod: Pod, view: SchedulingView): Placement {
  if (view.nodes.length === 0) {
    return { kind: 'Unschedulable', message: 'no nodes available to schedule pods' };
  }
  const prepared = filters.flatMap((make) => make(pod, view) ?? []);
  const feasible: NodeState[] = [];
  const refusals: Refusal[] = [];
  for (const node of view.nodes) {
    const refusal = firstRefusal(prepared, node);
    if (refusal === null) feasible.push(node);
    else refusals.push(refusal);
  }
  const best = bestNode(pod, feasible, view);
  return best === null
    ? { kind: 'Unschedulable', message: unschedulableMessage(refusals) }
    : { kind: 'Node', nodeName: best.name };
}

function firstRefusal(prepared: readonly NodeFilter[], node: NodeState): Refusal | null {
  for (const filter of prepared) {
    const refusal = filter.refuse(node);
    if (refusal !== null) return refusal;
  }
  return null;
}

/** `0/3 nodes are available: 1 Insufficient cpu, 2 node(s) had untolerated taint(s). …` */
function unschedulableMessage(refusals: readonly Refusal[]): string {
  const total = refusals.length;
  const reasons = tally(refusals.flatMap((refusal) => refusal.reasons));
  const preemption = tally(
    refusals.map(({ isResolvable }) =>
      isResolvable
        ? 'No preemption victims found for incoming pod'
        : 'Preemption is not helpful for scheduling',
    ),
  );
  const head = `0/${total} nodes are available`;
  return `${head}: ${reasons}. no new claims to deallocate, preemption: ${head}: ${preemption}.`;
}

function tally(reasons: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .map(([reason, count]) => `${count} ${reason}`)
    .toSorted()
    .join(', ');
}
