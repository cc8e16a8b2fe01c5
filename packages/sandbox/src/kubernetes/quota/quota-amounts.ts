import { formatQuantity, parseQuantity } from '@kerf/core';
import type { Amounts } from '../resources/pod-resources.js';
import type { Quantities } from '../resources/types/common.js';
import { canonicalQuantity } from '../schema/quantity.js';

/** Amounts by the names that quotas give to resources, such as `requests.cpu` and `count/pods`. */

/** Returns `cpu` for `requests.cpu`: what the amount is of. */
function resourceOf(name: string): string {
  if (name.endsWith('requests.storage')) return 'ephemeral-storage';
  return name.replace(/^(requests|limits)\./, '');
}

/** Returns the amounts; CPU in thousandths. */
export function quotaAmounts(quantities: Quantities | undefined): Amounts {
  const entries = Object.entries(quantities ?? {}).map(([name, text]): [string, number] => {
    const amount = parseQuantity(text, resourceOf(name) === 'cpu' ? 3 : 0);
    return [name, amount.ok ? amount.value : 0];
  });
  return Object.fromEntries(entries);
}

export function toQuantities(amounts: Amounts): Quantities {
  const entries = Object.entries(amounts).map(([name, amount]) => [
    name,
    canonicalQuantity(formatQuantity(resourceOf(name), amount)),
  ]);
  return Object.fromEntries(entries);
}

/** Returns the amounts with these names. */
export function masked(amounts: Amounts, names: readonly string[]): Amounts {
  return Object.fromEntries(Object.entries(amounts).filter(([name]) => names.includes(name)));
}
