import { addBit, type Bits, emptyLike, hasBit, membersOf } from '../requirements/bits.js';
import type { Requirement } from '../requirements/requirement.js';
import type { TopologyGroup } from './topology-group.js';

/** Returns the reachable domains without a pod of the anti-affinity. */
export function antiAffinityDomains(
  group: TopologyGroup,
  podDomains: Requirement | undefined,
): Bits {
  const domains = emptyLike(group.registered);
  for (const domain of membersOf(group.registered)) {
    const isReachable = podDomains === undefined || hasBit(podDomains.allowed, domain);
    if (isReachable && group.countOf(domain) === 0) addBit(domains, domain);
  }
  return domains;
}

/** Returns true if the host has no pod of the anti-affinity. */
export function antiAffinityAllowsHost(group: TopologyGroup, host: number): boolean {
  return group.countOf(host) === 0;
}
