import { getOrCreate } from '@kerf/core';
import type { ResourceList } from '../../model/resource-list.js';
import { spendResource } from '../../model/spend-limit.js';
import { addBit, type Bits, emptyBits } from '../../requirements/bits.js';
import type { ResourceSpace } from '../../resources/resource-space.js';
import type { NodeClaimTemplate } from './node-claim-template.js';

/** The remaining part of a limit at some point of a pass. */
export interface LimitUsage {
  /** Index of the resource. */
  readonly index: number;
  readonly limit: number;
  readonly left: number;
}

/** The remainder of a limit; NodePools with the same spend limit share it. */
interface Remaining {
  left: number;
}

/** Remainders of the spend limits of a pass, by resource. */
export type SharedLimits = Map<string, Remaining>;

interface Limit {
  readonly index: number;
  readonly limit: number;
  readonly remaining: Remaining;
  readonly isShared: boolean;
  /** Largest amount of any type of the NodePool: while more is left, the limit excludes no type. */
  readonly largest: number;
}

/**
 * The limits of a NodePool within a pass. After a NodeClaim is planned, the largest of its types is
 * subtracted for each resource, because any of them may be launched. Source: karpenter
 * provisioning/scheduling/scheduler.go filterByRemainingResources, subtractMax @v1.14.1; as there,
 * the limit on `nodes` is compared and never decreased within a pass.
 */
export class PoolLimits {
  readonly #template: NodeClaimTemplate;
  readonly #remaining: readonly Limit[];
  readonly #hasNodesLeft: boolean;
  #affordable: Bits;
  #affordableFor: number;

  /**
   * @param released resources of nodes that the pass removes, including `nodes`
   * @param shared what is left of the spend limits, for all NodePools of the pass
   */
  constructor(
    template: NodeClaimTemplate,
    resources: ResourceSpace,
    released: ResourceList = {},
    shared: SharedLimits = new Map(),
  ) {
    const { limits, usage, spendLimits = [] } = template.pool;
    const usedOf = (name: string): number => (usage[name] ?? 0) - (released[name] ?? 0);
    this.#template = template;
    this.#hasNodesLeft = (limits['nodes'] ?? Infinity) > usedOf('nodes');
    const toLimit = (
      name: string,
      limit: number,
      remaining: Remaining,
      isShared: boolean,
    ): Limit => {
      const index = resources.names.indexOf(name);
      const largest = template.capacity.greatest(template.usable, index);
      return { index, limit, remaining, isShared, largest };
    };
    this.#remaining = [
      ...Object.entries(limits)
        .filter(([name]) => name !== 'nodes')
        .map(([name, limit]) => toLimit(name, limit, { left: limit - usedOf(name) }, false)),
      ...spendLimits.map((spend) => {
        const { limitMicroUsdPerHour: limit, spendMicroUsdPerHour } = spend;
        const name = spendResource(spend);
        const left = { left: limit - spendMicroUsdPerHour };
        return toLimit(
          name,
          limit,
          getOrCreate(shared, name, () => left),
          true,
        );
      }),
    ];
    this.#affordableFor = this.#sharedLeft;
    this.#affordable = this.#findAffordable();
  }

  get hasNodesLeft(): boolean {
    return this.#hasNodesLeft;
  }

  /** Types whose whole capacity is within the remaining limits. */
  get affordable(): Bits {
    // Another NodePool may have used a part of a shared limit.
    const left = this.#sharedLeft;
    if (left !== this.#affordableFor) {
      this.#affordableFor = left;
      this.#affordable = this.#findAffordable();
    }
    return this.#affordable;
  }

  /** Subtracts what the largest of the types would add. */
  take(types: Bits): void {
    let mayExclude = false;
    for (const limit of this.#remaining) {
      const { remaining } = limit;
      remaining.left -= this.#template.capacity.greatest(types, limit.index);
      mayExclude ||= remaining.left < limit.largest;
    }
    this.#affordableFor = this.#sharedLeft;
    if (mayExclude) this.#affordable = this.#findAffordable();
  }

  /** The remaining limits. */
  get usage(): readonly LimitUsage[] {
    return this.#remaining.map(({ index, limit, remaining: { left } }) => ({ index, limit, left }));
  }

  /** Sum of the remainders of the shared limits: it changes when any of them does. */
  get #sharedLeft(): number {
    return this.#remaining.reduce(
      (sum, { isShared, remaining }) => (isShared ? sum + remaining.left : sum),
      0,
    );
  }

  #findAffordable(): Bits {
    const { types } = this.#template;
    const affordable = emptyBits(types.length);
    types.forEach((_, type) => {
      const fits = this.#remaining.every(
        ({ index, remaining }) => this.#template.capacity.get(type, index) <= remaining.left,
      );
      if (fits) addBit(affordable, type);
    });
    return affordable;
  }
}
