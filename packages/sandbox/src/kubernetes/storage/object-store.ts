import type { KubeObject } from '../resources/kube-object.js';
import { type ChangeListener, Collection } from './collection.js';

/** The whole store as JSON; restoring it gives an equal store. */
export interface StoreSnapshot {
  readonly format: 1;
  readonly revision: number;
  readonly collections: Readonly<Record<string, readonly KubeObject[]>>;
}

/**
 * The storage of the API server, in place of etcd: all objects under one increasing revision,
 * recent changes for watches, and snapshots. It does not know API rules.
 */
export class ObjectStore {
  readonly #now: () => number;

  #lastRevision: number;
  readonly #collectionByName = new Map<string, Collection>();
  readonly #listeners = new Set<
    (collection: string, ...args: Parameters<ChangeListener>) => void
  >();

  constructor(now: () => number, snapshot?: StoreSnapshot) {
    this.#now = now;
    this.#lastRevision = snapshot?.revision ?? 1;
    for (const [name, objects] of Object.entries(snapshot?.collections ?? {})) {
      this.#open(name, objects);
    }
  }

  get revision(): number {
    return this.#lastRevision;
  }

  /** @param name resource and group: `pods`, `deployments.apps` */
  collection(name: string): Collection {
    return this.#collectionByName.get(name) ?? this.#open(name, []);
  }

  collectionNames(): readonly string[] {
    return [...this.#collectionByName.keys()];
  }

  /** Calls back during each write of any resource. */
  subscribe(
    listener: (collection: string, ...args: Parameters<ChangeListener>) => void,
  ): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Removes all earlier revisions, as etcd's compaction does: lists and watches that continue from
   * them get 410.
   */
  compact(): void {
    for (const collection of this.#collectionByName.values()) collection.compact();
  }

  snapshot(): StoreSnapshot {
    const collections = [...this.#collectionByName].map(
      ([name, collection]) => [name, collection.list()] as const,
    );
    return {
      format: 1,
      revision: this.#lastRevision,
      collections: Object.fromEntries(collections),
    };
  }

  #open(name: string, objects: readonly KubeObject[]): Collection {
    const source = {
      revision: () => this.#lastRevision,
      next: () => (this.#lastRevision += 1),
      now: this.#now,
    };
    const collection = new Collection(source, objects);
    collection.subscribe((change) => {
      for (const listener of this.#listeners) listener(name, change);
    });
    this.#collectionByName.set(name, collection);
    return collection;
  }
}
