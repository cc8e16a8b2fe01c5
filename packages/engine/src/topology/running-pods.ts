import type { BoundPod } from '../model/pod.js';
import type { Taint } from '../model/taint.js';
import { labelsSatisfy } from '../requirements/requirements.js';
import { findUntolerated } from '../requirements/taints.js';
import type { Topology } from './topology.js';
import type { TopologyGroup } from './topology-group.js';

/** A node as far as the rules of topology see it. */
export interface TopologyNode {
  /** Its number as a host. */
  readonly host: number;
  /** All of them, as on the node. */
  readonly taints: readonly Taint[];
  readonly pods: readonly BoundPod[];
  /** Pods may be put here, so its labels are domains. */
  readonly isTarget: boolean;
  labelOf(key: number): number | undefined;
}

/**
 * Adds the rules by which running pods repel others. Must come before any rule is asked for.
 * @returns the rules of each pod that has some, by the key of its spec
 */
export function addRunningRepelling(
  topology: Topology,
  nodes: readonly { readonly pods: readonly BoundPod[] }[],
): ReadonlyMap<string, readonly TopologyGroup[]> {
  const groupsBySpec = new Map<string, readonly TopologyGroup[]>();
  for (const { spec, isTerminal } of nodes.flatMap(({ pods }) => pods)) {
    const isKnown = isTerminal || spec.podAntiAffinity.required.length === 0;
    if (isKnown || groupsBySpec.has(spec.key)) continue;
    groupsBySpec.set(spec.key, topology.addRepelling(spec, spec.podAntiAffinity));
  }
  return groupsBySpec;
}

/**
 * Fills the counts of all rules from the pods that run.
 * @param moving pods that are being placed anew: they do not count where they are
 */
export function countRunningPods(
  topology: Topology,
  nodes: readonly TopologyNode[],
  repelsBySpec: ReadonlyMap<string, readonly TopologyGroup[]>,
  moving: ReadonlySet<string>,
): void {
  for (const node of nodes) {
    if (node.isTarget) registerDomains(topology.groups, node);
  }
  const countedBySpec = new Map<string, readonly TopologyGroup[]>();
  for (const node of nodes) {
    for (const pod of node.pods) {
      if (pod.isTerminal || moving.has(pod.uid)) continue;
      for (const group of repelsBySpec.get(pod.spec.key) ?? []) recordOnNode(group, node);
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

/** True when a spread looks at the node; other rules look at every node. */
export function countsNode(
  group: TopologyGroup,
  node: Pick<TopologyNode, 'taints' | 'labelOf'>,
): boolean {
  const { alternatives, tolerations } = group.term.filter;
  if (tolerations !== null && findUntolerated(node.taints, tolerations) !== null) return false;
  return (
    alternatives === null ||
    alternatives.some((wanted) => labelsSatisfy(wanted, (key) => node.labelOf(key)))
  );
}
