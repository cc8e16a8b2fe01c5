import type { ResourceList } from '../model/resource-list.js';

/** Amounts by the number of the resource; integers in the units of {@link ResourceList}. */
export type ResourceVector = Float64Array;

/** Position of the resources that every pod asks for; they are compared first. */
export const cpuIndex = 0;
export const memoryIndex = 1;
const leading = ['cpu', 'memory', 'pods'] as const;

/** The resources that matter in one snapshot, as small integers in a fixed order. */
export class ResourceSpace {
  readonly names: readonly string[];

  /** @param used every list whose resources somebody asks for or limits */
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

  /** Amounts of the known resources; one that the list does not name is 0. */
  vectorOf(list: ResourceList): ResourceVector {
    return Float64Array.from(this.names, (name) => list[name] ?? 0);
  }

  /** The amounts that are not 0. */
  listOf(vector: ResourceVector): ResourceList {
    const list: Record<string, number> = {};
    this.names.forEach((name, index) => {
      const amount = vector[index] ?? 0;
      if (amount !== 0) list[name] = amount;
    });
    return list;
  }
}

export function addTo(target: ResourceVector, amounts: ResourceVector): void {
  for (let index = 0; index < target.length; index++) {
    target[index] = (target[index] ?? 0) + (amounts[index] ?? 0);
  }
}

export function subtractFrom(target: ResourceVector, amounts: ResourceVector): void {
  for (let index = 0; index < target.length; index++) {
    target[index] = (target[index] ?? 0) - (amounts[index] ?? 0);
  }
}

/** True when the room holds the requests; room that is negative anywhere holds nothing. */
export function fitsInto(requests: ResourceVector, room: ResourceVector): boolean {
  for (let index = 0; index < requests.length; index++) {
    const free = room[index] ?? 0;
    if (free < 0 || (requests[index] ?? 0) > free) return false;
  }
  return true;
}
