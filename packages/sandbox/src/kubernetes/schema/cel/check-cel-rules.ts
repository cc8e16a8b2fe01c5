import { getOrCreate } from '@kerf/core';
import { isList, isObject, type Json } from '../../json/json.js';
import {
  childPath,
  type FieldError,
  type FieldErrorReason,
  itemPath,
  keyPath,
} from '../field-error.js';

import type { CelRule, Schema } from '../schema.js';
import { listMapKeyOf } from '../validate.js';
import { compileCel } from './cel-environment.js';
import { type CelValue, toCelValue } from './cel-value.js';

/** A value with its previous value, which transition rules need. */
interface Subject {
  readonly value: Json;
  readonly old: Json | undefined;
  readonly path: string;
}

/**
 * Returns the errors of all violated `x-kubernetes-validations` rules. Rules with `oldSelf` are
 * evaluated only if there is an old value: by name in objects, by key in map-like lists.
 */
export function checkCelRules(
  value: Json,
  old: Json | undefined,
  schema: Schema,
): readonly FieldError[] {
  return checkSubject({ value, old, path: '' }, schema);
}

function checkSubject(subject: Subject, schema: Schema): readonly FieldError[] {
  if (!hasCelRules(schema)) return [];
  const own = schema.celRules.flatMap((rule) => checkRule(rule, subject, schema));
  const { value } = subject;
  if (isObject(value)) return [...own, ...checkFields(subject, schema)];
  if (isList(value)) return [...own, ...checkItems(subject, schema)];
  return own;
}

function checkFields(subject: Subject, schema: Schema): readonly FieldError[] {
  const { value, old, path } = subject;
  return Object.entries(isObject(value) ? value : {}).flatMap(([name, child]) => {
    const property = schema.properties.get(name);
    const childSchema = property ?? schema.values;
    if (child === undefined || childSchema === undefined) return [];
    const childSubject = {
      value: child,
      old: isObject(old) ? old[name] : undefined,
      path: property === undefined ? keyPath(path, name) : childPath(path, name),
    };
    return checkSubject(childSubject, childSchema);
  });
}

function checkItems(subject: Subject, schema: Schema): readonly FieldError[] {
  const { value, path } = subject;
  const { items } = schema;
  if (!isList(value) || items === undefined) return [];
  const oldItemOf = oldItemFinder(subject.old, schema);
  return value.flatMap((item, index) =>
    checkSubject({ value: item, old: oldItemOf(item), path: itemPath(path, index) }, items),
  );
}

function oldItemFinder(old: Json | undefined, schema: Schema): (item: Json) => Json | undefined {
  if (schema.listType !== 'map' || !isList(old)) return () => undefined;
  const identityOf = (item: Json): string => JSON.stringify(listMapKeyOf(item, schema));
  const oldByIdentity = new Map(old.map((item) => [identityOf(item), item]));
  return (item) => oldByIdentity.get(identityOf(item));
}

function checkRule(rule: CelRule, subject: Subject, schema: Schema): readonly FieldError[] {
  const usesOld = /\boldSelf\b/.test(rule.rule);
  if (usesOld && subject.old === undefined) return [];
  const context = {
    self: toCelValue(subject.value, schema),
    ...(subject.old === undefined ? {} : { oldSelf: toCelValue(subject.old, schema) }),
  };
  const verdict = evaluate(rule.rule, context);
  if (verdict === true) return [];
  const message =
    verdict === false ? messageOf(rule, context) : `rule evaluation error: ${verdict}`;
  return [toFieldError(rule, message, subject)];
}

type CelContext = Readonly<Record<string, CelValue>>;

/** Returns the result of a rule, or a sentence why it cannot be evaluated. */
function evaluate(expression: string, context: CelContext): boolean | string {
  try {
    return compileCel(expression)(context) === true;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  }
}

function messageOf(rule: CelRule, context: CelContext): string {
  if (rule.messageExpression !== undefined) {
    const message: unknown = compileCel(rule.messageExpression)(context);
    if (typeof message === 'string' && message.trim() !== '') return message;
  }
  return rule.message ?? `failed rule: ${rule.rule}`;
}

const reasons: Readonly<Record<string, { reason: FieldErrorReason; label: string }>> = {
  FieldValueRequired: { reason: 'FieldValueRequired', label: 'Required value' },
  FieldValueForbidden: { reason: 'FieldValueForbidden', label: 'Forbidden' },
  FieldValueDuplicate: { reason: 'FieldValueDuplicate', label: 'Duplicate value' },
};

function toFieldError(rule: CelRule, message: string, subject: Subject): FieldError {
  const field = subject.path + (rule.fieldPath ?? '');
  const { reason, label } = reasons[rule.reason ?? ''] ?? {
    reason: 'FieldValueInvalid',
    label: 'Invalid value',
  };
  const isScalar = !isObject(subject.value) && !isList(subject.value);
  const shown =
    reason === 'FieldValueInvalid' && isScalar ? `: ${JSON.stringify(subject.value)}` : '';
  return { reason, field: field.replace(/^\./, ''), message: `${label}${shown}: ${message}` };
}

const withCelRules = new WeakMap<Schema, boolean>();

/** Returns true if the schema contains rules; other parts are skipped. */
export function hasCelRules(schema: Schema): boolean {
  return getOrCreate(withCelRules, schema, () => {
    const children = [...schema.properties.values(), schema.values, schema.items];
    return (
      schema.celRules.length > 0 ||
      children.some((child) => child !== undefined && hasCelRules(child))
    );
  });
}
