import type { Pod } from '../resources/types/pod.js';
import type { Refusal, SchedulingView } from './filter.js';
import type { NodeState } from './node-state.js';
import { PodFilters } from './pod-filters.js';
import { choosePreemption } from './preemption.js';
import { bestNode } from './score.js';
import { noNodeAvailable } from './unschedulable-message.js';

export type Placement =
  | { readonly kind: 'Node'; readonly nodeName: string }
  | {
      readonly kind: 'Unschedulable';
      readonly message: string;
      /** True if the node that the pod is nominated for is still being cleared for it. */
      readonly isNominated: boolean;
    }
  | {
      /** The pod waits for a node until other pods of it have ended. */
      readonly kind: 'Preemption';
      readonly nodeName: string;
      readonly victims: readonly Pod[];
      readonly message: string;
    };

/** Returns the node for a pod, the pods that must end before it has one, or why there is none. */
export function chooseNode(pod: Pod, view: SchedulingView): Placement {
  const { nodes } = view;
  if (nodes.length === 0) {
    return unschedulable('no nodes available to schedule pods');
  }
  const needs = view.devices.needsOf(pod);
  if (needs?.kind === 'Refused') return refusedOnAll(nodes.length, needs.reason);
  const filters = new PodFilters(pod, view);
  const { nominatedNodeName } = pod.status ?? {};
  const nominated =
    nominatedNodeName === undefined
      ? undefined
      : nodes.find(({ name }) => name === nominatedNodeName);
  if (nominated !== undefined && filters.refuse(nominated) === null) {
    return { kind: 'Node', nodeName: nominated.name };
  }
  const feasible: NodeState[] = [];
  const refusals = new Map<NodeState, Refusal>();
  for (const node of nodes) {
    const refusal = filters.refuse(node);
    if (refusal === null) feasible.push(node);
    else refusals.set(node, refusal);
  }
  const best = bestNode(pod, feasible, view);
  if (best !== null) return { kind: 'Node', nodeName: best.name };
  const message = noNodeAvailable([...refusals.values()].map(({ reasons }) => reasons));
  const preemption = choosePreemption(pod, { view, filters, refusals });
  if (preemption.kind === 'Preemption') return { ...preemption, message };
  const claims = needs === null ? 'no new claims to deallocate' : 'still not schedulable';
  const why = `${message} ${claims}, preemption: ${preemption.why}`;
  return unschedulable(why, preemption.kind === 'UnderWay');
}

/** Source: kube-scheduler, a pod that a plugin refuses before it looks at nodes. */
function refusedOnAll(nodes: number, reason: string): Placement {
  const refused = `0/${nodes} nodes are available:`;
  return unschedulable(
    `${refused} ${reason}. no new claims to deallocate, preemption: ${refused} ${nodes} Preemption is not helpful for scheduling.`,
  );
}

function unschedulable(message: string, isNominated = false): Placement {
  return { kind: 'Unschedulable', message, isNominated };
}
