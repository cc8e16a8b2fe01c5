import { parseQuantity } from '@kerf/core';
import type { ResourceList } from '@kerf/engine';
import type { Json } from './json.js';

/** Parses a map of resource names to quantities, such as `{ cpu: "500m", memory: "1Gi" }`. */
export function readResources(json: Json): ResourceList {
  return Object.fromEntries(
    json.entries().map(([name, value]) => {
      const text = typeof value.value === 'number' ? value.value : value.string();
      const quantity = parseQuantity(text, name === 'cpu' ? 3 : 0);
      return [name, quantity.ok ? quantity.value : value.refuse(quantity.error)];
    }),
  );
}

const wholeQuantity = /^\d+([KMGTPE]i|[kMGTPE])?$/;

/** Returns limits as texts. One above 2^53 becomes the largest integer, because it never applies. */
export function readLimits(json: Json): Readonly<Record<string, string>> {
  const limits = json.entries().map(([name, value]) => {
    const text = typeof value.value === 'number' ? String(value.value) : value.string();
    const isCpu = name === 'cpu';
    const quantity = parseQuantity(text, isCpu ? 3 : 0);
    if (quantity.ok) return [name, text];
    if (!wholeQuantity.test(text)) return value.refuse(quantity.error);
    return [name, `${Number.MAX_SAFE_INTEGER}${isCpu ? 'm' : ''}`];
  });
  return Object.fromEntries(limits);
}

/** Returns the sum of amounts. */
export function addResources(...lists: readonly ResourceList[]): ResourceList {
  const sum: Record<string, number> = {};
  for (const list of lists) {
    for (const [name, amount] of Object.entries(list)) sum[name] = (sum[name] ?? 0) + amount;
  }
  return sum;
}

/** Returns the first amounts less the second; resources only of the second are ignored. */
export function subtractResources(from: ResourceList, taken: ResourceList): ResourceList {
  return Object.fromEntries(
    Object.entries(from).map(([name, amount]) => [name, amount - (taken[name] ?? 0)]),
  );
}
