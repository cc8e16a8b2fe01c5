import type { StringMap } from '../resources/kube-object.js';
import type { Node, NodeSelector, NodeSelectorTerm } from '../resources/types/node.js';
import type { PodSpec } from '../resources/types/pod.js';
import { matchesRequirement, toRequirement } from '../selectors/label-selector.js';

/** Returns true if a pod's nodeSelector and required node affinity match a node. */
export function matchesNode(spec: PodSpec, node: Node): boolean {
  const labels = node.metadata.labels ?? {};
  const selectors = Object.entries(spec.nodeSelector ?? {});
  if (!selectors.every(([key, value]) => labels[key] === value)) return false;
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return required === undefined || matchesNodeSelector(required, node);
}

/** Returns true if any term matches. */
export function matchesNodeSelector(selector: NodeSelector, node: Node): boolean {
  return selector.nodeSelectorTerms.some((term) => matchesTerm(term, node));
}

/** Returns true if all expressions match; a term without expressions matches nothing. */
export function matchesTerm(term: NodeSelectorTerm, node: Node): boolean {
  const { matchExpressions = [], matchFields = [] } = term;
  if (matchExpressions.length === 0 && matchFields.length === 0) return false;
  const labels: StringMap = node.metadata.labels ?? {};
  const fields: StringMap = { 'metadata.name': node.metadata.name };
  return (
    matchExpressions.every((one) => matchesRequirement(labels[one.key], toRequirement(one))) &&
    matchFields.every((one) => matchesRequirement(fields[one.key], toRequirement(one)))
  );
}
