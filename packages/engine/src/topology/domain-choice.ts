import { assertNever } from '@kerf/core';
import type { TopologyKind } from '../explain/scheduling-reason.js';
import { type Bits, intersectBits, membersOf } from '../requirements/bits.js';
import type { Requirements } from '../requirements/requirements.js';
import { affinityAllowsHost, affinityDomains } from './pod-affinity.js';
import { antiAffinityAllowsHost, antiAffinityDomains } from './pod-anti-affinity.js';
import { spreadAllowsHost, spreadDomains } from './spread.js';
import type { TopologyGroup } from './topology-group.js';

/** One rule that a pod must keep. */
export interface TopologyConstraint {
  readonly group: TopologyGroup;
  /** The rule selects the pod too. */
  readonly selectsPod: boolean;
  /** The pod has it; false for an anti-affinity of others that selects the pod. */
  readonly isOwn: boolean;
}

/** The rules of one pod on one label. */
export interface KeyedConstraints {
  readonly key: number;
  readonly constraints: readonly TopologyConstraint[];
}

/** Where a pod may go by the counts of now. */
export interface DomainChoice {
  readonly key: number;
  readonly domains: Bits;
  /**
   * The domains, best first (least count, ties: name), when the node must settle on one of them;
   * `null` when it may keep them all.
   */
  readonly ranked: readonly number[] | null;
}

/**
 * The domains that all rules on one label allow.
 * @remarks Differs from karpenter: upstream lets each spread pick its own least domain and fails
 * when they are not the same one, though another domain would satisfy them all.
 */
export function chooseDomains(
  { key, constraints }: KeyedConstraints,
  strict: Requirements,
): DomainChoice {
  const podDomains = strict.byKey[key];
  const settling: TopologyGroup[] = [];
  let domains: Bits | null = null;
  for (const { group, selectsPod } of constraints) {
    const allowed = allowedDomains(group, podDomains, selectsPod);
    domains = domains === null ? allowed.domains : intersectBits(domains, allowed.domains);
    if (allowed.settles) settling.push(group);
  }
  const found = domains ?? new Int32Array(0);
  return { key, domains: found, ranked: settling.length === 0 ? null : rank(found, settling) };
}

/** True when the rule lets the pod onto this host. */
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

/** True when a host that is refused now may be allowed later in the same pass. */
export function mayAllowHostLater(kind: TopologyKind): boolean {
  return kind === 'Affinity';
}

function allowedDomains(
  group: TopologyGroup,
  podDomains: Requirements['list'][number] | undefined,
  selectsPod: boolean,
): { readonly domains: Bits; readonly settles: boolean } {
  const { kind } = group.term;
  switch (kind) {
    case 'Spread':
      return { domains: spreadDomains(group, podDomains, selectsPod), settles: true };
    case 'Affinity': {
      const { domains, isFirst } = affinityDomains(group, podDomains, selectsPod);
      return { domains, settles: isFirst };
    }
    case 'AntiAffinity':
      return { domains: antiAffinityDomains(group, podDomains), settles: false };
    default:
      return assertNever(kind);
  }
}

function rank(domains: Bits, settling: readonly TopologyGroup[]): number[] {
  const count = (domain: number): number =>
    settling.reduce((sum, group) => sum + group.countOf(domain), 0);
  return membersOf(domains).sort((a, b) => count(a) - count(b));
}
