import { getOrCreate, invariant } from '@kerf/core';
import { addBit, type Bits, bitsIntersect, emptyBits } from '../../requirements/bits.js';
import {
  type CompiledDaemon,
  type DaemonOverhead,
  overheadOf,
} from '../../resources/daemon-overhead.js';
import type { ResourceSpace, ResourceVector } from '../../resources/resource-space.js';

interface DaemonGroup {
  readonly overhead: DaemonOverhead;
  /** The types on which exactly these daemons run. */
  readonly types: Bits;
}

/**
 * The capacity that daemons take of each type of a NodePool: types with the same daemons are one
 * group.
 */
export class DaemonGroups {
  readonly #groups: readonly DaemonGroup[];
  readonly #groupOf: readonly DaemonGroup[];

  /** @param runs true if a daemon runs on a type, by index */
  constructor(
    resources: ResourceSpace,
    daemons: readonly CompiledDaemon[],
    typeCount: number,
    runs: (daemon: CompiledDaemon, type: number) => boolean,
  ) {
    const groups = new Map<string, DaemonGroup>();
    this.#groupOf = Array.from({ length: typeCount }, (_, type) => {
      const running = daemons.map((daemon) => runs(daemon, type));
      const text = running.join();
      const own = daemons.filter((_daemon, index) => running[index] === true);
      const group = getOrCreate(groups, text, () => ({
        overhead: overheadOf(resources, own),
        types: emptyBits(typeCount),
      }));
      addBit(group.types, type);
      return group;
    });
    this.#groups = [...groups.values()];
  }

  overheadFor(type: number): DaemonOverhead {
    const group = this.#groupOf[type];
    invariant(group !== undefined, 'the type does not belong to this NodePool');
    return group.overhead;
  }

  /** Returns for each resource the lowest amount that the daemons of any of these types take. */
  leastOverhead(types: Bits): ResourceVector {
    const [first, ...others] = this.#groups.filter((group) => bitsIntersect(group.types, types));
    invariant(first !== undefined, 'the types do not belong to this NodePool');
    return first.overhead.requests.map((amount, resource) =>
      Math.min(amount, ...others.map(({ overhead }) => overhead.requests[resource] ?? 0)),
    );
  }
}
