import { addBit, type Bits, emptyLike, hasBit, membersOf } from '../requirements/bits.js';
import type { Requirement } from '../requirements/requirement.js';
import type { TopologyGroup } from './topology-group.js';

/**
 * Domains where one more pod keeps the skew: its count, the pod included if the rule selects it, is
 * at most `maxSkew` above the least count of the domains that the pod could go to.
 * Source: karpenter provisioning/scheduling/topologygroup.go @v1.14.1.
 */
export function spreadDomains(
  group: TopologyGroup,
  podDomains: Requirement | undefined,
  selectsPod: boolean,
): Bits {
  const registered = membersOf(group.registered);
  const ceiling = leastCount(group, registered, podDomains) + group.term.maxSkew;
  const added = selectsPod ? 1 : 0;
  const domains = emptyLike(group.registered);
  for (const domain of registered) {
    if (group.countOf(domain) + added <= ceiling) addBit(domains, domain);
  }
  return domains;
}

/** The least count is 0 for hosts, because there can always be a new one. */
export function spreadAllowsHost(group: TopologyGroup, host: number, selectsPod: boolean): boolean {
  return group.countOf(host) + (selectsPod ? 1 : 0) <= group.term.maxSkew;
}

function leastCount(
  group: TopologyGroup,
  registered: readonly number[],
  podDomains: Requirement | undefined,
): number {
  const counted = registered.filter((domain) => isCounted(group, domain, podDomains));
  const { minDomains } = group.term;
  if (minDomains !== null && counted.length < minDomains) return 0;
  return counted.reduce((least, domain) => Math.min(least, group.countOf(domain)), Infinity);
}

/**
 * Domains whose count can be the least one: those that the pod can reach as it is tried, and those that
 * have a node where the rule looks at it: by another required alternative, or because the policy ignores
 * affinity. A domain without a node is none to the kube-scheduler.
 * @remarks Differs from karpenter, which only looks at the alternative that is being tried, and does not
 * know the policy here; it then buys nodes where the kube-scheduler sees too large a skew.
 */
function isCounted(
  { term, inhabited }: TopologyGroup,
  domain: number,
  podDomains: Requirement | undefined,
): boolean {
  const allows = (wanted: Requirement | undefined): boolean =>
    wanted === undefined || hasBit(wanted.allowed, domain);
  if (allows(podDomains)) return true;
  if (!hasBit(inhabited, domain)) return false;
  const { alternatives } = term.filter;
  return alternatives?.some((wanted) => allows(wanted.byKey[term.key])) ?? true;
}
