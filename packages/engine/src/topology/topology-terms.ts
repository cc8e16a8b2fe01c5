import { compareKeys } from '@kerf/core';
import type { LabelSelector, LabelSelectorExpression, Labels } from '../model/labels.js';
import type { PodAffinityTerm, TopologySpreadConstraint } from '../model/pod.js';
import type { Toleration } from '../model/taint.js';
import { selectorMatches } from '../requirements/label-selector.js';
import type { Requirements } from '../requirements/requirements.js';
import { toleratePreferNoSchedule } from '../requirements/taints.js';
import { everyNode, type NodeFilter } from './node-filter.js';
import type { TopologyTerm } from './topology-group.js';

/** The part of a pod that topology constraints are read from. */
export interface TopologyOwner {
  readonly namespace: string;
  readonly labels: Labels;
  readonly tolerations: readonly Toleration[];
  /** The node selector with each required node affinity term. */
  readonly nodeAlternatives: readonly Requirements[];
  /** Presence of the labels of all required spreads, if there are several. */
  readonly spreadLabels: Requirements | null;
}

/** A namespace with the labels that namespace selectors match. */
export interface Namespace {
  readonly name: string;
  readonly labels: Labels;
}

/** The properties of a constraint except its domains. */
export type TopologyTermBody = Omit<TopologyTerm, 'key' | 'isHostname'>;

/** Returns the properties of a topology spread constraint of a pod. */
export function spreadTerm(
  owner: TopologyOwner,
  constraint: TopologySpreadConstraint,
): TopologyTermBody {
  const { matchLabelKeys, labelSelector } = constraint;
  return {
    kind: 'Spread',
    maxSkew: constraint.maxSkew,
    minDomains: constraint.minDomains,
    namespaces: new Set([owner.namespace]),
    selector: narrowSelector(labelSelector, ownValues(owner.labels, matchLabelKeys, 'In')),
    filter: nodeFilterOf(owner, constraint),
  };
}

/** Returns the properties of a pod affinity or anti-affinity term of a pod. */
export function podAffinityTerm(
  kind: 'Affinity' | 'AntiAffinity',
  owner: Pick<TopologyOwner, 'namespace' | 'labels'>,
  term: PodAffinityTerm,
  namespaces: readonly Namespace[],
): TopologyTermBody {
  const expressions = [
    ...ownValues(owner.labels, term.matchLabelKeys, 'In'),
    ...ownValues(owner.labels, term.mismatchLabelKeys, 'NotIn'),
  ];
  return {
    kind,
    maxSkew: 0,
    minDomains: null,
    namespaces: namespacesOf(owner.namespace, term, namespaces),
    selector: narrowSelector(term.labelSelector, expressions),
    filter: everyNode,
  };
}

/** Returns a key that is equal for constraints that count the same pods and allow the same domains. */
export function keyOfTerm(term: TopologyTerm): string {
  return JSON.stringify([
    term.kind,
    term.key,
    term.maxSkew,
    term.minDomains,
    [...term.namespaces].sort(),
    textOfSelector(term.selector),
    term.filter.alternatives?.map(({ id }) => id) ?? null,
    term.filter.tolerations,
    term.filter.labels?.id ?? null,
  ]);
}

function textOfSelector(selector: LabelSelector | null): unknown {
  if (selector === null) return null;
  const expressions = selector.matchExpressions.map(({ key, operator, values }) =>
    JSON.stringify([key, operator, [...values].sort()]),
  );
  return [Object.entries(selector.matchLabels).sort(compareKeys), [...new Set(expressions)].sort()];
}

function nodeFilterOf(owner: TopologyOwner, constraint: TopologySpreadConstraint): NodeFilter {
  const honorsAffinity =
    constraint.nodeAffinityPolicy === 'Honor' &&
    owner.nodeAlternatives.every((alternative) => alternative.list.length > 0);
  return {
    alternatives: honorsAffinity ? owner.nodeAlternatives : null,
    tolerations:
      constraint.nodeTaintsPolicy === 'Honor' ? withAvoidedTaints(owner.tolerations) : null,
    labels: owner.spreadLabels,
  };
}

/**
 * To the kube-scheduler, nodes with a `PreferNoSchedule` taint count, too. Source: Kubernetes
 * pkg/scheduler/framework/plugins/podtopologyspread/common.go matchNodeInclusionPolicies; karpenter
 * counts them only once the pod tolerates such taints.
 */
function withAvoidedTaints(tolerations: readonly Toleration[]): readonly Toleration[] {
  return tolerations.includes(toleratePreferNoSchedule)
    ? tolerations
    : [...tolerations, toleratePreferNoSchedule];
}

/** Keys that the pod does not have are ignored. */
function ownValues(
  labels: Labels,
  keys: readonly string[],
  operator: 'In' | 'NotIn',
): LabelSelectorExpression[] {
  return keys.flatMap((key) => {
    const value = labels[key];
    return value === undefined ? [] : [{ key, operator, values: [value] }];
  });
}

function narrowSelector(
  selector: LabelSelector | null,
  added: readonly LabelSelectorExpression[],
): LabelSelector | null {
  if (selector === null || added.length === 0) return selector;
  return { ...selector, matchExpressions: [...selector.matchExpressions, ...added] };
}

function namespacesOf(
  own: string,
  { namespaces, namespaceSelector }: PodAffinityTerm,
  known: readonly Namespace[],
): ReadonlySet<string> {
  if (namespaces.length === 0 && namespaceSelector === null) return new Set([own]);
  const selected = known.filter(({ labels }) => selectorMatches(namespaceSelector, labels));
  return new Set([...namespaces, ...selected.map(({ name }) => name)]);
}
