import { compareText, labelKeys } from '@kerf/core';
import { isReschedulable } from '../drainability/pod-state.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { BoundPart } from '../model/cost-analysis.js';
import { type CertifiedBound, certifiedBound } from './certified-bound.js';

/** Requirements on what the images of pods run on are no choice. */
const platformLabels: ReadonlySet<string> = new Set([labelKeys.arch, labelKeys.os]);
/** Further labels are counted in the part of all requirements only. */
const maxLabels = 8;

/**
 * Returns by how much the lower bound would be lower without the daemons, and without the
 * requirements of NodePools. Each is a bound of its own, so the parts may overlap.
 */
export function boundParts(
  snapshot: ClusterSnapshot,
  certified: CertifiedBound,
): readonly BoundPart[] {
  const labels = requiredLabels(snapshot);
  if (snapshot.daemonSets.length === 0 && labels.length === 0) return [];
  const isBounded = new Set(certified.podGroups.map(({ spec }) => spec.key));
  const bound = certified.bound.lowerBound(nothingKept);
  const partIn = (changed: ClusterSnapshot): number => {
    const other = certifiedBound(changed);
    // Pods that only changed NodePools could launch nodes for make that bound another one.
    if (other.podGroups.some(({ spec }) => !isBounded.has(spec.key))) return 0;
    return Math.max(0, bound - other.bound.lowerBound(nothingKept));
  };
  const partOf = (keys: readonly string[]): number =>
    keys.length === 0 ? 0 : partIn(withoutRequirements(snapshot, new Set(keys)));
  const ofDaemons = snapshot.daemonSets.length === 0 ? 0 : partIn(withoutDaemons(snapshot));
  const ofRequirements = partOf(labels);
  const subjects = (ofRequirements === 0 ? [] : labels.slice(0, maxLabels))
    .map((name) => ({ name, microUsdPerHour: partOf([name]) }))
    .filter(({ microUsdPerHour }) => microUsdPerHour > 0)
    .sort((a, b) => b.microUsdPerHour - a.microUsdPerHour || compareText(a.name, b.name));
  const parts: readonly BoundPart[] = [
    { cause: 'Daemons', microUsdPerHour: ofDaemons, subjects: [] },
    { cause: 'NodePoolRequirements', microUsdPerHour: ofRequirements, subjects },
  ];
  return parts.filter(({ microUsdPerHour }) => microUsdPerHour > 0);
}

const nothingKept = { kept: new Set<string>(), furtherPods: new Map<string, number>() };

/** Returns the cluster as if no DaemonSet existed. */
function withoutDaemons(snapshot: ClusterSnapshot): ClusterSnapshot {
  const nodes = snapshot.nodes.map((node) => ({
    ...node,
    pods: node.pods.filter((pod) => pod.ownerKind !== 'DaemonSet' || isReschedulable(pod)),
  }));
  return { ...snapshot, nodes, daemonSets: [] };
}

/** Returns the cluster as if no NodePool required anything of these labels. */
function withoutRequirements(
  snapshot: ClusterSnapshot,
  labels: ReadonlySet<string>,
): ClusterSnapshot {
  const nodePools = snapshot.nodePools.map((pool) => ({
    ...pool,
    template: {
      ...pool.template,
      requirements: pool.template.requirements.filter(({ key }) => !labels.has(key)),
    },
  }));
  return { ...snapshot, nodePools };
}

/** Lists the labels that requirements of NodePools restrict, by name. */
function requiredLabels({ nodePools }: ClusterSnapshot): readonly string[] {
  const keys = nodePools
    .filter(({ replicas }) => replicas === null)
    .flatMap(({ template }) => template.requirements.map(({ key }) => key));
  return [...new Set(keys)].filter((key) => !platformLabels.has(key)).sort(compareText);
}
