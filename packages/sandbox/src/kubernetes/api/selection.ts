import type { KubeObject } from '../resources/kube-object.js';
import {
  type FieldRequirement,
  findUnknownField,
  matchesFields,
  parseFieldSelector,
} from '../selectors/field-selector.js';
import { matchesRequirements, type Requirement } from '../selectors/label-selector.js';
import { parseLabelSelector } from '../selectors/parse-label-selector.js';
import { badRequest } from './status.js';
import type { Target } from './target.js';

export interface SelectorTexts {
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
}

/** The objects that a list, watch or deletion selects. */
export interface Selection {
  readonly isFiltered: boolean;
  matches(object: KubeObject): boolean;
}

/**
 * @throws StatusError 400 for selectors that are malformed or that the resource does not support
 */
export function selectionOf(target: Target, texts: SelectorTexts): Selection {
  const labels = readLabels(texts.labelSelector ?? '');
  const fields = readFields(texts.fieldSelector ?? '', target);
  const { resource, namespace } = target;
  return {
    isFiltered: labels.length > 0 || fields.length > 0,
    matches: (object) =>
      (namespace === undefined || object.metadata.namespace === namespace) &&
      matchesFields(object, fields, resource) &&
      matchesRequirements(object.metadata.labels, labels),
  };
}

function readLabels(text: string): readonly Requirement[] {
  const parsed = parseLabelSelector(text);
  if (!parsed.ok) throw badRequest(parsed.error);
  return parsed.value;
}

function readFields(text: string, { resource }: Target): readonly FieldRequirement[] {
  const parsed = parseFieldSelector(text);
  if (!parsed.ok) throw badRequest(parsed.error);
  const unknown = findUnknownField(parsed.value, resource);
  if (unknown === null) return parsed.value;
  const knowsOthers = resource.rules.selectableFields.size > 0 || resource.isCustom;
  throw badRequest(
    knowsOthers
      ? `field label not supported: ${unknown}`
      : `"${unknown}" is not a known field selector: only "metadata.name", "metadata.namespace"`,
  );
}
