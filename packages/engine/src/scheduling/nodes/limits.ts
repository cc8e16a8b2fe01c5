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

interface Limit {
  readonly index: number;
  readonly limit: number;
  left: number;
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

  constructor(template: NodeClaimTemplate, resources: ResourceSpace) {
    const { limits, usage } = template.pool;
    this.#template = template;
    this.#hasNodesLeft = (limits['nodes'] ?? Infinity) > (usage['nodes'] ?? 0);
    this.#remaining = Object.entries(limits)
      .filter(([name]) => name !== 'nodes')
      .map(([name, limit]) => {
        const index = resources.names.indexOf(name);
        const largest = template.capacity.greatest(template.usable, index);
        return { index, limit, left: limit - (usage[name] ?? 0), largest };
      });
    this.#affordable = this.#findAffordable();
  }

  get hasNodesLeft(): boolean {
    return this.#hasNodesLeft;
  }

  /** Types whose whole capacity is within the remaining limits. */
  get affordable(): Bits {
    return this.#affordable;
  }

  /** Subtracts what the largest of the types would add. */
  take(types: Bits): void {
    let mayExclude = false;
    for (const limit of this.#remaining) {
      limit.left -= this.#template.capacity.greatest(types, limit.index);
      mayExclude ||= limit.left < limit.largest;
    }
    if (mayExclude) this.#affordable = this.#findAffordable();
  }

  /** The remaining limits. */
  get usage(): readonly LimitUsage[] {
    return this.#remaining.map(({ index, limit, left }) => ({ index, limit, left }));
  }

  #findAffordable(): Bits {
    const { types } = this.#template;
    const affordable = emptyBits(types.length);
    types.forEach(({ capacity }, type) => {
      const fits = this.#remaining.every(({ index, left }) => (capacity[index] ?? 0) <= left);
      if (fits) addBit(affordable, type);
    });
    return affordable;
  }
}
