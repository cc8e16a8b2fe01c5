import { BoundedMap, compareKeys, isRecord, parseBytes, parseMilliCpu } from '@kerf/core';
import type { ResourceList } from '@kerf/engine';

import type { Note } from './object-meta.js';

/** Amounts while they are summed; `cpu` in milli-CPU, all others in base units. */
export type Amounts = Map<string, number>;

/**
 * Caches parsed quantities: a cluster uses few distinct ones, and exact parsing takes about a
 * microsecond.
 */
const known = new BoundedMap<string, number | null>(20_000);

/** Reads a map of quantities. An invalid or negative quantity is reported and omitted. */
export function readAmounts(value: unknown, note: Note): Amounts {
  const amounts: Amounts = new Map();
  if (!isRecord(value)) return amounts;
  for (const [resource, quantity] of Object.entries(value)) {
    const amount = readQuantity(resource, quantity);
    if (amount === null) note(`${resource} has an invalid quantity`);
    else amounts.set(resource, amount);
  }
  return amounts;
}

/** Returns the amounts without zeros, sorted by name. */
export function toResourceList(amounts: Amounts): ResourceList {
  const entries = [...amounts].filter(([, amount]) => amount !== 0);
  return Object.fromEntries(entries.sort(compareKeys));
}

/** Reads a ResourceList: milli-CPU, bytes of memory and storage, counts of other resources. */
export function readResourceList(value: unknown, note: Note): ResourceList {
  return toResourceList(readAmounts(value, note));
}

/** Adds each amount of `from` to that of `to`. */
export function addAmounts(to: Amounts, from: Amounts): void {
  for (const [resource, amount] of from) to.set(resource, (to.get(resource) ?? 0) + amount);
}

/** Raises each amount to at least that in `from`. */
export function raiseAmounts(to: Amounts, from: Amounts): void {
  for (const [resource, amount] of from) {
    if (amount > (to.get(resource) ?? 0)) to.set(resource, amount);
  }
}

/** Adds the amounts of resources that `to` does not have. */
export function fillAmounts(to: Amounts, from: Amounts): void {
  for (const [resource, amount] of from) if (!to.has(resource)) to.set(resource, amount);
}

function readQuantity(resource: string, quantity: unknown): number | null {
  if (typeof quantity !== 'string' && typeof quantity !== 'number') return null;
  const isCpu = resource === 'cpu';
  const key = isCpu ? `cpu ${quantity}` : String(quantity);
  let amount = known.get(key);
  if (amount === undefined) {
    const result = isCpu ? parseMilliCpu(quantity) : parseBytes(quantity);
    amount = result.ok && result.value >= 0 ? result.value : null;
    if (key.length <= 64) known.set(key, amount);
  }
  return amount;
}
