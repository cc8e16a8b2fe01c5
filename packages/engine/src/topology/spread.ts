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
  const ceiling = leastCount(group, registered, podDomains) + group.rule.maxSkew;
  const added = selectsPod ? 1 : 0;
  const domains = emptyLike(group.registered);
  for (const domain of registered) {
    if (group.countOf(domain) + added <= ceiling) addBit(domains, domain);
  }
  return domains;
}

/** The least count is 0 for hosts, because there can always be a new one. */
export function spreadAllowsHost(group: TopologyGroup, host: number, selectsPod: boolean): boolean {
  return group.countOf(host) + (selectsPod ? 1 : 0) <= group.rule.maxSkew;
}

function leastCount(
  group: TopologyGroup,
  registered: readonly number[],
  podDomains: Requirement | undefined,
): number {
  const reachable = registered.filter(
    (domain) => podDomains === undefined || hasBit(podDomains.allowed, domain),
  );
  const { minDomains } = group.rule;
  if (minDomains !== null && reachable.length < minDomains) return 0;
  return reachable.reduce((least, domain) => Math.min(least, group.countOf(domain)), Infinity);
}
