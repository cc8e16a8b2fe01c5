import type { Pod } from '../../model/pod.js';
import {
  bitsOf,
  intersectBits,
  isEmptyBits,
  membersOf,
  uniteBits,
} from '../../requirements/bits.js';
import { onlyValueOf, type Requirements } from '../../requirements/requirements.js';
import { findUntolerated } from '../../requirements/taints.js';
import type { NodeFilter } from '../../topology/node-filter.js';
import { mayGetDomains } from '../../topology/spread.js';
import type { TopologyGroup, TopologyState } from '../../topology/topology-group.js';
import type { NodeClaimTemplate } from '../nodes/node-claim-template.js';
import type { InFlightNodeClaim } from '../planned-nodes/in-flight-node-claims.js';
import type { PodAttempt, PodGroup } from '../pods/pod-group.js';
import type { SchedulingProblem } from '../problem/problem.js';
import type { FirstFitResult } from './first-fit-result.js';
import { dependsOnSeveralLabels } from './joint-domains.js';

/** The part of a pass that spreads depend on. */
export type Placed = Pick<FirstFitResult, 'claims' | 'podsByNode' | 'ledger'>;

/** By spread: number of pods in the fullest of the domains where the pass has placed some. */
export type MostPods = ReadonlyMap<TopologyGroup, number>;

/** The spreads of a pass over labels other than the hostname, in all attempts of its pods. */
export interface Spreads {
  readonly groups: ReadonlySet<TopologyGroup>;
  /** True if nodes of the pass could add domains that pods placed before them do not count. */
  readonly mayGetDomains: boolean;
}

/** Returns the spreads of the pods. */
export function spreadsOf({ pods }: SchedulingProblem): Spreads {
  const groups = new Set<TopologyGroup>();
  let isOpen = false;
  for (const { topology, strict } of attemptsOf(pods)) {
    isOpen ||= dependsOnSeveralLabels(topology);
    for (const { group } of topology.keyed.flatMap(({ constraints }) => constraints)) {
      if (group.term.kind !== 'Spread') continue;
      groups.add(group);
      isOpen ||= mayGetDomains(group, strict.byKey[group.term.key]);
    }
  }
  return { groups, mayGetDomains: isOpen };
}

/** Returns the attempts of the pods, once for each constraint set. */
function* attemptsOf(pods: SchedulingProblem['pods']): Generator<PodAttempt> {
  const constraintSets = new Set<number>();
  for (const { podGroup } of pods) {
    if (constraintSets.has(podGroup.constraintSet)) continue;
    constraintSets.add(podGroup.constraintSet);
    yield* podGroup.attempts;
  }
}

/**
 * Restricts planned nodes that may still end in several domains to those where they do not break a
 * topology spread: to the kube-scheduler, a domain exists as soon as it has a node, and while it
 * has too few pods of the spread, pods for other domains are not bound.
 * @remarks Differs from karpenter, which leaves the domain of such a node to chance. NodeClaims
 * with reserved capacity and NodePools with `minValues` are not restricted.
 */
export function preserveSpreads(
  problem: SchedulingProblem,
  placed: Placed,
  mostPods: MostPods,
): void {
  if (mostPods.size === 0) return;
  const restricted = new Map<Requirements, Requirements>();
  for (const claim of placed.claims) {
    const { requirements, template, host } = claim;
    if (requirements.withMinValues.length > 0 || placed.ledger.heldBy(host).size > 0) continue;
    const known = restricted.get(requirements) ?? restrictDomains(problem, claim, mostPods);
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
 * Returns the number of pods in the fullest domain of each required spread, if it exceeds `maxSkew`.
 * Running pods and the spread's own pods of the pass count; others may be bound later.
 * @param before the domains and counts at the start of the pass
 */
export function mostPodsOf(
  { pods }: SchedulingProblem,
  { claims, podsByNode }: Placed,
  before: ReadonlyMap<TopologyGroup, TopologyState>,
): MostPods {
  const spreads = new Map<string, readonly TopologyGroup[]>();
  for (const { podGroup } of pods) {
    const { key, topologySpread } = podGroup.spec;
    if (topologySpread.length > 0) spreads.set(key, spreads.get(key) ?? requiredSpreads(podGroup));
  }
  const counts = new Map<TopologyGroup, number[]>();
  const countPod = ({ spec }: Pod, domainOf: (key: number) => number | undefined): void => {
    const groups = spec.topologySpread.length === 0 ? undefined : spreads.get(spec.key);
    for (const group of groups ?? []) {
      const domain = domainOf(group.term.key);
      if (domain === undefined) continue;
      const known = counts.get(group) ?? [];
      counts.set(group, known);
      known[domain] = (known[domain] ?? before.get(group)?.countOf(domain) ?? 0) + 1;
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
  const mostPods = [...counts].map(
    ([group, own]) => [group, own.reduce((most, count) => Math.max(most, count), 0)] as const,
  );
  return new Map(mostPods.filter(([{ term }, most]) => most > term.maxSkew));
}

/**
 * Returns the spreads over labels other than the hostname that hold in every attempt and count the
 * pod itself.
 */
function requiredSpreads({ attempts }: PodGroup): readonly TopologyGroup[] {
  const constraints = attempts.at(-1)?.topology.keyed.flatMap((keyed) => keyed.constraints) ?? [];
  return constraints.flatMap(({ group, selectsPod }) =>
    selectsPod && group.term.kind === 'Spread' ? [group] : [],
  );
}

function restrictDomains(
  problem: SchedulingProblem,
  { template, requirements }: InFlightNodeClaim,
  mostPods: MostPods,
): Requirements {
  const { table } = problem;
  let restricted = requirements;
  for (const [group, most] of mostPods) {
    const { key, filter } = group.term;
    if (onlyValueOf(restricted, key) !== undefined) continue;
    const domains = membersOf(uniteBits(group.registered, group.countable));
    const allowedDomains = domains.filter((domain) => {
      if (!breaksSpread(group, most, domain)) return true;
      const narrowed = template.narrow(restricted, table.value(key, domain));
      return narrowed === null || !mayCount(template, filter, narrowed);
    });
    if (allowedDomains.length === domains.length) continue;
    const allowed = table.values(key, bitsOf(table.space.valueCount(key), allowedDomains));
    restricted = template.narrow(restricted, allowed) ?? restricted;
  }
  return restricted;
}

/** Returns true if a node without the pods of the spread may not be in the domain. */
export function breaksSpread(group: TopologyGroup, most: number, domain: number): boolean {
  return most - group.countOf(domain) > group.term.maxSkew;
}

/** Returns true if a spread may count the node: labels without a value may get any value. */
export function mayCount(
  template: NodeClaimTemplate,
  { alternatives, tolerations, labels }: NodeFilter,
  requirements: Requirements,
): boolean {
  if (tolerations !== null && findUntolerated(template.taints, tolerations) !== null) return false;
  const labelled = labels === null ? requirements : template.narrow(requirements, labels);
  if (labelled === null) return false;
  return (
    alternatives?.some((alternative) => template.narrow(labelled, alternative) !== null) ?? true
  );
}
