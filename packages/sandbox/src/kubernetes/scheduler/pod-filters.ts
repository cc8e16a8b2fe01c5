import type { Pod } from '../resources/types/pod.js';
import type { MakeFilter, NodeFilter, Refusal, SchedulingView } from './filter.js';
import {
  deviceFilter,
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

/** In kube-scheduler's order; the first filter that rejects a node gives its reasons. */
const nodeFilters: readonly MakeFilter[] = [
  unschedulableFilter,
  taintFilter,
  nodeAffinityFilter,
  hostPortFilter,
  resourceFilter,
  volumeFilter,
  deviceFilter,
];

/** Filters that compare a node with the pods of others. */
const podFilters: readonly MakeFilter[] = [
  topologySpreadFilter,
  podAffinityFilter,
  podAntiAffinityFilter,
  existingAntiAffinityFilter,
];

/** All filters for one pod. */
export class PodFilters {
  readonly #pod: Pod;
  readonly #view: SchedulingView;
  readonly #ofNode: readonly NodeFilter[];
  readonly #ofPods: readonly NodeFilter[];

  constructor(pod: Pod, view: SchedulingView) {
    this.#pod = pod;
    this.#view = view;
    this.#ofNode = nodeFilters.flatMap((make) => make(pod, view) ?? []);
    this.#ofPods = podFilters.flatMap((make) => make(pod, view) ?? []);
  }

  /**
   * Returns why the pod cannot run on a node now, or beside the pods of its priority and above that
   * wait for their place there; `null` if it can.
   */
  refuse(node: NodeState): Refusal | null {
    const waiting = this.waitingOn(node.name);
    const beside = waiting.length === 0 ? null : this.refuseOther(node.with(waiting));
    return beside ?? firstRefusal(this.#ofNode, node) ?? firstRefusal(this.#ofPods, node);
  }

  /**
   * Returns why the pod cannot run on a node with other pods than it has now.
   * @param node takes the place of the node of its name
   */
  refuseOther(node: NodeState): Refusal | null {
    const refusal = firstRefusal(this.#ofNode, node);
    // Without such filters, only the anti-affinity of an added pod could make one.
    if (refusal !== null || (this.#ofPods.length === 0 && node.antiAffinityPods.size === 0)) {
      return refusal;
    }
    const nodes = this.#view.nodes.map((one) => (one.name === node.name ? node : one));
    const view = { ...this.#view, nodes };
    return firstRefusal(
      podFilters.flatMap((make) => make(this.#pod, view) ?? []),
      node,
    );
  }

  /** Returns the other pods of the pod's priority and above that wait for their place on a node. */
  waitingOn(nodeName: string): readonly Pod[] {
    const nominated = this.#view.nominatedTo(nodeName);
    if (nominated.length === 0) return nominated;
    const { metadata, spec } = this.#pod;
    return nominated.filter(
      (other) =>
        other.metadata.uid !== metadata.uid && (other.spec.priority ?? 0) >= (spec.priority ?? 0),
    );
  }
}

function firstRefusal(filters: readonly NodeFilter[], node: NodeState): Refusal | null {
  for (const filter of filters) {
    const refusal = filter.refuse(node);
    if (refusal !== null) return refusal;
  }
  return null;
}
