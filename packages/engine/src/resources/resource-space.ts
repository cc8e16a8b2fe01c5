import type { ResourceList } from '../model/resource-list.js';

/** Amounts by the index of the resource; integers in the units of {@link ResourceList}. */
export type ResourceVector = Float64Array;

/** Index of CPU. The resources that every pod requests come first, so that they are compared first. */
export const cpuIndex = 0;
/** Index of memory in every resource space. */
export const memoryIndex = 1;
const leading = ['cpu', 'memory', 'pods'] as const;

/** The resources of one snapshot as small integers in a fixed order. */
export class ResourceSpace {
  readonly names: readonly string[];

  /** @param used all lists of requested or limited resources */
  constructor(used: Iterable<ResourceList>) {
    const others = new Set<string>();
    for (const list of used) {
      for (const name of Object.keys(list)) others.add(name);
    }
    for (const name of leading) others.delete(name);
    this.names = [...leading, ...[...others].sort()];
  }

  get size(): number {
    return this.names.length;
  }

  /** Returns the amounts of the known resources; 0 for those that the list does not contain. */
  vectorOf(list: ResourceList): ResourceVector {
    return Float64Array.from(this.names, (name) => list[name] ?? 0);
  }

  /** Returns the amounts that are not 0. */
  listOf(vector: ResourceVector): ResourceList {
    const list: Record<string, number> = {};
    this.names.forEach((name, index) => {
      const amount = vector[index] ?? 0;
      if (amount !== 0) list[name] = amount;
    });
    return list;
  }
}

/** Adds amounts to the target, in place. */
export function addTo(target: ResourceVector, amounts: ResourceVector): void {
  for (let index = 0; index < target.length; index++) {
    target[index] = (target[index] ?? 0) + (amounts[index] ?? 0);
  }
}

/** Subtracts amounts from the target, in place. */
export function subtractFrom(target: ResourceVector, amounts: ResourceVector): void {
  for (let index = 0; index < target.length; index++) {
    target[index] = (target[index] ?? 0) - (amounts[index] ?? 0);
  }
}

/** Returns true if the free amounts hold the requests; nothing fits if one of them is negative. */
export function fitsInto(requests: ResourceVector, available: ResourceVector): boolean {
  for (let index = 0; index < requests.length; index++) {
    const free = available[index] ?? 0;
    if (free < 0 || (requests[index] ?? 0) > free) return false;
  }
  return true;
}
