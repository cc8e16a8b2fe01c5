import type { ClusterSnapshot, InstanceType } from '@kerf/engine';
import type { EngineMessage } from './threaded-engine.js';

/** Enough for the node classes of a worker's clusters; a list of 900 types takes about 3 MB. */
const keptLists = 64;

/**
 * Lists of instance types are most of a snapshot and seldom change; each goes to the thread once
 * and is then called by its number. Both sides drop the one that was unused longest.
 */
export class SentLists {
  readonly #numbers = new Map<readonly InstanceType[], number>();
  #last = 0;

  pack(snapshot: ClusterSnapshot): Omit<EngineMessage, 'id' | 'call'> {
    const { instanceTypesByNodePool, ...rest } = snapshot;
    const newLists = new Map<number, readonly InstanceType[]>();
    const listByNodePool = Object.fromEntries(
      Object.entries(instanceTypesByNodePool).map(([pool, list]) => [
        pool,
        this.#numberOf(list, newLists),
      ]),
    );
    return { snapshot: rest, listByNodePool, newLists, droppedLists: this.#dropOldest() };
  }

  #numberOf(list: readonly InstanceType[], newLists: Map<number, readonly InstanceType[]>): number {
    const known = this.#numbers.get(list);
    if (known === undefined) {
      this.#last += 1;
      newLists.set(this.#last, list);
    }
    const number = known ?? this.#last;
    // Put at the end: a Map keeps the order of insertion, so the first is the one unused longest.
    this.#numbers.delete(list);
    this.#numbers.set(list, number);
    return number;
  }

  #dropOldest(): readonly number[] {
    const oldest = [...this.#numbers].slice(0, Math.max(0, this.#numbers.size - keptLists));
    for (const [list] of oldest) this.#numbers.delete(list);
    return oldest.map(([, number]) => number);
  }
}
