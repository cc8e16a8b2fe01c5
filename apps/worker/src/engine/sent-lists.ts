import type { CatalogGaps, ClusterSnapshot, InstanceType } from '@kerf/engine';
import type { PackedLists } from './engine-messages.js';

type TypeList = readonly InstanceType[];

interface Used {
  readonly lists: ReadonlySet<TypeList>;
  readonly gaps: ReadonlySet<CatalogGaps>;
}

/** Maximum number of clusters whose lists are kept; the least recently used cluster is dropped. */
const maxClusters = 100;

/**
 * Tracks the instance types and lists of instance types that the thread already has.
 *
 * Instance types are most of a snapshot and seldom change, so each type and each list is sent once
 * and then referenced by number. A thousand types with their offerings take several MB, so both
 * sides drop a list when no cluster's last snapshot uses it, and a type when no list uses it. The
 * gaps of a NodeClass (zones and types that it cannot launch in) are sent in the same way.
 */
export class SentLists {
  readonly #types = new Numbered<InstanceType>();
  readonly #lists = new Numbered<TypeList>();
  readonly #gaps = new Numbered<CatalogGaps>();
  /** Lists and gaps of the last snapshot, by cluster. */
  readonly #used = new Map<string, Used>();

  pack(snapshot: ClusterSnapshot): PackedLists {
    const {
      nodes: _nodes,
      instanceTypesByNodePool,
      catalogGapsByNodePool = {},
      ...rest
    } = snapshot;
    const listByNodePool = Object.fromEntries(
      Object.entries(instanceTypesByNodePool).map(([pool, list]) => [
        pool,
        this.#lists.numberOf(list),
      ]),
    );
    const newLists = new Map(
      [...this.#lists.takeNew()].map(([number, list]) => [
        number,
        list.map((type) => this.#types.numberOf(type)),
      ]),
    );
    const gapsByNodePool = Object.fromEntries(
      Object.entries(catalogGapsByNodePool).map(([pool, gaps]) => [
        pool,
        this.#gaps.numberOf(gaps),
      ]),
    );
    this.#record(snapshot.clusterName, {
      lists: new Set(Object.values(instanceTypesByNodePool)),
      gaps: new Set(Object.values(catalogGapsByNodePool)),
    });
    const usedLists = new Set([...this.#used.values()].flatMap(({ lists }) => [...lists]));
    const usedGaps = new Set([...this.#used.values()].flatMap(({ gaps }) => [...gaps]));
    const droppedLists = this.#lists.dropAllBut(usedLists);
    return {
      snapshot: rest,
      listByNodePool,
      gapsByNodePool,
      newGaps: this.#gaps.takeNew(),
      droppedGaps: this.#gaps.dropAllBut(usedGaps),
      newTypes: this.#types.takeNew(),
      newLists,
      droppedTypes:
        droppedLists.length === 0 ? [] : this.#types.dropAllBut(new Set([...usedLists].flat())),
      droppedLists,
    };
  }

  #record(clusterName: string, used: Used): void {
    // Reinsert at the end: a Map keeps insertion order, so the first entry is the least recently
    // used.
    this.#used.delete(clusterName);
    this.#used.set(clusterName, used);
    const [oldest] = this.#used.keys();
    if (this.#used.size > maxClusters && oldest !== undefined) this.#used.delete(oldest);
  }
}

/** Assigns a number to each value when it is first seen. */
class Numbered<T> {
  readonly #numbers = new Map<T, number>();
  #new = new Map<number, T>();
  #last = 0;

  numberOf(item: T): number {
    const known = this.#numbers.get(item);
    if (known !== undefined) return known;
    this.#last += 1;
    this.#numbers.set(item, this.#last);
    this.#new.set(this.#last, item);
    return this.#last;
  }

  /** Returns the values that were numbered since the previous call. */
  takeNew(): ReadonlyMap<number, T> {
    const taken = this.#new;
    this.#new = new Map();
    return taken;
  }

  /** @returns the numbers of the dropped values */
  dropAllBut(used: ReadonlySet<T>): readonly number[] {
    const unused = [...this.#numbers].filter(([item]) => !used.has(item));
    for (const [item] of unused) this.#numbers.delete(item);
    return unused.map(([, number]) => number);
  }
}
