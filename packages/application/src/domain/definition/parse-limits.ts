import { invariant, parseBytes, parseMilliCpu } from '@kerf/core';
import type { ResourceList } from '@kerf/engine';

/**
 * Returns the limits in the units of ResourceList.
 * @throws InvariantViolation for a text that is not a quantity: manifests are validated when they
 * are read
 */
export function parseLimits(limits: Readonly<Record<string, string>>): ResourceList {
  return Object.fromEntries(
    Object.entries(limits).map(([resource, text]) => {
      const amount = resource === 'cpu' ? parseMilliCpu(text) : parseBytes(text);
      invariant(amount.ok, `the limit of ${resource} is ${text}`);
      return [resource, amount.value];
    }),
  );
}
