import { type DefinitionTerms, type DriftedField, shorten } from '@kerf/application';
import { isObject } from '../text/json.js';
import {
  canonicalValue,
  type DriftField,
  nodeClassDriftFields,
  nodePoolDriftFields,
  sortKeys,
} from './drift-fields.js';

/**
 * Returns the fields in which two states of a definition differ so that nodes are replaced, in the
 * order of the manifest. Definitions of different kinds have none.
 */
export function driftedFields(
  before: DefinitionTerms,
  after: DefinitionTerms,
): readonly DriftedField[] {
  if (before.kind === 'NodePool' && after.kind === 'NodePool') {
    return differences(nodePoolDriftFields, before.spec, after.spec);
  }
  if (before.kind === 'EC2NodeClass' && after.kind === 'EC2NodeClass') {
    return differences(nodeClassDriftFields, before.spec, after.spec);
  }
  return [];
}

function differences<Spec>(
  fields: Readonly<Record<string, DriftField<Spec>>>,
  before: Spec,
  after: Spec,
): readonly DriftedField[] {
  return Object.values(fields).flatMap((field) => {
    if (isEqual(canonicalValue(field, before), canonicalValue(field, after))) return [];
    const [old, now] = [field.read(before), field.read(after)];
    return field.hasMembers === true && (isObject(old) || isObject(now))
      ? memberDifferences(field.path, isObject(old) ? old : {}, isObject(now) ? now : {})
      : [{ path: field.path, before: textOf(old), after: textOf(now) }];
  });
}

function memberDifferences(
  path: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): readonly DriftedField[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .sort()
    .filter((key) => !isEqual(sortKeys(before[key]), sortKeys(after[key])))
    .map((key) => ({
      path: `${path}.${key}`,
      before: textOf(before[key]),
      after: textOf(after[key]),
    }));
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Returns the value as text, truncated; `null` if absent. */
function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return shorten(typeof value === 'string' ? value : JSON.stringify(value));
}
