import { isDeepStrictEqual } from 'node:util';
import { type Note, type ObjectMeta, readObjectMeta } from '@kerf/application';
import { type DurationMs, type JsonObject, toRecord } from '@kerf/core';
import { toSentence } from '../errors.js';
import type { ResourceSink } from '../watch/resource-watcher.js';
import type { Findings } from './findings.js';

export interface ObjectTableOptions<Row> {
  /** Name of the objects in findings, e.g. `pods`. */
  readonly subject: string;
  readonly findings: Findings;
  readonly keyOf: (meta: ObjectMeta) => string;
  /** Returns `null` for an object that is not kept. */
  readonly read: (object: JsonObject, meta: ObjectMeta, note: Note) => Row | null;
  readonly onChange?: (change: RowChange<Row>) => void;
  /** Called before all rows are dropped, because the objects are no longer known. */
  readonly onForget?: (rows: readonly Row[]) => void;
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
    this.#rows.clear();
    this.#everListed = false;
  }

  put(object: unknown, clockAheadMs: DurationMs = 0): void {
    const named = this.#identify(object, clockAheadMs);
    if (named === null) return;
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
    if (after === null) this.#rows.delete(key);
    else this.#rows.set(key, after);
    this.#options.onChange?.({ key, before, after, object });
  }
}
