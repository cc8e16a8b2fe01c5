import { labelKeys } from '@kerf/core';
import type { LaunchOptions } from './node-claim.js';

/**
 * Returns the first `count` instance types of the options, the cheapest; the requirements name the
 * same types.
 */
export function firstOptions(options: LaunchOptions, count: number): LaunchOptions {
  const instanceTypes = options.instanceTypes.slice(0, count);
  const names = new Set(instanceTypes.map(({ name }) => name));
  return {
    instanceTypes,
    requirements: options.requirements.map((requirement) =>
      requirement.key === labelKeys.instanceType
        ? { ...requirement, values: requirement.values.filter((value) => names.has(value)) }
        : requirement,
    ),
  };
}
