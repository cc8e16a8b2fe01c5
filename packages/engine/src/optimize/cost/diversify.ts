// Heuristic of Kerf, without a textbook model: limits how many nodes of a plan share an instance
// type and a zone. NodeClaims are visited in the order of the plan; each keeps its cheapest
// offering that is below the limit.
// Units: prices in micro-USD per hour; `sharePercent` in percent of the plan's nodes.

import { labelKeys } from '@kerf/core';
import type { ExpectedOffering } from '../../model/scheduling-result.js';
import { addBit, type Bits, emptyLike, hasBit, membersOf } from '../../requirements/bits.js';
import type { Requirements } from '../../requirements/requirements.js';
import type { FirstFitResult } from '../../scheduling/first-fit/first-fit-result.js';
import { unmetMinValues } from '../../scheduling/nodes/min-values.js';
import type { InFlightNodeClaim } from '../../scheduling/planned-nodes/in-flight-node-claims.js';
import type { SchedulingProblem } from '../../scheduling/problem/problem.js';

/**
 * Restricts the NodeClaims of a plan so that no instance type in one zone has more than a share of
 * the nodes: a shortage of it then affects only that share. Each NodeClaim is restricted to one
 * zone and loses the types that have reached the limit there. NodeClaims without an alternative,
 * and those with reserved capacity, stay unchanged.
 * @param sharePercent maximum share of nodes of one type in one zone; one node is always allowed
 */
export function diversify(
  problem: SchedulingProblem,
  plan: FirstFitResult,
  sharePercent: number,
): void {
  const maxNodes = Math.max(1, Math.floor((plan.claims.length * sharePercent) / 100));
  new Diversification(problem, maxNodes).apply(plan);
}

class Diversification {
  readonly #problem: SchedulingProblem;
  readonly #maxNodes: number;
  /** Number of nodes by type and zone. */
  readonly #nodes = new Map<string, number>();

  constructor(problem: SchedulingProblem, maxNodes: number) {
    this.#problem = problem;
    this.#maxNodes = maxNodes;
  }

  apply({ claims, ledger }: FirstFitResult): void {
    for (const claim of claims) {
      if (ledger.heldBy(claim.host).size > 0) continue;
      this.#restrictToCheapest(claim);
      const launched = launchedAs(claim);
      if (launched === null) continue;
      const text = textOf(launched);
      this.#nodes.set(text, this.#countOf(text) + 1);
    }
  }

  #countOf(text: string): number {
    return this.#nodes.get(text) ?? 0;
  }

  /** Restricts the NodeClaim, unless it has no alternative. */
  #restrictToCheapest(claim: InFlightNodeClaim): void {
    const rejected = new Set<string>();
    for (;;) {
      const offering = this.#cheapestOf(
        claim,
        (text) => this.#countOf(text) < this.#maxNodes && !rejected.has(text),
      );
      if (offering === null || this.#restrict(claim, offering)) return;
      rejected.add(textOf(offering));
    }
  }

  /** Among equal prices, returns the offering with the fewest nodes. */
  #cheapestOf(
    { template, requirements, types }: InFlightNodeClaim,
    isAllowed: (text: string) => boolean,
  ): ExpectedOffering | null {
    let best: ExpectedOffering | null = null;
    for (const { type, option } of template.launchOptions.under(requirements)) {
      if (!hasBit(types, type)) continue;
      for (const offering of option.offerings) {
        const text = textOf(offering);
        if (best !== null) {
          const extraCost = offering.priceMicroUsdPerHour - best.priceMicroUsdPerHour;
          // Types are sorted by price, and so are the offerings of each.
          if (extraCost > 0 && offering === option.offerings[0]) return best;
          if (extraCost > 0) break;
          if (extraCost === 0 && this.#countOf(text) >= this.#countOf(textOf(best))) continue;
        }
        if (isAllowed(text)) best = offering;
      }
    }
    return best;
  }

  /** Returns false if `minValues` would not hold any more; the NodeClaim is then unchanged. */
  #restrict(claim: InFlightNodeClaim, { zone }: ExpectedOffering): boolean {
    const { template, types } = claim;
    const requirements = this.#inZone(claim, zone);
    if (requirements === null) return false;
    const allowed = template.allowedBy(requirements).types;
    const left = emptyLike(types);
    for (const type of membersOf(types)) {
      const name = template.types[type]?.source.name ?? '';
      const isFull = this.#countOf(textOf({ instanceType: name, zone })) >= this.#maxNodes;
      if (!isFull && hasBit(allowed, type)) addBit(left, type);
    }
    if (!this.#isFlexible(claim, requirements, left)) return false;
    claim.requirements = requirements;
    claim.types = left;
    return true;
  }

  #inZone({ template, requirements }: InFlightNodeClaim, zone: string): Requirements | null {
    const { space, table } = this.#problem;
    const key = space.keyOf(labelKeys.zone);
    const value = key === undefined ? undefined : space.valueOf(key, zone);
    if (key === undefined || value === undefined) return null;
    return template.narrow(requirements, table.value(key, value));
  }

  #isFlexible(claim: InFlightNodeClaim, requirements: Requirements, types: Bits): boolean {
    if (this.#problem.snapshot.settings.minValuesPolicy !== 'Strict') return true;
    const left = membersOf(types).flatMap((type) => claim.template.types[type] ?? []);
    return unmetMinValues(requirements, left).length === 0;
  }
}

/**
 * Returns the offering that the NodeClaim is launched as, if there is capacity: the first of its
 * cheapest type. Among equal prices it may differ from the offering that the restriction started
 * from. `null` if there is none.
 */
function launchedAs({ template, requirements, types }: InFlightNodeClaim): ExpectedOffering | null {
  const launched = template.launchOptions
    .under(requirements)
    .find(({ type }) => hasBit(types, type));
  return launched?.option.offerings[0] ?? null;
}

const textOf = ({ instanceType, zone }: Pick<ExpectedOffering, 'instanceType' | 'zone'>): string =>
  `${instanceType}/${zone}`;
