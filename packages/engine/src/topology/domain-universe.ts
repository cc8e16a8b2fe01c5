import type { Taint } from '../model/taint.js';
import { type Bits, emptyBits, uniteInPlace } from '../requirements/bits.js';
import type { LabelSpace } from '../requirements/label-space.js';
import type { Requirements } from '../requirements/requirements.js';
import { findUntolerated } from '../requirements/taints.js';
import type { NodeFilter } from './node-filter.js';

/** The values that a label has on nodes that a NodePool could launch. */
export interface PoolDomains {
  readonly taints: readonly Taint[];
  /**
   * Returns the values on its nodes that satisfy all requirements.
   * @param requests that the node must have room for; `null`: of any size
   */
  domainsFor(key: number, requirements: readonly Requirements[], requests: Amounts | null): Bits;
}

/** Amounts of resources, by their index. */
type Amounts = Float64Array;

/** Needs of a pod that its node's labels and taints do not show. */
export interface NodeNeeds {
  /** `null`: nothing. */
  readonly requests: Amounts | null;
  /** Alternative requirements of its volumes; empty if every node can attach them. */
  readonly volumeAlternatives: readonly Requirements[];
}

/** The domains of launchable nodes, over all NodePools. */
export class DomainUniverse {
  readonly #space: LabelSpace;
  readonly #pools: readonly PoolDomains[];

  constructor(space: LabelSpace, pools: readonly PoolDomains[]) {
    this.#space = space;
    this.#pools = pools;
  }

  /** Returns the domains of a label on nodes that the filter counts and that suit a pod. */
  domainsFor(
    key: number,
    { alternatives, tolerations, labels }: NodeFilter,
    { requests, volumeAlternatives }: NodeNeeds,
  ): Bits {
    const tolerated = this.#pools.filter(
      ({ taints }) => tolerations === null || findUntolerated(taints, tolerations) === null,
    );
    const required = labels === null ? [] : [labels];
    const domains = emptyBits(this.#space.valueCount(key));
    for (const pool of tolerated) {
      for (const both of pairs(alternatives ?? [], volumeAlternatives)) {
        uniteInPlace(domains, pool.domainsFor(key, [...required, ...both], requests));
      }
    }
    return domains;
  }
}

/** Returns one of each list in every combination; an empty list requires nothing. */
function pairs<T>(left: readonly T[], right: readonly T[]): readonly (readonly T[])[] {
  const firsts = left.length === 0 ? [[]] : left.map((one) => [one]);
  return firsts.flatMap((first) =>
    right.length === 0 ? [first] : right.map((second) => [...first, second]),
  );
}
