import { membersOf } from '../../requirements/bits.js';
import { passesNodeFilter } from '../../topology/node-filter.js';
import type { TopologyGroup } from '../../topology/topology-group.js';
import type { PodGroup } from '../pods/pod-group.js';
import type { InFlightNodeClaim } from './in-flight-node-claims.js';
import type { Placement } from './placement.js';

/** Counts a pod on a planned node in each group that counts it. */
export function countOnClaim(
  { countedBy, antiAffinities }: PodGroup['topologyGroups'],
  claim: InFlightNodeClaim,
  { requirements }: Placement,
): void {
  for (const group of countedBy) {
    if (passesNodeFilter(group.term.filter, requirements, claim.template)) {
      recordOnClaim(group, claim);
    }
  }
  for (const group of antiAffinities) recordOnClaim(group, claim);
}

/**
 * While the node may still end in several domains, it counts in none
 * of them, except for anti-affinity, which must hold in all of them.
 */
function recordOnClaim(group: TopologyGroup, claim: InFlightNodeClaim): void {
  if (group.term.isHostname) {
    group.record(claim.host);
    return;
  }
  const requirement = claim.requirements.byKey[group.term.key];
  if (requirement === undefined || requirement.complement) return;
  const domains = membersOf(requirement.values);
  if (domains.length > 1 && group.term.kind !== 'AntiAffinity') return;
  for (const domain of domains) group.record(domain);
}
