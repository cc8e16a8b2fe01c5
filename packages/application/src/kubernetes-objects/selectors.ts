import {
  isRecord,
  type JsonObject,
  toList,
  toRecords,
  toText,
  toTextMap,
  toTexts,
} from '@kerf/core';
import {
  type LabelSelector,
  type LabelSelectorExpression,
  type NodeSelectorTerm,
  type RequirementSpec,
  requirementOperators,
} from '@kerf/engine';

const labelOperators = ['In', 'NotIn', 'Exists', 'DoesNotExist'] as const;

/**
 * Returns `null` for an absent selector, which matches nothing; an empty one matches everything.
 */
export function readLabelSelector(value: unknown): LabelSelector | null {
  if (!isRecord(value)) return null;
  return {
    matchLabels: toTextMap(value['matchLabels']),
    matchExpressions: toRecords(value['matchExpressions']).map(readLabelExpression),
  };
}

/** An unknown operator matches nothing, so that a constraint never becomes wider. */
function readLabelExpression(expression: JsonObject): LabelSelectorExpression {
  const key = toText(expression['key']);
  const operator = labelOperators.find((known) => known === expression['operator']);
  if (operator === undefined) return { key, operator: 'In', values: [] };
  return { key, operator, values: toTexts(expression['values']) };
}

/** Reads the terms of a NodeSelector, e.g. of `requiredDuringSchedulingIgnoredDuringExecution`. */
export function readNodeSelectorTerms(selector: JsonObject): readonly NodeSelectorTerm[] {
  return toRecords(selector['nodeSelectorTerms']).map(readNodeSelectorTerm);
}

/** Reads one term of a node selector. */
export function readNodeSelectorTerm(term: JsonObject): NodeSelectorTerm {
  return {
    matchExpressions: toRecords(term['matchExpressions']).map(readRequirement),
    hasMatchFields: toList(term['matchFields']).length > 0,
  };
}

/** An unknown operator matches no node, so that a constraint never becomes wider. */
function readRequirement(expression: JsonObject): RequirementSpec {
  const key = toText(expression['key']);
  const operator = requirementOperators.find((known) => known === expression['operator']);
  if (operator === undefined) return { key, operator: 'In', values: [], minValues: null };
  return { key, operator, values: toTexts(expression['values']), minValues: null };
}
