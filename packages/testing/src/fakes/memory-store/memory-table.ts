import { compareText } from '@kerf/core';

/** The rows of one table by key. Rows are values: they are replaced, never changed. */
export class MemoryTable<Row> {
  readonly #check: (row: Row) => void;
  #rows = new Map<string, Row>();
  #appended = 0;

  /** @param check throws for a row that the table must not contain */
  constructor(check: (row: Row) => void = () => {}) {
    this.#check = check;
  }

  get(key: string): Row | null {
    return this.#rows.get(key) ?? null;
  }

  has(key: string): boolean {
    return this.#rows.has(key);
  }

  set(key: string, row: Row): void {
    this.#check(row);
    this.#rows.set(key, row);
  }

  /** Adds a row that has no key of its own; such rows keep their order. */
  append(row: Row): void {
    this.#appended += 1;
    this.set(String(this.#appended), row);
  }

  /** Returns false when there is no such row. */
  delete(key: string): boolean {
    return this.#rows.delete(key);
  }

  /** Returns the matching rows, in the order in which they were first set. */
  where(matches: (row: Row) => boolean): readonly Row[] {
    return this.all().filter(matches);
  }

  find(matches: (row: Row) => boolean): Row | null {
    return this.all().find(matches) ?? null;
  }

  /** Returns all rows, in the order in which they were first set. */
  all(): readonly Row[] {
    return [...this.#rows.values()];
  }

  /** Replaces each matching row. */
  updateWhere(matches: (row: Row) => boolean, change: (row: Row) => Row): void {
    for (const [key, row] of this.#rows) if (matches(row)) this.#rows.set(key, change(row));
  }

  deleteWhere(matches: (row: Row) => boolean): void {
    for (const [key, row] of this.#rows) if (matches(row)) this.#rows.delete(key);
  }

  /** Returns a function that restores the rows of this moment. */
  savepoint(): () => void {
    const [rows, appended] = [new Map(this.#rows), this.#appended];
    return () => {
      this.#rows = rows;
      this.#appended = appended;
    };
  }
}

/** Returns the key of a row that several columns identify. */
export const keyOf = (...columns: readonly (string | number | null)[]): string =>
  JSON.stringify(columns);

/** Compares rows by id, for `toSorted`. IDs sort by creation time. */
export function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return compareText(a.id, b.id);
}

/** Compares rows by name, for `toSorted`. */
export function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return compareText(a.name, b.name);
}
