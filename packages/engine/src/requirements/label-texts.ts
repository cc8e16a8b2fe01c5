import { assertNever } from '@kerf/core';
import type { RequirementSpec } from '../model/requirement-spec.js';
import { integerOf } from './label-space.js';
import { normalizeLabel } from './well-known-labels.js';

/** By label: the values that something can have; an empty list says that the label does not exist. */
export type TextsByLabel = Readonly<Record<string, readonly string[]>>;

/** True when one of the values of the label satisfies the requirement, or its absence when it has none. */
export function textsSatisfy(requirement: RequirementSpec, labels: TextsByLabel): boolean {
  const key = normalizeLabel(requirement.key);
  const values = Object.hasOwn(labels, key) ? (labels[key] ?? []) : [];
  if (values.length > 0) return values.some((value) => textSatisfies(requirement, value));
  return requirement.operator === 'NotIn' || requirement.operator === 'DoesNotExist';
}

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
