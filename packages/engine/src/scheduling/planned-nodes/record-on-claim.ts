import { membersOf } from '../../requirements/bits.js';
import type { TopologyGroup } from '../../topology/topology-group.js';
import type { InFlightNodeClaim } from './in-flight-node-claims.js';

/**
 * Counts a pod on a planned node. While the node may still end in several domains, it counts in none
 * of them, except for anti-affinity, which must hold in all of them.
 */
export function recordOnClaim(group: TopologyGroup, claim: InFlightNodeClaim): void {
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
