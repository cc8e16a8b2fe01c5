import type { BoundPod } from '../model/pod.js';
import type { Taint } from '../model/taint.js';
import { labelsSatisfy } from '../requirements/requirements.js';
import { findUntolerated } from '../requirements/taints.js';
import type { Topology } from './topology.js';
import type { TopologyGroup } from './topology-group.js';

/** A node, as far as topology constraints depend on it. */
export interface TopologyNode {
  /** Index of the host. */
  readonly host: number;
  /** All taints of the node. */
  readonly taints: readonly Taint[];
  readonly pods: readonly BoundPod[];
  /** True if pods may be scheduled to it, so that its labels are domains. */
  readonly isTarget: boolean;
  labelOf(key: number): number | undefined;
}

/**
 * Adds the anti-affinities of running pods. Must be called before constraints are read.
 * @returns the anti-affinities of pods that have some, by the key of the spec
 */
export function addRunningAntiAffinities(
  topology: Topology,
  nodes: readonly { readonly pods: readonly BoundPod[] }[],
): ReadonlyMap<string, readonly TopologyGroup[]> {
  const groupsBySpec = new Map<string, readonly TopologyGroup[]>();
  for (const { spec, isTerminal } of nodes.flatMap(({ pods }) => pods)) {
    const isKnown = isTerminal || spec.podAntiAffinity.required.length === 0;
    if (isKnown || groupsBySpec.has(spec.key)) continue;
    groupsBySpec.set(spec.key, topology.addAntiAffinities(spec, spec.podAntiAffinity));
  }
  return groupsBySpec;
}

/**
 * Sets the counts of all constraints from the running pods.
 * @param pendingUids pods that are scheduled anew: they do not count on their node
 */
export function countRunningPods(
  topology: Topology,
  nodes: readonly TopologyNode[],
  antiAffinitiesBySpec: ReadonlyMap<string, readonly TopologyGroup[]>,
  pendingUids: ReadonlySet<string>,
): void {
  for (const node of nodes) {
    if (node.isTarget) registerDomains(topology.groups, node);
  }
  const countedBySpec = new Map<string, readonly TopologyGroup[]>();
  for (const node of nodes) {
    for (const pod of node.pods) {
      if (pod.isTerminal || pendingUids.has(pod.uid)) continue;
      for (const group of antiAffinitiesBySpec.get(pod.spec.key) ?? []) recordOnNode(group, node);
      if (pod.isTerminating) continue;
      const { key, namespace, labels } = pod.spec;
      const groups = countedBySpec.get(key) ?? topology.countedBy(namespace, labels);
      countedBySpec.set(key, groups);
      for (const group of groups) if (countsNode(group, node)) recordOnNode(group, node);
    }
  }
}

function registerDomains(groups: readonly TopologyGroup[], node: TopologyNode): void {
  for (const group of groups) {
    const domain = node.labelOf(group.term.key);
    if (domain !== undefined && countsNode(group, node)) group.register(domain);
  }
}

/** Pods on a node without the label are in no domain; every node has a hostname. */
export function recordOnNode(
  group: TopologyGroup,
  node: Pick<TopologyNode, 'host' | 'labelOf'>,
): void {
  const domain = group.term.isHostname ? node.host : node.labelOf(group.term.key);
  if (domain !== undefined) group.record(domain);
}

/** Returns true if a spread counts the node; other constraints count all nodes. */
export function countsNode(
  group: TopologyGroup,
  node: Pick<TopologyNode, 'taints' | 'labelOf'>,
): boolean {
  const { alternatives, tolerations } = group.term.filter;
  if (tolerations !== null && findUntolerated(node.taints, tolerations) !== null) return false;
  return (
    alternatives === null ||
    alternatives.some((alternative) => labelsSatisfy(alternative, (key) => node.labelOf(key)))
  );
}
