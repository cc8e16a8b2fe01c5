import { invariant } from '@kerf/core';
import { normalizeLabel } from './well-known-labels.js';

/**
 * The labels and values of one snapshot as small integers. Both are numbered in sorted order, so
 * the numbers do not depend on the order of the input.
 */
export class LabelSpace {
  readonly #keys: ReadonlyMap<string, number>;
  readonly #names: readonly string[];
  readonly #values: readonly ReadonlyMap<string, number>[];
  readonly #texts: readonly (readonly string[])[];
  readonly #integers: readonly Float64Array[];

  constructor(valuesByKey: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#names = [...valuesByKey.keys()].sort();
    this.#keys = numbered(this.#names);
    this.#texts = this.#names.map((name) => [...(valuesByKey.get(name) ?? [])].sort());
    this.#values = this.#texts.map(numbered);
    this.#integers = this.#texts.map((texts) => Float64Array.from(texts, integerOf));
  }

  get keyCount(): number {
    return this.#names.length;
  }

  /**
   * Returns the index of a label, deprecated names included; `undefined` if nothing in the snapshot
   * reads it.
   */
  keyOf(label: string): number | undefined {
    return this.#keys.get(normalizeLabel(label));
  }

  nameOf(key: number): string {
    const name = this.#names[key];
    invariant(name !== undefined, 'the label does not belong to this label space');
    return name;
  }

  valueOf(key: number, text: string): number | undefined {
    return this.#values[key]?.get(text);
  }

  textOf(key: number, value: number): string {
    const text = this.#texts[key]?.[value];
    invariant(text !== undefined, 'the value does not belong to this label space');
    return text;
  }

  valueCount(key: number): number {
    return this.#texts[key]?.length ?? 0;
  }

  /** Returns each value of a label as an integer; NaN if it is none. */
  integersOf(key: number): Float64Array {
    const integers = this.#integers[key];
    invariant(integers !== undefined, 'the label does not belong to this label space');
    return integers;
  }
}

/** Collects labels first and their values second: values of labels that nothing reads are dropped. */
export class LabelSpaceBuilder {
  readonly #valuesByKey = new Map<string, Set<string>>();

  /** Adds a label that requirements or constraints read. */
  addLabel(label: string): void {
    const key = normalizeLabel(label);
    if (!this.#valuesByKey.has(key)) this.#valuesByKey.set(key, new Set());
  }

  /** Adds values of a label, if it was mentioned. */
  addValues(label: string, values: Iterable<string>): void {
    const known = this.#valuesByKey.get(normalizeLabel(label));
    if (known === undefined) return;
    for (const value of values) known.add(value);
  }

  build(): LabelSpace {
    return new LabelSpace(this.#valuesByKey);
  }
}

/** Returns the integer that a label's value represents, as Go's Atoi parses it; otherwise NaN. */
export function integerOf(text: string): number {
  const value = /^[+-]?\d{1,19}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : Number.NaN;
}

function numbered(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map(names.map((name, index) => [name, index]));
}
