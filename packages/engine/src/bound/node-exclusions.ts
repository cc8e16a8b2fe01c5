// Proves from pod specs and namespaces how many pods one node can have: required anti-affinity,
// topology spread over hosts and host ports. Part of the certificate check: where a term depends on other
// objects, it proves nothing, which makes the check stricter.

import { labelKeys } from '@kerf/core';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { LabelSelector, Labels } from '../model/labels.js';
import type { HostPort, PodAffinityTerm, PodSpec } from '../model/pod.js';

type Namespaces = ClusterSnapshot['namespaces'];

/**
 * Returns the maximum number of pods with this spec on one node, by their constraints on each
 * other; `Infinity` if there is none.
 */
export function maxPodsPerNode(spec: PodSpec, namespaces: Namespaces): number {
  return areMutuallyExclusive([spec], { capacity: 1, namespaces }) ? 1 : maxBySpread(spec, [spec]);
}

/** Returns true if no node can have more than `capacity` pods of these specs together. */
export function areMutuallyExclusive(
  specs: readonly PodSpec[],
  { capacity, namespaces }: { readonly capacity: number; readonly namespaces: Namespaces },
): boolean {
  const pairs = specs.every((one, index) =>
    specs
      .slice(index)
      .every(
        (other) =>
          hasAntiAffinityTo(one, other, namespaces) ||
          hasAntiAffinityTo(other, one, namespaces) ||
          portsConflict(one, other),
      ),
  );
  // If a spread counts all of them, the last pod finds the others on the node.
  return pairs || specs.every((spec) => maxBySpread(spec, specs) <= capacity);
}

function hasAntiAffinityTo(one: PodSpec, other: PodSpec, namespaces: Namespaces): boolean {
  return one.podAntiAffinity.required.some(
    (term) =>
      term.topologyKey === labelKeys.hostname &&
      selectsNamespace(one, term, { name: other.namespace, namespaces }) &&
      selects(one, term, other),
  );
}

/** A namespace that is not known is not selected by its labels. */
function selectsNamespace(
  owner: PodSpec,
  { namespaces: names, namespaceSelector }: PodAffinityTerm,
  { name, namespaces }: { readonly name: string; readonly namespaces: Namespaces },
): boolean {
  if (names.includes(name)) return true;
  if (namespaceSelector === null) return names.length === 0 && owner.namespace === name;
  const namespace = namespaces.find((one) => one.name === name);
  return namespace !== undefined && matches(namespaceSelector, namespace.labels);
}

/** Terms on differing values prove nothing here and are ignored. */
function selects(owner: PodSpec, term: PodAffinityTerm, other: PodSpec): boolean {
  const { labelSelector, matchLabelKeys, mismatchLabelKeys } = term;
  if (mismatchLabelKeys.length > 0) return false;
  const hasMatchLabels = matchLabelKeys.every(
    (key) => owner.labels[key] === undefined || owner.labels[key] === other.labels[key],
  );
  return hasMatchLabels && matches(labelSelector, other.labels);
}

function maxBySpread(spec: PodSpec, others: readonly PodSpec[]): number {
  const binding = spec.topologySpread.filter(
    ({ whenUnsatisfiable, topologyKey, labelSelector, matchLabelKeys }) =>
      whenUnsatisfiable === 'DoNotSchedule' &&
      topologyKey === labelKeys.hostname &&
      others.every(
        (other) =>
          other.namespace === spec.namespace &&
          matches(labelSelector, other.labels) &&
          matchLabelKeys.every((key) => spec.labels[key] === other.labels[key]),
      ),
  );
  return binding.reduce((least, { maxSkew }) => Math.min(least, maxSkew), Infinity);
}

function portsConflict(one: PodSpec, other: PodSpec): boolean {
  const anywhere = '0.0.0.0';
  const conflict = (a: HostPort, b: HostPort): boolean =>
    a.port === b.port &&
    a.protocol === b.protocol &&
    (a.hostIp === b.hostIp || a.hostIp === anywhere || b.hostIp === anywhere);
  return one.hostPorts.some((a) => other.hostPorts.some((b) => conflict(a, b)));
}

function matches(selector: LabelSelector | null, labels: Labels): boolean {
  if (selector === null) return false;
  const equal = Object.entries(selector.matchLabels).every(([key, value]) => labels[key] === value);
  return (
    equal &&
    selector.matchExpressions.every(({ key, operator, values }) => {
      const value = labels[key];
      if (operator === 'In') return value !== undefined && values.includes(value);
      if (operator === 'NotIn') return value === undefined || !values.includes(value);
      return (operator === 'Exists') === (value !== undefined);
    })
  );
}
