import { addBit, type Bits, emptyLike, hasBit, membersOf } from '../requirements/bits.js';
import type { Requirement } from '../requirements/requirement.js';
import type { TopologyGroup } from './topology-group.js';

/**
 * The domains whose lowest count limits a spread: those that its pods can reach, as for karpenter,
 * or of these only the ones that have a node now, as for the kube-scheduler.
 */
export type CountedDomains = 'Reachable' | 'WithNodes';

/**
 * Returns the domains in which one more pod keeps the skew: their count, with the pod if the
 * constraint selects it, exceeds the lowest count of the reachable domains by at most `maxSkew`.
 * Source: karpenter provisioning/scheduling/topologygroup.go @v1.14.1.
 */
export function spreadDomains(
  group: TopologyGroup,
  podDomains: Requirement | undefined,
  selectsPod: boolean,
  counted: CountedDomains,
): Bits {
  const registered = membersOf(group.registered);
  const ceiling = leastCount(group, podDomains, counted) + group.term.maxSkew;
  const added = selectsPod ? 1 : 0;
  const domains = emptyLike(group.registered);
  for (const domain of registered) {
    if (group.countOf(domain) + added <= ceiling) addBit(domains, domain);
  }
  return domains;
}

/**
 * Returns true if the spread allows one more pod on the host. The lowest count over hosts is 0,
 * because a new host is always possible.
 */
export function spreadAllowsHost(group: TopologyGroup, host: number, selectsPod: boolean): boolean {
  return group.countOf(host) + (selectsPod ? 1 : 0) <= group.term.maxSkew;
}

/**
 * Returns true if a new node could be in a domain that does not count for a pod of the spread now,
 * but counts once it has the node.
 */
export function mayGetDomains(group: TopologyGroup, podDomains: Requirement | undefined): boolean {
  return membersOf(group.countable).some(
    (domain) => !hasBit(group.registered, domain) || !isCounted(group, domain, podDomains),
  );
}

function leastCount(
  group: TopologyGroup,
  podDomains: Requirement | undefined,
  counted: CountedDomains,
): number {
  const known = membersOf(counted === 'Reachable' ? group.registered : group.withNodes);
  const domains = known.filter((domain) => isCounted(group, domain, podDomains));
  const { minDomains } = group.term;
  if (minDomains !== null && domains.length < minDomains) return 0;
  return domains.reduce((least, domain) => Math.min(least, group.countOf(domain)), Infinity);
}

/**
 * Returns true if the domain counts for the lowest count: the pod can reach it in this attempt, or
 * it has a node that the constraint counts (through another required alternative, or because the
 * policy ignores affinity). To the kube-scheduler, a domain without nodes does not exist.
 * @remarks Differs from karpenter, which considers only the alternative of the attempt and ignores
 * the policy here; it then launches nodes where the kube-scheduler finds the skew too large.
 */
function isCounted(
  { term, withNodes }: TopologyGroup,
  domain: number,
  podDomains: Requirement | undefined,
): boolean {
  const allows = (requirement: Requirement | undefined): boolean =>
    requirement === undefined || hasBit(requirement.allowed, domain);
  if (allows(podDomains)) return true;
  if (!hasBit(withNodes, domain)) return false;
  const { alternatives } = term.filter;
  return alternatives?.some((requirement) => allows(requirement.byKey[term.key])) ?? true;
}
