import { isDeepStrictEqual } from 'node:util';
import { type Note, type ObjectMeta, readObjectMeta } from '@kerf/application';
import { type DurationMs, type JsonObject, toRecord } from '@kerf/core';
import { toSentence } from '../errors.js';
import type { ResourceSink } from '../watch/resource-watcher.js';
import type { TableParts } from './cache-budget.js';
import { roughSizeOf } from './rough-size.js';

export interface ObjectTableOptions<Row> extends TableParts {
  /** Name of the objects in findings, e.g. `pods`. */
  readonly subject: string;
  readonly keyOf: (meta: ObjectMeta) => string;
  /** Returns `null` for an object that is not kept. */
  readonly read: (object: JsonObject, meta: ObjectMeta, note: Note) => Row | null;
  readonly onChange?: (change: RowChange<Row>) => void;
  /** Called before all rows are dropped, because the objects are no longer known. */
  readonly onForget?: (rows: readonly Row[]) => void;
  /** Returns a part of the row that other rows may share, for the budget. */
  readonly sharedOf?: (row: Row) => object | null;
  /** Whether the object itself is kept too, until receivers have handled it. */
  readonly keepsObjects?: boolean;
}

export interface RowChange<Row> {
  readonly key: string;
  readonly before: Row | null;
  readonly after: Row | null;
  /** The object that the row was read from; `null` if it was deleted. */
  readonly object: JsonObject | null;
}

/** Objects of one kind, each mapped to a row. Reports changes of rows, not of objects. */
export class ObjectTable<Row extends object> implements ResourceSink {
  readonly #options: ObjectTableOptions<Row>;

  readonly #rows = new Map<string, Row>();
  /** Size of each row in the budget, without its shared part. */
  readonly #sizes = new Map<string, number>();
  /** Keys in the list that is being read; `null` while no list is being read. */
  #listed: Set<string> | null = null;
  #everListed = false;
  #rowList: readonly Row[] | null = null;
  #rowKeys: readonly string[] | null = null;

  constructor(options: ObjectTableOptions<Row>) {
    this.#options = options;
  }

  /** Whether a whole list has been read; after that, a new row is a new object. */
  get hasListed(): boolean {
    return this.#everListed;
  }

  get(key: string): Row | null {
    return this.#rows.get(key) ?? null;
  }

  /** Returns all rows, frozen; the same list until a row changes. */
  list(): readonly Row[] {
    this.#rowList ??= Object.freeze([...this.#rows.values()]);
    return this.#rowList;
  }

  /** Returns all keys, frozen; the same list until a row changes. */
  keyList(): readonly string[] {
    this.#rowKeys ??= Object.freeze([...this.#rows.keys()]);
    return this.#rowKeys;
  }

  entries(): IterableIterator<[string, Row]> {
    return this.#rows.entries();
  }

  beginList(): void {
    this.#listed = new Set();
  }

  endList(): void {
    const listed = this.#listed;
    this.#listed = null;
    for (const key of this.#rows.keys()) if (listed?.has(key) === false) this.#set(key, null, null);
    this.#everListed = true;
  }

  forget(): void {
    this.#options.onForget?.(this.list());
    this.#listed = null;
    this.#dropLists();
    for (const key of this.#rows.keys()) this.#count(key, null, null);
    this.#rows.clear();
    this.#everListed = false;
  }

  put(object: unknown, clockAheadMs: DurationMs = 0): void {
    const named = this.#identify(object, clockAheadMs);
    // A cluster that has exceeded its budget is about to be released.
    if (named === null || this.#options.budget.isExceeded) return;
    this.#listed?.add(named.key);
    const row = this.#read(toRecord(object), named.meta);
    // An object that becomes unreadable keeps its last row: without its pod's row, a node would
    // appear empty.
    if (row !== undefined) this.#set(named.key, row, toRecord(object));
  }

  remove(object: unknown): void {
    const named = this.#identify(object);
    if (named !== null) this.#set(named.key, null, null);
  }

  /** Replaces the row of an object with one that was computed elsewhere. */
  replace(key: string, row: Row): void {
    this.#set(key, row, null);
  }

  #dropLists(): void {
    this.#rowList = null;
    this.#rowKeys = null;
  }

  #identify(
    object: unknown,
    clockAheadMs: DurationMs = 0,
  ): { readonly key: string; readonly meta: ObjectMeta } | null {
    const meta = readObjectMeta(object, clockAheadMs);
    if (meta !== null) return { key: this.#options.keyOf(meta), meta };
    this.#options.findings.add(this.#options.subject, 'has no name or UID', '');
    return null;
  }

  #read(object: JsonObject, meta: ObjectMeta): Row | null | undefined {
    const note = (problem: string): void => {
      const { findings, subject } = this.#options;
      findings.add(subject, problem, `${meta.namespace}/${meta.name}`);
    };
    try {
      return this.#options.read(object, meta, note);
    } catch (cause) {
      note(`cannot be read: ${toSentence(cause)}`);
      return undefined;
    }
  }

  #set(key: string, after: Row | null, object: JsonObject | null): void {
    const before = this.#rows.get(key) ?? null;
    if (isDeepStrictEqual(before, after)) return;
    this.#dropLists();
    this.#count(key, after, object);
    if (after === null) this.#rows.delete(key);
    else this.#rows.set(key, after);
    this.#options.onChange?.({ key, before, after, object });
  }

  /** Counts the row of a key in the budget, instead of the row that it has now. */
  #count(key: string, after: Row | null, object: JsonObject | null): void {
    const { budget, sharedOf = () => null, keepsObjects = false } = this.#options;
    const before = this.#rows.get(key) ?? null;
    const sharedBefore = before === null ? null : sharedOf(before);
    const sharedAfter = after === null ? null : sharedOf(after);
    if (sharedAfter !== null) budget.addShared(sharedAfter);
    if (sharedBefore !== null) budget.removeShared(sharedBefore);
    const objectSize = keepsObjects ? roughSizeOf(object) : 0;
    const size = after === null ? 0 : key.length + roughSizeOf(after, sharedAfter) + objectSize;
    const objects = Number(after !== null) - Number(before !== null);
    budget.add(objects, size - (this.#sizes.get(key) ?? 0));
    if (after === null) this.#sizes.delete(key);
    else this.#sizes.set(key, size);
  }
}
