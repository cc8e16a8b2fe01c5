import { assertNever } from '@kerf/core';
import type { LabelSelector, LabelSelectorExpression, Labels } from '../model/labels.js';

/** Returns true if the labels satisfy the selector; `null` selects nothing. */
export function selectorMatches(selector: LabelSelector | null, labels: Labels): boolean {
  if (selector === null) return false;
  return (
    Object.entries(selector.matchLabels).every(([key, value]) => labels[key] === value) &&
    selector.matchExpressions.every((expression) => expressionMatches(expression, labels))
  );
}

function expressionMatches(expression: LabelSelectorExpression, labels: Labels): boolean {
  const { key, operator, values } = expression;
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default:
      return assertNever(operator);
  }
}
