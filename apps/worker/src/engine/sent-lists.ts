import type { ClusterSnapshot, InstanceType } from '@kerf/engine';
import type { EngineMessage } from './threaded-engine.js';

type TypeList = readonly InstanceType[];

/** Lists of clusters that were let go are forgotten when so many others came after. */
const mostClusters = 100;

/**
 * Lists of instance types are most of a snapshot and seldom change; each goes to the thread once
 * and is then called by its number. A thousand types with their offerings take several MB, so both
 * sides drop a list as soon as no cluster's last snapshot has it.
 */
export class SentLists {
  readonly #numbers = new Map<TypeList, number>();
  /** By cluster: the lists of its last snapshot. */
  readonly #used = new Map<string, ReadonlySet<TypeList>>();
  #last = 0;

  pack(snapshot: ClusterSnapshot): Omit<EngineMessage, 'id' | 'call'> {
    const { instanceTypesByNodePool, ...rest } = snapshot;
    const newLists = new Map<number, TypeList>();
    const listByNodePool = Object.fromEntries(
      Object.entries(instanceTypesByNodePool).map(([pool, list]) => [
        pool,
        this.#numberOf(list, newLists),
      ]),
    );
    this.#note(snapshot.clusterName, new Set(Object.values(instanceTypesByNodePool)));
    return { snapshot: rest, listByNodePool, newLists, droppedLists: this.#dropUnused() };
  }

  #numberOf(list: TypeList, newLists: Map<number, TypeList>): number {
    const known = this.#numbers.get(list);
    if (known !== undefined) return known;
    this.#last += 1;
    newLists.set(this.#last, list);
    this.#numbers.set(list, this.#last);
    return this.#last;
  }

  #note(clusterName: string, lists: ReadonlySet<TypeList>): void {
    // Put at the end: a Map keeps the order of insertion, so the first is the one not seen longest.
    this.#used.delete(clusterName);
    this.#used.set(clusterName, lists);
    const [oldest] = this.#used.keys();
    if (this.#used.size > mostClusters && oldest !== undefined) this.#used.delete(oldest);
  }

  #dropUnused(): readonly number[] {
    const used = new Set([...this.#used.values()].flatMap((lists) => [...lists]));
    const unused = [...this.#numbers].filter(([list]) => !used.has(list));
    for (const [list] of unused) this.#numbers.delete(list);
    return unused.map(([, number]) => number);
  }
}
