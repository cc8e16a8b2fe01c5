import { assertNever } from '@kerf/core';
import type { TopologyKind } from '../model/scheduling-reason.js';
import { type Bits, intersectBits, membersOf } from '../requirements/bits.js';
import type { Requirements } from '../requirements/requirements.js';
import {
  affinityAllowsHost,
  affinityDomains,
  antiAffinityAllowsHost,
  antiAffinityDomains,
} from './pod-affinity.js';
import { type CountedDomains, spreadAllowsHost, spreadDomains } from './spread.js';
import type { TopologyGroup } from './topology-group.js';

/** A topology constraint of a pod. */
export interface TopologyConstraint {
  readonly group: TopologyGroup;
  /** True if the constraint selects the pod too. */
  readonly selectsPod: boolean;
  /** True if the pod has the constraint; false for an anti-affinity of other pods that selects it. */
  readonly isOwn: boolean;
}

/** The constraints of one pod on one label. */
export interface KeyedConstraints {
  readonly key: number;
  readonly constraints: readonly TopologyConstraint[];
}

/** The domains that a pod may use, by the current counts. */
export interface DomainChoice {
  readonly key: number;
  readonly domains: Bits;
  /**
   * The domains, best first (lowest count, then by name), if the node must be restricted to one of
   * them; `null` if it may keep all.
   */
  readonly ranked: readonly number[] | null;
}

/**
 * Returns the domains that all constraints on one label allow.
 * @remarks Differs from karpenter, where each spread selects its own domain with the lowest count;
 * it fails if these differ, even if another domain would satisfy all.
 */
export function chooseDomains(
  { key, constraints }: KeyedConstraints,
  strict: Requirements,
  counted: CountedDomains = 'Reachable',
): DomainChoice {
  const podDomains = strict.byKey[key];
  const ranking: TopologyGroup[] = [];
  let domains: Bits | null = null;
  for (const constraint of constraints) {
    const { group } = constraint;
    const allowed = allowedDomains(constraint, podDomains, counted);
    domains = domains === null ? allowed.domains : intersectBits(domains, allowed.domains);
    if (allowed.needsOneDomain) ranking.push(group);
  }
  const found = domains ?? new Int32Array(0);
  return { key, domains: found, ranked: ranking.length === 0 ? null : rank(found, ranking) };
}

/** Returns true if the constraint allows the pod on this host. */
export function allowsHost({ group, selectsPod }: TopologyConstraint, host: number): boolean {
  const { kind } = group.term;
  switch (kind) {
    case 'Spread':
      return spreadAllowsHost(group, host, selectsPod);
    case 'Affinity':
      return affinityAllowsHost(group, host, selectsPod);
    case 'AntiAffinity':
      return antiAffinityAllowsHost(group, host);
    default:
      return assertNever(kind);
  }
}

/** Returns true if a host that is refused now may be allowed later in the same pass. */
export function mayAllowHostLater(kind: TopologyKind): boolean {
  return kind === 'Affinity';
}

function allowedDomains(
  { group, selectsPod }: TopologyConstraint,
  podDomains: Requirements['list'][number] | undefined,
  counted: CountedDomains,
): { readonly domains: Bits; readonly needsOneDomain: boolean } {
  const { kind } = group.term;
  switch (kind) {
    case 'Spread':
      return {
        domains: spreadDomains(group, podDomains, selectsPod, counted),
        needsOneDomain: true,
      };
    case 'Affinity': {
      const { domains, isFirst } = affinityDomains(group, podDomains, selectsPod);
      return { domains, needsOneDomain: isFirst };
    }
    case 'AntiAffinity':
      return { domains: antiAffinityDomains(group, podDomains), needsOneDomain: false };
    default:
      return assertNever(kind);
  }
}

function rank(domains: Bits, ranking: readonly TopologyGroup[]): number[] {
  const count = (domain: number): number =>
    ranking.reduce((sum, group) => sum + group.countOf(domain), 0);
  return membersOf(domains).sort((a, b) => count(a) - count(b));
}
