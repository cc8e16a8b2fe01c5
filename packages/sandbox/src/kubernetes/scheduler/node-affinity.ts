import type { StringMap } from '../resources/kube-object.js';
import type { Node, NodeSelector, NodeSelectorTerm } from '../resources/types/node.js';
import type { PodSpec } from '../resources/types/pod.js';
import { matchesRequirement, toRequirement } from '../selectors/label-selector.js';

/** Whether a pod's nodeSelector and required node affinity let it run on a node. */
export function matchesNode(spec: PodSpec, node: Node): boolean {
  const labels = node.metadata.labels ?? {};
  const selectors = Object.entries(spec.nodeSelector ?? {});
  if (!selectors.every(([key, value]) => labels[key] === value)) return false;
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return required === undefined || matchesNodeSelector(required, node);
}

/** Terms are alternatives. */
export function matchesNodeSelector(selector: NodeSelector, node: Node): boolean {
  return selector.nodeSelectorTerms.some((term) => matchesTerm(term, node));
}

/** All of a term's expressions must hold; one without any matches nothing. */
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
