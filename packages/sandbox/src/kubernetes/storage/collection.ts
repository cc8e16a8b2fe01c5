import { invariant } from '@kerf/core';
import { type KubeObject, keyOf } from '../resources/kube-object.js';
import { type Change, ChangeLog } from './change-log.js';

export type ChangeListener = (change: Change) => void;

/** The shared revision counter and clock of a store. */
export interface RevisionSource {
  revision(): number;
  next(): number;
  now(): number;
}

/** All objects of one resource, by `namespace/name`. */
export class Collection {
  readonly #revisions: RevisionSource;
  readonly #objects = new Map<string, KubeObject>();
  #sortedKeys: readonly string[] | null = null;
  readonly #listeners = new Set<ChangeListener>();
  readonly #log: ChangeLog;

  constructor(revisions: RevisionSource, restored: readonly KubeObject[]) {
    this.#revisions = revisions;

    for (const object of restored) this.#objects.set(keyOf(object), object);
    this.#log = new ChangeLog(revisions.revision());
  }

  get size(): number {
    return this.#objects.size;
  }

  get(key: string): KubeObject | undefined {
    return this.#objects.get(key);
  }

  /** Returns all objects in the order of keys. */
  list(): readonly KubeObject[] {
    this.#sortedKeys ??= [...this.#objects.keys()].sort();
    return this.#sortedKeys.flatMap((key) => this.#objects.get(key) ?? []);
  }

  /** Returns the objects at an earlier revision; `null` if it was compacted. */
  listAt(revision: number): readonly KubeObject[] | null {
    if (revision >= this.#revisions.revision()) return this.list();
    const changes = this.#log.after(revision);
    if (changes === null) return null;
    if (changes.length === 0) return this.list();
    const past = new Map(this.#objects);
    for (const change of changes.toReversed()) {
      if (change.before === null) past.delete(change.key);
      else past.set(change.key, change.before);
    }
    return [...past.keys()].sort().flatMap((key) => past.get(key) ?? []);
  }

  /** Returns the changes after a revision, oldest first; `null` if some were compacted. */
  changesAfter(revision: number): readonly Change[] | null {
    return this.#log.after(revision);
  }

  /** Removes all earlier revisions. */
  compact(): void {
    this.#log.compact(this.#revisions.revision());
  }

  /** Calls the listener during each write, in the order of writes. */
  subscribe(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Stores an object.
   * @returns the stored object, with its new resourceVersion
   */
  put(object: KubeObject): KubeObject {
    const key = keyOf(object);
    const before = this.#objects.get(key) ?? null;
    const revision = this.#revisions.next();
    const after = withRevision(object, revision);
    this.#objects.set(key, after);
    if (before === null) this.#sortedKeys = null;
    this.#commit({ revision, key, before, after, object: after });
    return after;
  }

  remove(key: string): KubeObject {
    const before = this.#objects.get(key);
    invariant(before !== undefined, `nothing to remove at ${key}`);
    const revision = this.#revisions.next();
    const object = withRevision(before, revision);
    this.#objects.delete(key);
    this.#sortedKeys = null;
    this.#commit({ revision, key, before, after: null, object });
    return object;
  }

  #commit(change: Change): void {
    this.#log.append(change, this.#revisions.now());
    for (const listener of this.#listeners) listener(change);
  }
}

function withRevision(object: KubeObject, revision: number): KubeObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
}
