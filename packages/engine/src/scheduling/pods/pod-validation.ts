import { labelKeys } from '@kerf/core';
import { capacityTypes } from '../../model/offering.js';
import type { PodSpec } from '../../model/pod.js';
import type { Reason } from '../../model/reason.js';
import type { NodeSelectorTerm, RequirementSpec } from '../../model/requirement-spec.js';
import type { PodProblem } from '../../model/scheduling-reason.js';
import { integerOf } from '../../requirements/label-space.js';
import { isRestrictedLabel, normalizeLabel } from '../../requirements/well-known-labels.js';
import { heaviestFirst } from './relaxation.js';

const labelName = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const labelPrefix = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;
const bounds: ReadonlySet<string> = new Set(['Gt', 'Gte', 'Lt', 'Lte']);
const knownCapacityTypes: ReadonlySet<string> = new Set(capacityTypes);
/** Maximum length of text of a manifest in a reason. */
const detailLength = 120;

/**
 * Returns why the pod cannot be scheduled until it is changed; empty for a valid pod. Source:
 * karpenter provisioning/provisioner.go Validate @v1.14.1.
 */
export function refusalsOf(spec: PodSpec, wellKnown: ReadonlySet<string>): readonly Reason[] {
  return [
    ...(spec.unsupported ?? []).map((constraint) => unsupported(constraint)),
    ...(requiresNoNodePool(spec) ? [podInvalid('REQUIRES_NO_NODE_POOL', labelKeys.nodePool)] : []),
    ...selectorTerms(spec).flatMap((term) => termProblems(term, wellKnown)),
    ...spec.volumes.flatMap(({ problem }) =>
      problem === null ? [] : [podInvalid('VOLUME', problem)],
    ),
  ];
}

function requiresNoNodePool(spec: PodSpec): boolean {
  const terms = [spec.requiredNodeAffinity[0], heaviestFirst(spec.preferredNodeAffinity)[0]];
  return terms
    .flatMap((term) => term?.matchExpressions ?? [])
    .some(({ key, operator }) => key === labelKeys.nodePool && operator === 'DoesNotExist');
}

function selectorTerms(spec: PodSpec): readonly NodeSelectorTerm[] {
  const selected = Object.entries(spec.nodeSelector).map(([key, value]): NodeSelectorTerm => {
    const expression: RequirementSpec = { key, operator: 'In', values: [value], minValues: null };
    return { matchExpressions: [expression], hasMatchFields: false };
  });
  return [...selected, ...spec.requiredNodeAffinity];
}

function termProblems(term: NodeSelectorTerm, wellKnown: ReadonlySet<string>): readonly Reason[] {
  return [
    ...(term.hasMatchFields ? [podInvalid('MATCH_FIELDS', 'matchFields')] : []),
    ...term.matchExpressions.flatMap((expression) => {
      if (isRestrictedLabel(expression.key, wellKnown)) {
        return [podInvalid('RESTRICTED_LABEL', expression.key)];
      }
      return isValid(expression) ? [] : [podInvalid('INVALID_REQUIREMENT', describe(expression))];
    }),
  ];
}

function isValid({ key, operator, values }: RequirementSpec): boolean {
  if (!isLabelKey(key) || !values.every(isLabelValue)) return false;
  if (bounds.has(operator)) return values.length === 1 && integerOf(values[0] ?? '') >= 0;
  if (operator !== 'In') return true;
  if (normalizeLabel(key) !== labelKeys.capacityType) return values.length > 0;
  return values.some((value) => knownCapacityTypes.has(value));
}

function isLabelKey(key: string): boolean {
  const slash = key.indexOf('/');
  if (slash < 0) return labelName.test(key);
  return labelPrefix.test(key.slice(0, slash)) && labelName.test(key.slice(slash + 1));
}

function isLabelValue(value: string): boolean {
  return value === '' || labelName.test(value);
}

function describe({ key, operator, values }: RequirementSpec): string {
  return `${key} ${operator} [${values.join(', ')}]`;
}

function unsupported(constraint: string): Reason {
  return { code: 'CONSTRAINT_UNSUPPORTED', constraint: constraint.slice(0, detailLength) };
}

function podInvalid(problem: PodProblem, detail: string): Reason {
  return { code: 'POD_INVALID', problem, detail: detail.slice(0, detailLength) };
}
