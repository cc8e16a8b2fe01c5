import { assertNever } from '@kerf/core';
import type { RequirementSpec } from '../model/requirement-spec.js';
import { integerOf } from './label-space.js';
import { normalizeLabel } from './well-known-labels.js';

/** Possible values by label; an empty list means that the label does not exist. */
export type TextsByLabel = Readonly<Record<string, readonly string[]>>;

/**
 * Returns true if one of the label's values satisfies the requirement; without values, if its
 * absence does.
 */
export function anyTextSatisfies(requirement: RequirementSpec, labels: TextsByLabel): boolean {
  const key = normalizeLabel(requirement.key);
  const values = Object.hasOwn(labels, key) ? (labels[key] ?? []) : [];
  if (values.length > 0) return values.some((value) => textSatisfies(requirement, value));
  return requirement.operator === 'NotIn' || requirement.operator === 'DoesNotExist';
}

/** Returns true if this value of the label satisfies the requirement. */
export function textSatisfies({ operator, values }: RequirementSpec, value: string): boolean {
  const bound = integerOf(values[0] ?? '');
  switch (operator) {
    case 'In':
      return values.includes(value);
    case 'NotIn':
      return !values.includes(value);
    case 'Exists':
      return true;
    case 'DoesNotExist':
      return false;
    case 'Gt':
      return integerOf(value) > bound;
    case 'Gte':
      return integerOf(value) >= bound;
    case 'Lt':
      return integerOf(value) < bound;
    case 'Lte':
      return integerOf(value) <= bound;
    default:
      return assertNever(operator);
  }
}
