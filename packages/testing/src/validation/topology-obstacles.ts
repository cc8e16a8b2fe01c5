import type {
  ClusterSnapshot,
  LabelSelector,
  PodAffinityTerm,
  PodSpec,
  TopologySpreadConstraint,
} from '@kerf/engine';
import { selects, selectsNode } from './label-matching.js';
import { domainOf, findUntolerated, type SimulatedNode } from './simulated-node.js';

type Namespaces = ClusterSnapshot['namespaces'];

/** The cluster as the kube-scheduler sees it for one pod. */
export interface SimulatedCluster {
  readonly nodes: readonly SimulatedNode[];
  readonly namespaces: Namespaces;
}

/** Returns the first topology constraint that excludes the node for the pod; `null` if none does. */
export function findTopologyObstacle(
  cluster: SimulatedCluster,
  node: SimulatedNode,
  spec: PodSpec,
): string | null {
  const spread = spec.topologySpread
    .filter(({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule')
    .find((constraint) => !spreadHolds(cluster, node, spec, constraint));
  if (spread !== undefined) return `its spread over ${spread.topologyKey} does not allow it`;
  const unmetAffinity = spec.podAffinity.required.find(
    (term) => !affinityHolds(cluster, node, spec, term),
  );
  if (unmetAffinity !== undefined)
    return `its affinity over ${unmetAffinity.topologyKey} matches no pod`;
  const violatedAntiAffinity = spec.podAntiAffinity.required.find((term) =>
    hasMatchingPod(cluster, node, term, (other) => termSelects(cluster, spec, term, other)),
  );
  if (violatedAntiAffinity !== undefined)
    return `its anti-affinity over ${violatedAntiAffinity.topologyKey} matches a pod`;
  return isExcludedByOthers(cluster, node, spec)
    ? 'the anti-affinity of another pod matches it'
    : null;
}

/** True if the anti-affinity of a pod in a domain of the node selects the new pod. */
function isExcludedByOthers(
  cluster: SimulatedCluster,
  node: SimulatedNode,
  spec: PodSpec,
): boolean {
  return cluster.nodes.some(({ labels, pods }) =>
    pods.some((pod) =>
      pod.spec.podAntiAffinity.required.some((term) => {
        const domain = domainOf(node, term.topologyKey);
        return (
          domain !== undefined &&
          labels[term.topologyKey] === domain &&
          termSelects(cluster, pod.spec, term, spec)
        );
      }),
    ),
  );
}

function affinityHolds(
  cluster: SimulatedCluster,
  node: SimulatedNode,
  spec: PodSpec,
  term: PodAffinityTerm,
): boolean {
  if (domainOf(node, term.topologyKey) === undefined) return false;
  const matches = (other: PodSpec): boolean => termSelects(cluster, spec, term, other);
  if (hasMatchingPod(cluster, node, term, matches)) return true;
  // The first pod of an affinity may go anywhere.
  const existsElsewhere = cluster.nodes.some(
    (other) =>
      domainOf(other, term.topologyKey) !== undefined &&
      other.pods.some((pod) => matches(pod.spec)),
  );
  return !existsElsewhere && matches(spec);
}

function hasMatchingPod(
  { nodes }: SimulatedCluster,
  node: SimulatedNode,
  { topologyKey }: PodAffinityTerm,
  matches: (other: PodSpec) => boolean,
): boolean {
  const domain = domainOf(node, topologyKey);
  return (
    domain !== undefined &&
    nodes.some(
      (other) =>
        domainOf(other, topologyKey) === domain && other.pods.some((pod) => matches(pod.spec)),
    )
  );
}

function termSelects(
  { namespaces }: SimulatedCluster,
  owner: PodSpec,
  term: PodAffinityTerm,
  other: PodSpec,
): boolean {
  const isNamed = term.namespaces.includes(other.namespace);
  const labels = namespaces.find(({ name }) => name === other.namespace)?.labels;
  const isSelected = labels !== undefined && selects(term.namespaceSelector, labels);
  const isOwn =
    term.namespaces.length === 0 &&
    term.namespaceSelector === null &&
    other.namespace === owner.namespace;
  const same = (key: string): boolean =>
    owner.labels[key] === undefined || owner.labels[key] === other.labels[key];
  const differs = (key: string): boolean =>
    owner.labels[key] === undefined || owner.labels[key] !== other.labels[key];
  return (
    (isNamed || isSelected || isOwn) &&
    selects(term.labelSelector, other.labels) &&
    term.matchLabelKeys.every(same) &&
    term.mismatchLabelKeys.every(differs)
  );
}

function spreadHolds(
  cluster: SimulatedCluster,
  node: SimulatedNode,
  spec: PodSpec,
  constraint: TopologySpreadConstraint,
): boolean {
  const { topologyKey, maxSkew, minDomains } = constraint;
  const own = domainOf(node, topologyKey);
  if (own === undefined) return false;
  const counts = new Map<string, number>();
  for (const other of cluster.nodes) {
    const domain = domainOf(other, topologyKey);
    if (domain === undefined || !countsNode(other, spec, constraint)) continue;
    const matching = other.pods.filter(
      (pod) => !pod.isTerminating && spreadSelects(spec, constraint, pod.spec),
    );
    counts.set(domain, (counts.get(domain) ?? 0) + matching.length);
  }
  const least = Math.min(...counts.values());
  const floor = minDomains !== null && counts.size < minDomains ? 0 : least;
  const added = spreadSelects(spec, constraint, spec) ? 1 : 0;
  return (counts.get(own) ?? 0) + added - floor <= maxSkew;
}

/** Nodes that lack the label of any required spread of the pod count for none of them. */
function countsNode(
  node: SimulatedNode,
  spec: PodSpec,
  { nodeAffinityPolicy, nodeTaintsPolicy }: TopologySpreadConstraint,
): boolean {
  const hasLabels = spec.topologySpread.every(
    ({ topologyKey, whenUnsatisfiable }) =>
      whenUnsatisfiable === 'ScheduleAnyway' || domainOf(node, topologyKey) !== undefined,
  );
  if (!hasLabels) return false;
  if (nodeAffinityPolicy === 'Honor' && !selectsNode(spec, node.labels)) return false;
  return nodeTaintsPolicy === 'Ignore' || findUntolerated(node.taints, spec.tolerations) === null;
}

function spreadSelects(
  owner: PodSpec,
  {
    labelSelector,
    matchLabelKeys,
  }: { labelSelector: LabelSelector | null; matchLabelKeys: readonly string[] },
  other: PodSpec,
): boolean {
  return (
    owner.namespace === other.namespace &&
    selects(labelSelector, other.labels) &&
    matchLabelKeys.every(
      (key) => owner.labels[key] === undefined || owner.labels[key] === other.labels[key],
    )
  );
}
