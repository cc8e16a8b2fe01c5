import { isDeepStrictEqual } from 'node:util';
import { type Note, type ObjectMeta, readObjectMeta } from '@kerf/application';
import { type DurationMs, type JsonObject, toRecord } from '@kerf/core';
import { toSentence } from '../errors.js';
import type { ResourceSink } from '../watch/resource-watcher.js';
import type { TableParts } from './cache-budget.js';
import { ChunkedMap } from './chunked-map.js';
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

  readonly #kept = new ChunkedMap<string, Kept<Row>>();
  /** Number of the last list, read or being read. */
  #lists = 0;
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
    return this.#kept.get(key)?.row ?? null;
  }

  /** Returns all rows, frozen; the same list until a row changes. */
  list(): readonly Row[] {
    this.#rowList ??= Object.freeze(Array.from(this.#kept.values(), ({ row }) => row));
    return this.#rowList;
  }

  /** Returns all keys, frozen; the same list until a row changes. */
  keyList(): readonly string[] {
    this.#rowKeys ??= Object.freeze([...this.#kept.keys()]);
    return this.#rowKeys;
  }

  *entries(): Generator<readonly [string, Row]> {
    for (const [key, { row }] of this.#kept) yield [key, row];
  }

  beginList(): void {
    this.#lists += 1;
  }

  endList(): void {
    for (const [key, { listed }] of this.#kept)
      if (listed !== this.#lists) this.#set(key, null, null);
    this.#everListed = true;
  }

  forget(): void {
    this.#options.onForget?.(this.list());
    this.#dropLists();
    for (const kept of this.#kept.values()) this.#count(kept, null);
    this.#kept.clear();
    this.#everListed = false;
  }

  put(object: unknown, clockAheadMs: DurationMs = 0): void {
    const named = this.#identify(object, clockAheadMs);
    // A cluster that has exceeded its budget is about to be released.
    if (named === null || this.#options.budget.isExceeded) return;
    const kept = this.#kept.get(named.key);
    if (kept !== undefined) kept.listed = this.#lists;
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

  #set(key: string, row: Row | null, object: JsonObject | null): void {
    const before = this.#kept.get(key) ?? null;
    if (isDeepStrictEqual(before?.row ?? null, row)) return;
    this.#dropLists();
    const listed = before?.listed ?? this.#lists;
    const after = row === null ? null : { row, bytes: this.#sizeOf(key, row, object), listed };
    this.#count(before, after);
    if (after === null) this.#kept.delete(key);
    else this.#kept.set(key, after);
    this.#options.onChange?.({ key, before: before?.row ?? null, after: row, object });
  }

  #sizeOf(key: string, row: Row, object: JsonObject | null): number {
    const objectBytes = this.#options.keepsObjects === true ? roughSizeOf(object) : 0;
    return key.length + roughSizeOf(row, this.#sharedOf(row)) + objectBytes;
  }

  /** Counts a row in the budget, instead of the one that was kept before. */
  #count(before: Kept<Row> | null, after: Kept<Row> | null): void {
    const { budget } = this.#options;
    const sharedBefore = before === null ? null : this.#sharedOf(before.row);
    const sharedAfter = after === null ? null : this.#sharedOf(after.row);
    if (sharedAfter !== null) budget.addShared(sharedAfter);
    if (sharedBefore !== null) budget.removeShared(sharedBefore);
    const objects = Number(after !== null) - Number(before !== null);
    budget.add(objects, (after?.bytes ?? 0) - (before?.bytes ?? 0));
  }

  #sharedOf(row: Row): object | null {
    return this.#options.sharedOf?.(row) ?? null;
  }
}

interface Kept<Row> {
  readonly row: Row;
  /** Size in the budget, without the shared part. */
  readonly bytes: number;
  /** Number of the last list that the object was in, or after which it appeared. */
  listed: number;
}
