import { addBit, type Bits, emptyLike, hasBit, membersOf } from '../requirements/bits.js';
import type { Requirement } from '../requirements/requirement.js';
import type { TopologyGroup } from './topology-group.js';

/** The domains that a pod affinity allows. */
export interface AffinityDomains {
  readonly domains: Bits;
  /**
   * True for the first pod of an affinity: its node is restricted to one domain for the following
   * pods.
   */
  readonly isFirst: boolean;
}

/**
 * Returns the domains that have a pod of the affinity. If there is none, a pod that the affinity
 * selects itself may start in any domain.
 * Source: karpenter provisioning/scheduling/topologygroup.go @v1.14.1; differs: upstream may let
 * the first pod keep two domains, so that later pods end in different ones; and it lets a pod start
 * in a new domain if it cannot reach the others, although the kube-scheduler does not.
 */
export function affinityDomains(
  group: TopologyGroup,
  podDomains: Requirement | undefined,
  selectsPod: boolean,
): AffinityDomains {
  const reachable = membersOf(group.registered).filter(
    (domain) => podDomains === undefined || hasBit(podDomains.allowed, domain),
  );
  const domains = emptyLike(group.registered);
  for (const domain of reachable) {
    if (group.countOf(domain) > 0) addBit(domains, domain);
  }
  if (!selectsPod || group.occupied > 0) return { domains, isFirst: false };
  for (const domain of reachable) addBit(domains, domain);
  return { domains, isFirst: true };
}

/** Returns true if the affinity allows the pod on this host. */
export function affinityAllowsHost(
  group: TopologyGroup,
  host: number,
  selectsPod: boolean,
): boolean {
  return group.countOf(host) > 0 || (selectsPod && group.occupied === 0);
}

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
