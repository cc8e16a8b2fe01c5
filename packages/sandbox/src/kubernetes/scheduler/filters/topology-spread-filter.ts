import type { Pod, TopologySpreadConstraint } from '../../resources/types/pod.js';
import { matchesRequirements } from '../../selectors/label-selector.js';
import { type MakeFilter, resolvable, type SchedulingView, unresolvable } from '../filter.js';
import { matchesNode } from '../node-affinity.js';
import type { NodeState } from '../node-state.js';
import { spreadRequirements } from '../pod-terms.js';
import { findUntolerated } from '../tolerates.js';

const reason = "node(s) didn't match pod topology spread constraints";

/** Source: https://kubernetes.io/docs/concepts/scheduling-eviction/topology-spread-constraints/ */
export const topologySpreadFilter: MakeFilter = (pod, view) => {
  const requiredConstraints = view
    .spreadOf(pod)
    .constraints.filter(({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule');
  if (requiredConstraints.length === 0) return null;
  const keys = requiredConstraints.map(({ topologyKey }) => topologyKey);
  const counted = requiredConstraints.map((constraint) =>
    countDomains(constraint, pod, keys, view),
  );
  return {
    refuse: ({ labels }) => {
      if (keys.some((key) => labels[key] === undefined)) {
        return unresolvable(`${reason} (missing required label)`);
      }
      const exceedsMaxSkew = counted.some(({ constraint, podsByDomain, fewest, own }) => {
        const podCount = podsByDomain.get(labels[constraint.topologyKey] ?? '') ?? 0;
        return podCount + own - fewest > constraint.maxSkew;
      });
      return exceedsMaxSkew ? resolvable(reason) : null;
    },
  };
};

interface Count {
  readonly constraint: TopologySpreadConstraint;
  readonly podsByDomain: ReadonlyMap<string, number>;
  readonly fewest: number;
  /** 1 if the pod matches its own selector. */
  readonly own: 0 | 1;
}

/** Returns the number of matching pods per domain. */
export function countMatchingPods(
  { topologyKey, labelSelector, matchLabelKeys }: TopologySpreadConstraint,
  pod: Pod,
  nodes: readonly NodeState[],
): ReadonlyMap<string, number> {
  const requirements = spreadRequirements(labelSelector, matchLabelKeys, pod.metadata.labels ?? {});
  const { namespace } = pod.metadata;
  const counts = new Map<string, number>();
  for (const node of nodes) {
    const domain = node.labels[topologyKey];
    if (domain === undefined) continue;
    let matching = counts.get(domain) ?? 0;
    for (const { metadata } of requirements === null ? [] : node.pods.values()) {
      const isCounted =
        metadata.namespace === namespace &&
        metadata.deletionTimestamp === undefined &&
        matchesRequirements(metadata.labels, requirements ?? []);
      if (isCounted) matching += 1;
    }
    counts.set(domain, matching);
  }
  return counts;
}

function countDomains(
  constraint: TopologySpreadConstraint,
  pod: Pod,
  keys: readonly string[],
  view: SchedulingView,
): Count {
  const eligible = view.nodes.filter(
    (node) =>
      keys.every((key) => node.labels[key] !== undefined) && isEligible(constraint, pod, node),
  );
  const podsByDomain = countMatchingPods(constraint, pod, eligible);
  const { minDomains = 1, labelSelector, matchLabelKeys } = constraint;
  const fewest = podsByDomain.size < minDomains ? 0 : Math.min(...podsByDomain.values());
  const labels = pod.metadata.labels ?? {};
  const requirements = spreadRequirements(labelSelector, matchLabelKeys, labels);
  const own = requirements !== null && matchesRequirements(labels, requirements) ? 1 : 0;
  return { constraint, podsByDomain, fewest, own };
}

/** Returns true if the domain of a node is part of the comparison. */
function isEligible(
  { nodeAffinityPolicy = 'Honor', nodeTaintsPolicy = 'Ignore' }: TopologySpreadConstraint,
  { spec }: Pod,
  { node }: NodeState,
): boolean {
  if (nodeAffinityPolicy === 'Honor' && !matchesNode(spec, node)) return false;
  const effects = ['NoSchedule', 'NoExecute'];
  return (
    nodeTaintsPolicy === 'Ignore' ||
    findUntolerated(node.spec.taints, spec.tolerations, effects) === undefined
  );
}
