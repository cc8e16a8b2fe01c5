import { isRecord } from '@kerf/core';
import type { LabelSelector, LabelSelectorExpression } from '@kerf/engine';
import { type Json, toRecords, toText, toTextMap, toTexts } from '../json.js';

const operators = ['In', 'NotIn', 'Exists', 'DoesNotExist'] as const;

/**
 * Returns `null` for an absent selector, which matches nothing; an empty one matches everything.
 */
export function readLabelSelector(value: unknown): LabelSelector | null {
  if (!isRecord(value)) return null;
  return {
    matchLabels: toTextMap(value['matchLabels']),
    matchExpressions: toRecords(value['matchExpressions']).map(readExpression),
  };
}

/** An unknown operator matches nothing, so that a constraint never becomes wider. */
function readExpression(expression: Json): LabelSelectorExpression {
  const key = toText(expression['key']);
  const operator = operators.find((known) => known === expression['operator']);
  if (operator === undefined) return { key, operator: 'In', values: [] };
  return { key, operator, values: toTexts(expression['values']) };
}
