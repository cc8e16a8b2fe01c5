import { type NodeSelectorTerm, type RequirementSpec, requirementOperators } from '@kerf/engine';
import { type Json, toList, toRecords, toText, toTexts } from '../json.js';

/** Reads the terms of a NodeSelector, e.g. of `requiredDuringSchedulingIgnoredDuringExecution`. */
export function readNodeSelectorTerms(selector: Json): readonly NodeSelectorTerm[] {
  return toRecords(selector['nodeSelectorTerms']).map(readNodeSelectorTerm);
}

export function readNodeSelectorTerm(term: Json): NodeSelectorTerm {
  return {
    matchExpressions: toRecords(term['matchExpressions']).map(readRequirement),
    hasMatchFields: toList(term['matchFields']).length > 0,
  };
}

/** An unknown operator matches no node, so that a constraint never becomes wider. */
function readRequirement(expression: Json): RequirementSpec {
  const key = toText(expression['key']);
  const operator = requirementOperators.find((known) => known === expression['operator']);
  if (operator === undefined) return { key, operator: 'In', values: [], minValues: null };
  return { key, operator, values: toTexts(expression['values']), minValues: null };
}
