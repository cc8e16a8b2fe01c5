import { addBit, type Bits, emptyLike, hasBit, membersOf } from '../requirements/bits.js';
import type { Requirement } from '../requirements/requirement.js';
import type { TopologyGroup } from './topology-group.js';

export interface AffinityDomains {
  readonly domains: Bits;
  /** The pod is the first of its kind: it must settle on one of the domains for those that follow. */
  readonly isFirst: boolean;
}

/**
 * Domains that hold a pod of the rule. Where none does anywhere, a pod that the rule selects itself may
 * start where it likes.
 * Source: karpenter provisioning/scheduling/topologygroup.go @v1.14.1; differs: upstream may let the
 * first pod keep two domains, so that the pods after it end in different ones; and it lets a pod start
 * anew where the others are out of its reach, though the kube-scheduler does not.
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

export function affinityAllowsHost(
  group: TopologyGroup,
  host: number,
  selectsPod: boolean,
): boolean {
  return group.countOf(host) > 0 || (selectsPod && group.occupied === 0);
}
