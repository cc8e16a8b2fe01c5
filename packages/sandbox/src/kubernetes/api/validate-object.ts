import type { Json } from '../json/json.js';
import type { Draft, KubeObject } from '../resources/kube-object.js';
import { validateFinalizerNames, validateMetadata } from '../resources/names.js';
import type { Resource } from '../resources/resource.js';
import { checkCelRules, hasCelRules } from '../schema/cel/check-cel-rules.js';
import { type FieldError, invalid } from '../schema/field-error.js';
import { validate } from '../schema/validate.js';
import { invalidObject } from './status.js';

/** Rules are not evaluated on an object with one of these errors. */
const blocking = new Set([
  'FieldValueRequired',
  'FieldValueNotSupported',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
]);

const uncheckedRules: FieldError = {
  reason: 'FieldValueInvalid',
  field: '<nil>',
  message:
    'Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
};

/**
 * Validates a draft against its schema, before typed code reads it.
 * @throws StatusError 422 with all causes
 */
export function checkAgainstSchema(draft: Draft, resource: Resource, current?: KubeObject): void {
  const { schema } = resource.stored;
  const found = validate(draft, schema, '', current);
  // A real server validates lists of built-in kinds by other rules, and completes a status.
  const errors = resource.isCustom
    ? found
    : found.filter(
        ({ reason, field }) => reason !== 'FieldValueDuplicate' && !field.startsWith('status'),
      );
  if (errors.length === 0) return;
  const isBlocked = resource.isCustom && errors.some(({ reason }) => blocking.has(reason));
  const hint = isBlocked && hasCelRules(schema) ? [uncheckedRules] : [];
  throw invalidObject(resource, draft.metadata.name ?? '', [...errors, ...hint]);
}

/** @throws StatusError 422 with every cause */
export function checkNew(object: KubeObject, resource: Resource): void {
  const wrongName = resource.rules.validateName(object.metadata.name);
  refuse(object, resource, [
    ...(wrongName === null ? [] : [invalid('metadata.name', object.metadata.name, wrongName)]),
    ...validateMetadata(object.metadata),
    ...(resource.isCustom ? [] : validateFinalizerNames(object.metadata.finalizers)),
    ...resource.rules.validate(object),
    ...checkCelRules(object, undefined, resource.stored.schema),
  ]);
}

/** @throws StatusError 422 with every cause */
export function checkUpdated(next: KubeObject, current: KubeObject, resource: Resource): void {
  refuse(next, resource, [
    ...(next.metadata.labels === current.metadata.labels &&
    next.metadata.annotations === current.metadata.annotations &&
    next.metadata.finalizers === current.metadata.finalizers
      ? []
      : validateMetadata(next.metadata)),
    ...checkFinalizers(next, current),
    ...resource.rules.validate(next),
    ...resource.rules.validateUpdate(next, current),
    ...checkCelRules(next, current, resource.stored.schema),
  ]);
}

function checkFinalizers(next: KubeObject, current: KubeObject): readonly FieldError[] {
  if (current.metadata.deletionTimestamp === undefined) return [];
  const before: readonly Json[] = current.metadata.finalizers ?? [];
  const added = (next.metadata.finalizers ?? []).filter((name) => !before.includes(name));
  if (added.length === 0) return [];
  const names = added.map((name) => JSON.stringify(name)).join(', ');
  return [
    {
      reason: 'FieldValueForbidden',
      field: 'metadata.finalizers',
      message: `Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{${names}}`,
    },
  ];
}

function refuse(object: KubeObject, resource: Resource, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalidObject(resource, object.metadata.name, errors);
}
