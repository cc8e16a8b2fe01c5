import {
  isEqual,
  isList,
  isObject,
  isString,
  type Json,
  type JsonList,
  type JsonObject,
} from '../json/json.js';
import {
  childPath,
  duplicate,
  type FieldError,
  invalid,
  itemPath,
  jsonTypeOf,
  notSupported,
  required,
  wrongType,
} from './field-error.js';
import { hasFormat } from './formats.js';
import type { Schema } from './schema.js';
import { checkValueRules } from './value-rules.js';

/**
 * Returns all violations of the schema. A part that equals its old value is accepted, even if the
 * schema has changed since.
 */
export function validate(
  value: Json,
  schema: Schema,
  path = '',
  old?: Json,
): readonly FieldError[] {
  if (value === old) return [];
  const errors = check(value, schema, path, old);
  return errors.length > 0 && old !== undefined && isEqual(value, old) ? [] : errors;
}

function check(
  value: Json,
  schema: Schema,
  path: string,
  old: Json | undefined,
): readonly FieldError[] {
  const typeError = checkType(value, schema, path);
  if (value === null) return typeError;
  return [
    ...typeError,
    ...checkEnum(value, schema, path),
    ...checkValueRules(value, schema.rules, path),
    ...(isObject(value) ? checkObject(value, schema, path, old) : []),
    ...(isList(value) ? checkList(value, schema, path, old) : []),
    ...checkBranches(value, schema, path),
  ];
}

function checkType(value: Json, schema: Schema, path: string): readonly FieldError[] {
  if (value === null) {
    return schema.nullable || schema.type === undefined
      ? []
      : [wrongType(path, value, schema.type)];
  }
  const actual = jsonTypeOf(value);
  if (schema.intOrString) {
    const isEither = actual === 'integer' || actual === 'string';
    return isEither ? [] : [wrongType(path, value, 'integer,string')];
  }
  if (schema.type === undefined) return [];
  const isRight = actual === schema.type || (schema.type === 'number' && actual === 'integer');
  if (!isRight) return [wrongType(path, value, schema.type)];
  const { format } = schema;
  const hasWrongFormat = isString(value) && format !== undefined && !hasFormat(value, format);
  return hasWrongFormat
    ? [{ ...invalidFormat(path, value, format), reason: 'FieldValueTypeInvalid' }]
    : [];
}

function invalidFormat(path: string, value: string, format: string): FieldError {
  return invalid(
    path,
    value,
    `${path} in body must be of type ${format}: ${JSON.stringify(value)}`,
  );
}

function checkEnum(value: Json, schema: Schema, path: string): readonly FieldError[] {
  const allowed = schema.rules.enum;
  const isAllowed = allowed === undefined || allowed.some((item) => isEqual(item, value));
  return isAllowed ? [] : [notSupported(path, value, allowed)];
}

function checkObject(
  value: JsonObject,
  schema: Schema,
  path: string,
  old: Json | undefined,
): readonly FieldError[] {
  const missing = schema.rules.required
    .filter((name) => value[name] === undefined)
    .map((name) => required(childPath(path, name)));
  const children = Object.entries(value).flatMap(([name, child]) => {
    const childSchema = schema.properties.get(name) ?? schema.values;
    if (childSchema === undefined || child === undefined) return [];
    const oldChild = isObject(old) ? old[name] : undefined;
    return validate(child, childSchema, childPath(path, name), oldChild);
  });
  return [...missing, ...children];
}

function checkList(
  value: JsonList,
  schema: Schema,
  path: string,
  old: Json | undefined,
): readonly FieldError[] {
  const { items } = schema;
  const oldItems = isList(old) ? old : [];
  const children =
    items === undefined
      ? []
      : value.flatMap((item, index) =>
          validate(item, items, itemPath(path, index), oldItems[index]),
        );
  return [...children, ...checkDuplicates(value, schema, path)];
}

/** Members of sets and map-like lists must be unique. */
function checkDuplicates(value: JsonList, schema: Schema, path: string): readonly FieldError[] {
  if (schema.listType === 'atomic') return [];
  const seen = new Set<string>();
  return value.flatMap((item, index) => {
    const identity = schema.listType === 'map' ? listMapKeyOf(item, schema) : item;
    const text = JSON.stringify(identity);
    if (seen.has(text)) return [duplicate(itemPath(path, index), identity)];
    seen.add(text);
    return [];
  });
}

/** Returns the key fields of an item of a map-like list. */
export function listMapKeyOf(item: Json, schema: Schema): JsonObject {
  const source = isObject(item) ? item : {};
  return Object.fromEntries(
    schema.listMapKeys.flatMap((key) => {
      const value = source[key] ?? schema.items?.properties.get(key)?.default;
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

function checkBranches(value: Json, schema: Schema, path: string): readonly FieldError[] {
  const { allOf, anyOf, oneOf, not } = schema.rules;
  const fits = (branch: Schema): boolean => validate(value, branch, path).length === 0;
  const errors: FieldError[] = [];
  const refuse = (detail: string): void => {
    errors.push({ ...invalid('<nil>', '', `${JSON.stringify(path)} ${detail}`) });
  };
  if (!allOf.every(fits)) refuse('must validate all the schemas (allOf)');
  if (anyOf.length > 0 && !anyOf.some(fits)) refuse('must validate at least one schema (anyOf)');
  const fitting = oneOf.filter(fits).length;
  if (oneOf.length > 0 && fitting !== 1) {
    const found = fitting === 0 ? 'Found none valid' : `Found ${fitting} valid alternatives`;
    refuse(`must validate one and only one schema (oneOf). ${found}`);
  }
  if (not !== undefined && fits(not)) refuse('must not validate the schema (not)');
  return errors;
}
