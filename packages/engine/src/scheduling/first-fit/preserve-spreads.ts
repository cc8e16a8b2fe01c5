import type { Pod } from '../../model/pod.js';
import { bitsOf, intersectBits, isEmptyBits, membersOf } from '../../requirements/bits.js';
import { onlyValueOf, type Requirements } from '../../requirements/requirements.js';
import { findUntolerated } from '../../requirements/taints.js';
import type { NodeFilter } from '../../topology/node-filter.js';
import type { TopologyGroup } from '../../topology/topology-group.js';
import type { NodeClaimTemplate } from '../nodes/node-claim-template.js';
import type { InFlightNodeClaim } from '../planned-nodes/in-flight-node-claims.js';
import type { PodGroup } from '../pods/pod-group.js';
import type { SchedulingProblem } from '../problem/problem.js';
import type { FirstFitResult } from './first-fit.js';

type Placed = Pick<FirstFitResult, 'claims' | 'podsByNode' | 'ledger'>;

/**
 * Restricts planned nodes that may still end in several domains to those where they do not break a
 * topology spread: to the kube-scheduler, a domain exists as soon as it has a node, and while it
 * has too few pods of the spread, pods for other domains are not bound.
 * @remarks Differs from karpenter, which leaves the domain of such a node to chance. NodeClaims
 * with reserved capacity and NodePools with `minValues` are not restricted.
 */
export function preserveSpreads(problem: SchedulingProblem, placed: Placed): void {
  const maxCounts = maxCountsOf(problem, placed);
  if (maxCounts.size === 0) return;
  const restricted = new Map<Requirements, Requirements>();
  for (const claim of placed.claims) {
    const { requirements, template, host } = claim;
    if (requirements.withMinValues.length > 0 || placed.ledger.heldBy(host).size > 0) continue;
    const known = restricted.get(requirements) ?? restrictDomains(problem, claim, maxCounts);
    restricted.set(requirements, known);
    if (known === requirements) continue;
    const allowed = intersectBits(claim.types, template.allowedBy(known).types);
    const types = template.allocatable.rowsHolding(allowed, claim.requests);
    if (isEmptyBits(types)) continue;
    claim.requirements = known;
    claim.types = types;
  }
}

/**
 * Returns for each required spread the largest number of its own pods in one domain. Other pods
 * that it counts may be bound later.
 */
function maxCountsOf(
  { pods }: SchedulingProblem,
  { claims, podsByNode }: Placed,
): ReadonlyMap<TopologyGroup, number> {
  const spreads = new Map<string, readonly TopologyGroup[]>();
  for (const { podGroup } of pods) {
    const { key, topologySpread } = podGroup.spec;
    if (topologySpread.length > 0) spreads.set(key, spreads.get(key) ?? spreadsOf(podGroup));
  }
  const counts = new Map<TopologyGroup, number[]>();
  const countPod = ({ spec }: Pod, domainOf: (key: number) => number | undefined): void => {
    const groups = spec.topologySpread.length === 0 ? undefined : spreads.get(spec.key);
    for (const group of groups ?? []) {
      const domain = domainOf(group.term.key);
      if (domain === undefined) continue;
      const known = counts.get(group) ?? [];
      counts.set(group, known);
      known[domain] = (known[domain] ?? 0) + 1;
    }
  };
  if (spreads.size > 0) {
    for (const { pods: placedPods, requirements } of claims) {
      for (const { pod } of placedPods) countPod(pod, (key) => onlyValueOf(requirements, key));
    }
    for (const [node, placedPods] of podsByNode) {
      for (const pod of placedPods) countPod(pod, (key) => node.labelOf(key));
    }
  }
  const maxCounts = [...counts].map(
    ([group, own]) => [group, own.reduce((most, count) => Math.max(most, count), 0)] as const,
  );
  return new Map(maxCounts.filter(([{ term }, maxCount]) => maxCount > term.maxSkew));
}

/**
 * Returns the spreads over labels other than the hostname that hold in every attempt and count the
 * pod itself.
 */
function spreadsOf({ attempts }: PodGroup): readonly TopologyGroup[] {
  const constraints = attempts.at(-1)?.topology.keyed.flatMap((keyed) => keyed.constraints) ?? [];
  return constraints.flatMap(({ group, selectsPod }) =>
    selectsPod && group.term.kind === 'Spread' ? [group] : [],
  );
}

function restrictDomains(
  problem: SchedulingProblem,
  { template, requirements }: InFlightNodeClaim,
  maxCounts: ReadonlyMap<TopologyGroup, number>,
): Requirements {
  const { table } = problem;
  let restricted = requirements;
  for (const [group, maxCount] of maxCounts) {
    const { key, maxSkew, filter } = group.term;
    if (onlyValueOf(restricted, key) !== undefined) continue;
    const domains = membersOf(group.registered);
    const allowedDomains = domains.filter((domain) => {
      if (maxCount - group.countOf(domain) <= maxSkew) return true;
      const narrowed = template.narrow(restricted, table.value(key, domain));
      return narrowed === null || !mayCount(template, filter, narrowed);
    });
    if (allowedDomains.length === domains.length) continue;
    const allowed = table.values(key, bitsOf(table.space.valueCount(key), allowedDomains));
    restricted = template.narrow(restricted, allowed) ?? restricted;
  }
  return restricted;
}

/** Returns true if a spread may count the node: labels without a value may get any value. */
export function mayCount(
  template: NodeClaimTemplate,
  { alternatives, tolerations }: NodeFilter,
  requirements: Requirements,
): boolean {
  if (tolerations !== null && findUntolerated(template.taints, tolerations) !== null) return false;
  return (
    alternatives?.some((alternative) => template.narrow(requirements, alternative) !== null) ?? true
  );
}
