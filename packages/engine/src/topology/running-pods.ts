import { getOrCreate } from '@kerf/core';
import type { BoundPod } from '../model/pod.js';
import type { Taint } from '../model/taint.js';
import { labelsSatisfy, type Requirements } from '../requirements/requirements.js';
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
 * @returns a function that undoes it for one of the nodes
 */
export function countRunningPods(
  topology: Topology,
  nodes: readonly TopologyNode[],
  antiAffinitiesBySpec: ReadonlyMap<string, readonly TopologyGroup[]>,
  pendingUids: ReadonlySet<string>,
): (node: TopologyNode) => void {
  const { groups } = topology;
  const countedBySpec = new Map<string, readonly TopologyGroup[]>();
  const countedBy = ({ key, namespace, labels }: BoundPod['spec']): readonly TopologyGroup[] =>
    getOrCreate(countedBySpec, key, () => topology.countedBy(namespace, labels));

  const forEachCount = (node: TopologyNode, count: (group: TopologyGroup) => void): void => {
    for (const pod of node.pods) {
      if (pod.isTerminal || pendingUids.has(pod.uid)) continue;
      for (const group of antiAffinitiesBySpec.get(pod.spec.key) ?? []) count(group);
      if (pod.isTerminating) continue;
      for (const group of countedBy(pod.spec)) if (countsNode(group, node)) count(group);
    }
  };
  for (const node of nodes) {
    forEachDomain(groups, node, (group, domain) => group.register(domain));
    forEachCount(node, (group) => recordOnNode(group, node));
  }
  return (node) => {
    forEachDomain(groups, node, (group, domain) => group.unregister(domain));
    forEachCount(node, (group) => {
      const domain = domainOf(group, node);
      if (domain !== undefined) group.unrecord(domain);
    });
  };
}

/** Pods cannot be scheduled to other nodes, whose labels are no domains therefore. */
function forEachDomain(
  groups: readonly TopologyGroup[],
  node: TopologyNode,
  visit: (group: TopologyGroup, domain: number) => void,
): void {
  if (!node.isTarget) return;
  for (const group of groups) {
    const domain = node.labelOf(group.term.key);
    if (domain !== undefined && countsNode(group, node)) visit(group, domain);
  }
}

/** Counts a pod on a node. */
export function recordOnNode(
  group: TopologyGroup,
  node: Pick<TopologyNode, 'host' | 'labelOf'>,
): void {
  const domain = domainOf(group, node);
  if (domain !== undefined) group.record(domain);
}

/** Pods on a node without the label are in no domain; every node has a hostname. */
const domainOf = (
  group: TopologyGroup,
  node: Pick<TopologyNode, 'host' | 'labelOf'>,
): number | undefined => (group.term.isHostname ? node.host : node.labelOf(group.term.key));

/** Returns true if a spread counts the node; other constraints count all nodes. */
export function countsNode(
  group: TopologyGroup,
  node: Pick<TopologyNode, 'taints' | 'labelOf'>,
): boolean {
  const { alternatives, tolerations, labels } = group.term.filter;
  if (tolerations !== null && findUntolerated(node.taints, tolerations) !== null) return false;
  const hasLabels = (required: Requirements): boolean =>
    labelsSatisfy(required, (key) => node.labelOf(key));
  if (labels !== null && !hasLabels(labels)) return false;
  return alternatives?.some(hasLabels) ?? true;
}
