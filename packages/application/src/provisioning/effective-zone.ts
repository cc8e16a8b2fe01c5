import { labelKeys } from '@kerf/core';
import {
  type ClusterSnapshot,
  type NodeSelectorTerm,
  type PodSpec,
  type RequirementSpec,
  unmetRequirements,
} from '@kerf/engine';

/** The zone that a pod is limited to, `flexible` for several zones, or `none`. */
export type EffectiveZone = string;

/**
 * Returns a function that gives the effective zone of a pod: the zones in which the NodePools have
 * offerings, available or not, and which the node selector, the node affinity and the volumes of
 * the pod allow. Karpenter also counts topology constraints.
 * Source: karpenter pkg/controllers/provisioning/scheduling/nodeclaim.go @v1.14.1.
 */
export function effectiveZones(snapshot: ClusterSnapshot): (spec: PodSpec) => EffectiveZone {
  const offered = offeredZones(snapshot);
  const known = new Map<string, EffectiveZone>();
  return (spec) => {
    const before = known.get(spec.key);
    if (before !== undefined) return before;
    const zones = offered.filter((zone) => allows(spec, zone));
    const effective = zones.length > 1 ? 'flexible' : (zones[0] ?? 'none');
    known.set(spec.key, effective);
    return effective;
  };
}

function offeredZones({ nodePools, instanceTypesByNodePool }: ClusterSnapshot): readonly string[] {
  const zones = nodePools.flatMap(({ name, template }) => {
    const types = instanceTypesByNodePool[name] ?? [];
    const ofTypes = new Set(types.flatMap(({ offerings }) => offerings.map(({ zone }) => zone)));
    return [...ofTypes].filter((zone) => isAllowed(template.requirements, zone));
  });
  return [...new Set(zones)];
}

function allows({ nodeSelector, requiredNodeAffinity, volumes }: PodSpec, zone: string): boolean {
  const selected = nodeSelector[labelKeys.zone];
  return (
    (selected === undefined || selected === zone) &&
    anyTermAllows(requiredNodeAffinity, zone) &&
    volumes.every(({ nodeRequirements }) => anyTermAllows(nodeRequirements, zone))
  );
}

const anyTermAllows = (terms: readonly NodeSelectorTerm[], zone: string): boolean =>
  terms.length === 0 || terms.some(({ matchExpressions }) => isAllowed(matchExpressions, zone));

/** Returns true if the requirements on the zone allow it; others do not count. */
function isAllowed(requirements: readonly RequirementSpec[], zone: string): boolean {
  const ofZone = requirements.filter(({ key }) => key === labelKeys.zone);
  return unmetRequirements(ofZone, { [labelKeys.zone]: zone }).length === 0;
}
