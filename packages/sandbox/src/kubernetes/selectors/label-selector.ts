import { assertNever, getOrCreate } from '@kerf/core';
import type { StringMap } from '../resources/kube-object.js';
import type { LabelSelector } from '../resources/types/common.js';

const operators = ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'] as const;

export interface Requirement {
  readonly key: string;
  readonly operator: (typeof operators)[number];
  readonly values: readonly string[];
}

export function matchesRequirements(
  labels: StringMap | undefined,
  requirements: readonly Requirement[],
): boolean {
  return requirements.every((requirement) =>
    matchesRequirement(labels?.[requirement.key], requirement),
  );
}

export function matchesRequirement(
  value: string | undefined,
  { operator, values }: Requirement,
): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'Gt':
      return isInteger(value) && Number(value) > Number(values[0]);
    case 'Lt':
      return isInteger(value) && Number(value) < Number(values[0]);
    default:
      return assertNever(operator);
  }
}

function isInteger(value: string | undefined): value is string {
  return value !== undefined && /^-?\d+$/.test(value);
}

const parsedSelectors = new WeakMap<LabelSelector, readonly Requirement[]>();

/** Returns the requirements of a selector in a spec; all must match. */
export function requirementsOf(selector: LabelSelector): readonly Requirement[] {
  return getOrCreate(parsedSelectors, selector, () => [
    ...Object.entries(selector.matchLabels ?? {}).map(
      ([key, value]): Requirement => ({ key, operator: 'In', values: [value] }),
    ),
    ...(selector.matchExpressions ?? []).map(toRequirement),
  ]);
}

/** Converts an expression of a spec; an unknown operator matches nothing. */
export function toRequirement(expression: {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}): Requirement {
  const operator = operators.find((known) => known === expression.operator);
  const values = expression.values ?? [];
  return operator === undefined
    ? { key: expression.key, operator: 'In', values: [] }
    : { key: expression.key, operator, values };
}

/** An absent selector matches nothing, an empty one everything. */
export function matchesSelector(
  selector: LabelSelector | undefined,
  labels: StringMap | undefined,
): boolean {
  return selector !== undefined && matchesRequirements(labels, requirementsOf(selector));
}

/** Formats a selector as in queries and columns: `app=web,tier in (a,b)`. */
export function formatSelector(selector: LabelSelector | undefined): string {
  if (selector === undefined) return '<none>';
  const parts = requirementsOf(selector).map(formatRequirement);
  return parts.length === 0 ? '<none>' : parts.join(',');
}

function formatRequirement({ key, operator, values }: Requirement): string {
  switch (operator) {
    case 'In':
      return values.length === 1 ? `${key}=${values[0]}` : `${key} in (${values.join(',')})`;
    case 'NotIn':
      return `${key} notin (${values.join(',')})`;
    case 'Exists':
      return key;
    case 'DoesNotExist':
      return `!${key}`;
    case 'Gt':
      return `${key}>${values[0]}`;
    case 'Lt':
      return `${key}<${values[0]}`;
    default:
      return assertNever(operator);
  }
}
