import { labelKeys } from '@kerf/core';
import type { ExpectedOffering } from '../model/scheduling-result.js';
import { addBit, type Bits, emptyLike, hasBit, membersOf } from '../requirements/bits.js';
import type { Requirements } from '../requirements/requirements.js';
import type { FirstFitResult } from '../scheduling/first-fit.js';
import type { InFlightNodeClaim } from '../scheduling/in-flight-node-claims.js';
import { unmetMinValues } from '../scheduling/min-values.js';
import type { SchedulingProblem } from '../scheduling/problem.js';

/**
 * Keeps nodes of a plan from being alike, so that no shortage in AWS is met by more than a share of
 * them: each claim settles on a zone and gives up the types that enough others have become there.
 * Claims that have no other choice keep theirs, as do those that hold places in reservations.
 * @param sharePercent of the nodes that may be of one type in one zone; at least one always may
 */
export function diversify(
  problem: SchedulingProblem,
  plan: FirstFitResult,
  sharePercent: number,
): void {
  const most = Math.max(1, Math.floor((plan.claims.length * sharePercent) / 100));
  new Diversification(problem, most).apply(plan);
}

class Diversification {
  readonly #problem: SchedulingProblem;
  readonly #most: number;
  /** Nodes by type and zone. */
  readonly #nodes = new Map<string, number>();

  constructor(problem: SchedulingProblem, most: number) {
    this.#problem = problem;
    this.#most = most;
  }

  apply({ claims, ledger }: FirstFitResult): void {
    for (const claim of claims) {
      if (ledger.heldBy(claim.host).size > 0) continue;
      const cheapest = this.#cheapestOf(claim, () => true);
      if (cheapest === null) continue;
      const text = textOf(this.#settleOn(claim) ?? cheapest);
      this.#nodes.set(text, this.#countOf(text) + 1);
    }
  }

  #countOf(text: string): number {
    return this.#nodes.get(text) ?? 0;
  }

  /** @returns what the claim has become; `null` when it has no choice */
  #settleOn(claim: InFlightNodeClaim): ExpectedOffering | null {
    const refused = new Set<string>();
    for (;;) {
      const offering = this.#cheapestOf(
        claim,
        (text) => this.#countOf(text) < this.#most && !refused.has(text),
      );
      if (offering === null || this.#settle(claim, offering)) return offering;
      refused.add(textOf(offering));
    }
  }

  /** Of equals that of which there are fewest. */
  #cheapestOf(
    { template, requirements, types }: InFlightNodeClaim,
    isGood: (text: string) => boolean,
  ): ExpectedOffering | null {
    let best: ExpectedOffering | null = null;
    for (const { type, option } of template.launchOptions.under(requirements)) {
      if (!hasBit(types, type)) continue;
      for (const offering of option.offerings) {
        const text = textOf(offering);
        if (best !== null) {
          const extraCost = offering.priceMicroUsdPerHour - best.priceMicroUsdPerHour;
          // Cheapest first, both the types and the offerings of each.
          if (extraCost > 0 && offering === option.offerings[0]) return best;
          if (extraCost > 0) break;
          if (extraCost === 0 && this.#countOf(text) >= this.#countOf(textOf(best))) continue;
        }
        if (isGood(text)) best = offering;
      }
    }
    return best;
  }

  /** @returns false when the claim would not be flexible enough; it then stays as it is */
  #settle(claim: InFlightNodeClaim, { zone }: ExpectedOffering): boolean {
    const { template, types } = claim;
    const requirements = this.#inZone(claim, zone);
    if (requirements === null) return false;
    const allowed = template.allowedBy(requirements).types;
    const left = emptyLike(types);
    for (const type of membersOf(types)) {
      const name = template.types[type]?.source.name ?? '';
      const isFull = this.#countOf(textOf({ instanceType: name, zone })) >= this.#most;
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

const textOf = ({ instanceType, zone }: Pick<ExpectedOffering, 'instanceType' | 'zone'>): string =>
  `${instanceType}/${zone}`;
