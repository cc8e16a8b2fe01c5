import type { CatalogGaps, ClusterSnapshot, InstanceType } from '@kerf/engine';
import type { EngineMessage } from './threaded-engine.js';

type TypeList = readonly InstanceType[];

interface Used {
  readonly lists: ReadonlySet<TypeList>;
  readonly gaps: ReadonlySet<CatalogGaps>;
}

/** Lists of clusters that were let go are forgotten when so many others came after. */
const maxClusters = 100;

/**
 * Lists of instance types are most of a snapshot and seldom change, and then few of their types do.
 * Each type and each list goes to the thread once and is then called by its number. A thousand types
 * with their offerings take several MB, so both sides drop a list as soon as no cluster's last
 * snapshot has it, and a type with its last list. What a NodeClass leaves out of the region is sent likewise.
 */
export class SentLists {
  readonly #types = new Numbered<InstanceType>();
  readonly #lists = new Numbered<TypeList>();
  readonly #gaps = new Numbered<CatalogGaps>();
  /** By cluster: the lists and gaps of its last snapshot. */
  readonly #used = new Map<string, Used>();

  pack(snapshot: ClusterSnapshot): Omit<EngineMessage, 'id' | 'call'> {
    const { instanceTypesByNodePool, catalogGapsByNodePool = {}, ...rest } = snapshot;
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
    this.#note(snapshot.clusterName, {
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

  #note(clusterName: string, used: Used): void {
    // Put at the end: a Map keeps the order of insertion, so the first is the one not seen longest.
    this.#used.delete(clusterName);
    this.#used.set(clusterName, used);
    const [oldest] = this.#used.keys();
    if (this.#used.size > maxClusters && oldest !== undefined) this.#used.delete(oldest);
  }
}

/** Things by the number that they got when they were first seen. */
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

  /** Those that were numbered since it was asked last. */
  takeNew(): ReadonlyMap<number, T> {
    const taken = this.#new;
    this.#new = new Map();
    return taken;
  }

  /** @returns the numbers of those that are forgotten */
  dropAllBut(used: ReadonlySet<T>): readonly number[] {
    const unused = [...this.#numbers].filter(([item]) => !used.has(item));
    for (const [item] of unused) this.#numbers.delete(item);
    return unused.map(([, number]) => number);
  }
}
