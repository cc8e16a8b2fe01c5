import { labelKeys } from '@kerf/core';
import { capacityTypes } from '../../model/offering.js';
import type { PodSpec } from '../../model/pod.js';
import type { Reason } from '../../model/reason.js';
import type { NodeSelectorTerm, RequirementSpec } from '../../model/requirement-spec.js';
import type { PodProblem } from '../../model/scheduling-reason.js';
import { integerOf } from '../../requirements/label-space.js';
import {
  isRestrictedLabel,
  normalizeLabel,
  plannedOnlyLabels,
} from '../../requirements/well-known-labels.js';
import { selectorSpecs } from '../../resources/daemon-overhead.js';

const labelName = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const labelPrefix = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;
const bounds: ReadonlySet<string> = new Set(['Gt', 'Gte', 'Lt', 'Lte']);
const knownCapacityTypes: ReadonlySet<string> = new Set(capacityTypes);
/** Problems of labels that nodes have although no NodePool can set them. */
const problemsOfNewNodes: ReadonlySet<PodProblem> = new Set([
  'REQUIRES_NO_NODE_POOL',
  'RESTRICTED_LABEL',
]);
/** Source: Kubernetes API reference, NodeSelectorTerm. */
const emptyTerm = 'a required node affinity term without expressions selects no node';
/** Maximum length of text of a manifest in a reason. */
const detailLength = 120;

/** The part of a pod's constraints that nodes can satisfy. */
export interface PodValidation {
  /** Why no new node can be for the pod until it is changed; empty for a valid pod. */
  readonly refusals: readonly Reason[];
  /**
   * The pod with the alternatives and preferences that some node can satisfy; `null` if no node can
   * take it, not even one that runs.
   */
  readonly satisfiable: PodSpec | null;
}

/**
 * Returns why no new node can be for the pod, and what of its constraints nodes can satisfy.
 * Sources: karpenter provisioning/provisioner.go Validate @v1.14.1; Kubernetes component-helpers
 * nodeaffinity, where a term that cannot be read matches no node.
 * @remarks Differs: upstream refuses a pod for one of several alternatives, and for a preference.
 */
export function validatePod(spec: PodSpec, wellKnown: ReadonlySet<string>): PodValidation {
  const problemsOf = (term: NodeSelectorTerm) => termProblems(term, wellKnown);
  const alternatives = spec.requiredNodeAffinity.map(problemsOf);
  const isRefused = alternatives.length > 0 && alternatives.every(({ length }) => length > 0);
  const own = [
    ...(spec.unsupported ?? []).map((constraint) => unsupported(constraint)),
    ...selectedTerms(spec).flatMap(problemsOf),
    ...spec.volumes.flatMap(({ problem }) =>
      problem === null ? [] : [podInvalid('VOLUME', problem)],
    ),
    ...(spec.deviceClaims ?? []).flatMap(({ problem }) =>
      problem === null ? [] : [podInvalid('RESOURCE_CLAIM', problem)],
    ),
  ];
  return {
    refusals: [...own, ...(isRefused ? alternatives.flat() : [])],
    satisfiable: own.every(mayHoldOnRunningNodes) ? satisfiableOf(spec, problemsOf) : null,
  };
}

/** Returns true if no new node can satisfy the term; a node that runs may. */
export function needsRunningNode(term: NodeSelectorTerm, wellKnown: ReadonlySet<string>): boolean {
  return termProblems(term, wellKnown).length > 0;
}

type ProblemsOf = (term: NodeSelectorTerm) => readonly Reason[];

function satisfiableOf(spec: PodSpec, problemsOf: ProblemsOf): PodSpec | null {
  const isSatisfiable = (term: NodeSelectorTerm) => problemsOf(term).every(mayHoldOnRunningNodes);
  const requiredNodeAffinity = spec.requiredNodeAffinity.filter(isSatisfiable);
  if (requiredNodeAffinity.length === 0 && spec.requiredNodeAffinity.length > 0) return null;
  const preferredNodeAffinity = spec.preferredNodeAffinity.filter(({ term }) =>
    isSatisfiable(term),
  );
  return { ...spec, requiredNodeAffinity, preferredNodeAffinity };
}

function mayHoldOnRunningNodes(reason: Reason): boolean {
  return reason.code === 'POD_INVALID' && problemsOfNewNodes.has(reason.problem);
}

function selectedTerms({ nodeSelector }: PodSpec): readonly NodeSelectorTerm[] {
  return selectorSpecs(nodeSelector).map((expression) => ({
    matchExpressions: [expression],
    hasMatchFields: false,
  }));
}

function termProblems(
  { matchExpressions, hasMatchFields }: NodeSelectorTerm,
  wellKnown: ReadonlySet<string>,
): readonly Reason[] {
  if (hasMatchFields) return [podInvalid('MATCH_FIELDS', 'matchFields')];
  if (matchExpressions.length === 0) return [podInvalid('INVALID_REQUIREMENT', emptyTerm)];
  return matchExpressions.flatMap((expression) => expressionProblems(expression, wellKnown));
}

function expressionProblems(
  expression: RequirementSpec,
  wellKnown: ReadonlySet<string>,
): readonly Reason[] {
  const { key, operator } = expression;
  if (!isValid(expression)) return [podInvalid('INVALID_REQUIREMENT', describe(expression))];
  if (key === labelKeys.nodePool && operator === 'DoesNotExist') {
    return [podInvalid('REQUIRES_NO_NODE_POOL', key)];
  }
  const isRestricted = isRestrictedLabel(key, wellKnown) && !newNodesSatisfy(expression);
  return isRestricted ? [podInvalid('RESTRICTED_LABEL', key)] : [];
}

/** A new node has none of the host names that exist, and is registered and initialized later. */
function newNodesSatisfy({ key, operator, values }: RequirementSpec): boolean {
  if (key === labelKeys.hostname) return operator === 'NotIn';
  const isIncluded = operator === 'Exists' || (operator === 'In' && values.includes('true'));
  return plannedOnlyLabels.has(key) && isIncluded;
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
