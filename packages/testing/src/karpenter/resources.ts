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

/** As {@link readResources}; a limit above 2^53 becomes the largest integer: it never applies. */
export function readLimits(json: Json): ResourceList {
  const limits = json.entries().map(([name, value]) => {
    const text = typeof value.value === 'number' ? String(value.value) : value.string();
    const quantity = parseQuantity(text, name === 'cpu' ? 3 : 0);
    if (quantity.ok) return [name, quantity.value];
    return [
      name,
      wholeQuantity.test(text) ? Number.MAX_SAFE_INTEGER : value.refuse(quantity.error),
    ];
  });
  return Object.fromEntries(limits);
}

export function addResources(...lists: readonly ResourceList[]): ResourceList {
  return mergeResources(lists, (a, b) => a + b);
}

export function maxResources(...lists: readonly ResourceList[]): ResourceList {
  return mergeResources(lists, Math.max);
}

/** Returns the first amounts less the second; resources only of the second are ignored. */
export function subtractResources(from: ResourceList, taken: ResourceList): ResourceList {
  return Object.fromEntries(
    Object.entries(from).map(([name, amount]) => [name, amount - (taken[name] ?? 0)]),
  );
}

function mergeResources(
  lists: readonly ResourceList[],
  merge: (a: number, b: number) => number,
): ResourceList {
  const merged: Record<string, number> = {};
  for (const list of lists) {
    for (const [name, amount] of Object.entries(list)) {
      merged[name] = merge(merged[name] ?? 0, amount);
    }
  }
  return merged;
}
