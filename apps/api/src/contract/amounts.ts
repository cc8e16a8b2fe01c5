import { formatQuantity } from '@kerf/core';
import type { ResourceList } from '@kerf/engine';
import type { ResourceAmount } from '../generated/schema-types.js';

const first = ['cpu', 'memory'];

/** Sorts CPU and memory first, then other resources by name. */
export function toAmounts(resources: ResourceList): readonly ResourceAmount[] {
  const others = Object.keys(resources)
    .filter((resource) => !first.includes(resource))
    .sort();
  return [...first, ...others].flatMap((resource) => {
    const amount = resources[resource];
    return amount === undefined
      ? []
      : [{ resource, amount, quantity: formatQuantity(resource, amount) }];
  });
}
