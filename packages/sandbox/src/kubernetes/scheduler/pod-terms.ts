import type { StringMap } from '../resources/kube-object.js';
import type { LabelSelector } from '../resources/types/common.js';
import type { Pod, PodAffinityTerm } from '../resources/types/pod.js';
import {
  matchesRequirements,
  matchesSelector,
  type Requirement,
  requirementsOf,
} from '../selectors/label-selector.js';
import type { SchedulingView } from './filter.js';

/** A prepared term of pod affinity. */
export interface PodTerm {
  readonly topologyKey: string;
  matches(other: Pod): boolean;
}

/** @param owner the pod with the term; its namespace and labels complete the term */
export function preparePodTerm(term: PodAffinityTerm, owner: Pod, view: SchedulingView): PodTerm {
  const requirements = selectorRequirements(term, owner.metadata.labels ?? {});
  const { namespaces = [], namespaceSelector } = term;
  const isDefault = namespaces.length === 0 && namespaceSelector === undefined;
  const own = owner.metadata.namespace ?? '';
  const isInside = (namespace: string): boolean => {
    if (isDefault) return namespace === own;
    return (
      namespaces.includes(namespace) ||
      matchesSelector(namespaceSelector, view.namespaceLabels(namespace))
    );
  };
  return {
    topologyKey: term.topologyKey,
    matches: (other) =>
      requirements !== null &&
      isInside(other.metadata.namespace ?? '') &&
      matchesRequirements(other.metadata.labels, requirements),
  };
}

/** Returns `null` for a term without a selector, which matches no pod. */
function selectorRequirements(
  term: PodAffinityTerm,
  labels: StringMap,
): readonly Requirement[] | null {
  if (term.labelSelector === undefined) return null;
  return [
    ...requirementsOf(term.labelSelector),
    ...fromLabels(term.matchLabelKeys, labels, 'In'),
    ...fromLabels(term.mismatchLabelKeys, labels, 'NotIn'),
  ];
}

/** Returns requirements with the pod's own values of these labels. */
function fromLabels(
  keys: readonly string[] | undefined,
  labels: StringMap,
  operator: 'In' | 'NotIn',
): readonly Requirement[] {
  return (keys ?? []).flatMap((key) => {
    const value = labels[key];
    return value === undefined ? [] : [{ key, operator, values: [value] }];
  });
}

export function spreadRequirements(
  selector: LabelSelector | undefined,
  keys: readonly string[] | undefined,
  labels: StringMap,
): readonly Requirement[] | null {
  if (selector === undefined) return null;
  return [...requirementsOf(selector), ...fromLabels(keys, labels, 'In')];
}
