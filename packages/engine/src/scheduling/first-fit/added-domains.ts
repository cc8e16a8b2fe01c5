import { bitsIntersect, membersOf, subtractBits } from '../../requirements/bits.js';
import type { TopologyGroup, TopologyState } from '../../topology/topology-group.js';
import type { InFlightNodeClaim } from '../planned-nodes/in-flight-node-claims.js';
import type { SchedulingProblem } from '../problem/problem.js';
import {
  breaksSpread,
  type MostPods,
  mayCount,
  mostPodsOf,
  type Placed,
  preserveSpreads,
  type Spreads,
} from './preserve-spreads.js';

/**
 * Runs a pass, and again if nodes for other pods add domains that break a spread whose pods were
 * placed without them: then these domains count from the start.
 * @remarks Differs from karpenter, where all domains of all NodePools count from the start.
 */
export function passWithAddedDomains<T extends Placed>(
  problem: SchedulingProblem,
  spreads: Spreads,
  pass: () => T,
): T {
  const groups = [...spreads.groups];
  // Each turn adds a domain, so there are no more turns than domains.
  for (;;) {
    const restore = spreads.mayGetDomains ? problem.checkpoint() : null;
    const before = new Map(groups.map((group) => [group, group.state()]));
    const placed = pass();
    const mostPods = mostPodsOf(problem, placed, before);
    preserveSpreads(problem, placed, mostPods);
    if (restore === null) return placed;
    const added = addedDomains(problem, placed, { mostPods, before });
    if (added.size === 0) return placed;
    restore();
    for (const [group, domains] of added) domains.forEach((domain) => group.register(domain));
  }
}

interface SpreadCounts {
  readonly mostPods: MostPods;
  readonly before: ReadonlyMap<TopologyGroup, TopologyState>;
}

/** Returns the domains that planned nodes add to spreads although they break them. */
function addedDomains(
  problem: SchedulingProblem,
  { claims }: Placed,
  { mostPods, before }: SpreadCounts,
): ReadonlyMap<TopologyGroup, readonly number[]> {
  const added = new Map<TopologyGroup, readonly number[]>();
  for (const [group, most] of mostPods) {
    const known = before.get(group)?.withNodes ?? group.withNodes;
    const found = membersOf(subtractBits(group.countable, known)).filter(
      (domain) =>
        breaksSpread(group, most, domain) &&
        claims.some((claim) => mayAdd(problem, claim, group, domain)),
    );
    if (found.length > 0) added.set(group, found);
  }
  return added;
}

/** Returns true if the planned node may end in the domain, where the spread counts it. */
function mayAdd(
  { table }: SchedulingProblem,
  { template, requirements, types }: InFlightNodeClaim,
  { term }: TopologyGroup,
  domain: number,
): boolean {
  const narrowed = template.narrow(requirements, table.value(term.key, domain));
  return (
    narrowed !== null &&
    bitsIntersect(types, template.allowedBy(narrowed).types) &&
    mayCount(template, term.filter, narrowed)
  );
}
