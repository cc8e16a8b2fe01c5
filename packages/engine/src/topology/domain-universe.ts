import type { Taint, Toleration } from '../model/taint.js';
import { type Bits, emptyBits } from '../requirements/bits.js';
import type { LabelSpace } from '../requirements/label-space.js';
import { findUntolerated } from '../requirements/taints.js';

/** The values that a label has on nodes that a NodePool could launch. */
export interface PoolDomains {
  readonly taints: readonly Taint[];
  domainsOf(key: number): Bits;
}

/** The domains of launchable nodes, over all NodePools. */
export class DomainUniverse {
  readonly #space: LabelSpace;
  readonly #pools: readonly PoolDomains[];

  constructor(space: LabelSpace, pools: readonly PoolDomains[]) {
    this.#space = space;
    this.#pools = pools;
  }

  /**
   * Returns the domains of a label.
   * @param tolerations NodePools with a taint that these do not cover are left out; `null` includes
   * all
   */
  domainsOf(key: number, tolerations: readonly Toleration[] | null): Bits {
    const domains = emptyBits(this.#space.valueCount(key));
    for (const pool of this.#pools) {
      if (tolerations !== null && findUntolerated(pool.taints, tolerations) !== null) continue;
      pool.domainsOf(key).forEach((word, index) => {
        domains[index] = (domains[index] ?? 0) | word;
      });
    }
    return domains;
  }
}
