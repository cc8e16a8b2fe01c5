import {
  type LabelSelector,
  type NodeSelectorTerm,
  type RequirementSpec,
  requirementOperators,
  type Taint,
  type TaintEffect,
  type Toleration,
} from '@kerf/engine';
import type { Json } from './json.js';

const taintEffects: readonly TaintEffect[] = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

export function readRequirement(json: Json): RequirementSpec {
  return {
    key: json.field('key').string(),
    operator: json.field('operator').oneOf(requirementOperators),
    values: json.field('values').strings(),
    minValues: json.field('minValues').integerOrNull(),
  };
}

export function readNodeSelectorTerm(json: Json): NodeSelectorTerm {
  return {
    matchExpressions: json.field('matchExpressions').items().map(readRequirement),
    hasMatchFields: !json.field('matchFields').isAbsent,
  };
}

export function readLabelSelector(json: Json): LabelSelector | null {
  if (json.isAbsent) return null;
  return {
    matchLabels: json.field('matchLabels').stringMap(),
    matchExpressions: json
      .field('matchExpressions')
      .items()
      .map((item) => ({
        key: item.field('key').string(),
        operator: item.field('operator').oneOf(['In', 'NotIn', 'Exists', 'DoesNotExist']),
        values: item.field('values').strings(),
      })),
  };
}

export function readTaint(json: Json): Taint {
  return {
    key: json.field('key').string(),
    value: json.field('value').string(''),
    effect: json.field('effect').oneOf(taintEffects),
  };
}

export function readToleration(json: Json): Toleration {
  const effect = json.field('effect');
  return {
    key: json.field('key').string(''),
    operator: json.field('operator').oneOf(['Equal', 'Exists'], 'Equal'),
    value: json.field('value').string(''),
    effect: effect.string('') === '' ? null : effect.oneOf(taintEffects),
  };
}
