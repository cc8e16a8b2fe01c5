import { messageOf } from '@kerf/core';
import { isObject, isString, type Json, type JsonObject } from '../json/json.js';
import { compileCel } from './cel/cel-environment.js';
import {
  childPath,
  type FieldError,
  forbidden,
  invalid,
  itemPath,
  keyPath,
  required,
} from './field-error.js';
import { readSchema, type Schema } from './schema.js';
import { validate } from './validate.js';
import { toRegExp } from './value-rules.js';

/**
 * Returns the errors of a CRD's schema: it must be structural, and its patterns and rules must
 * compile.
 */
export function checkStructural(json: JsonObject, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (json['type'] !== 'object') {
    errors.push(invalid(childPath(path, 'type'), json['type'], 'must be object at the root'));
  }
  return [...errors, ...checkNode(json, path)];
}

function checkNode(json: JsonObject, path: string): readonly FieldError[] {
  return [
    ...checkType(json, path),
    ...checkReferences(json, path),
    ...checkParts(readSchema(json, noReferences), path),
    ...childrenOf(json, path).flatMap(([child, childsPath]) => checkNode(child, childsPath)),
  ];
}

function noReferences(): Schema {
  return readSchema({}, noReferences);
}

function childrenOf(json: JsonObject, path: string): readonly [JsonObject, string][] {
  const { properties, items, additionalProperties } = json;
  const named = Object.entries(isObject(properties) ? properties : {}).flatMap(
    ([name, child]): [JsonObject, string][] =>
      isObject(child) ? [[child, keyPath(childPath(path, 'properties'), name)]] : [],
  );
  return [
    ...named,
    ...asChild(items, childPath(path, 'items')),
    ...asChild(additionalProperties, childPath(path, 'additionalProperties')),
  ];
}

function asChild(json: Json | undefined, path: string): readonly [JsonObject, string][] {
  return isObject(json) ? [[json, path]] : [];
}

function checkType(json: JsonObject, path: string): readonly FieldError[] {
  const isFree =
    json['x-kubernetes-int-or-string'] === true ||
    json['x-kubernetes-preserve-unknown-fields'] === true;
  const errors: FieldError[] = [];
  if (!isString(json['type']) && !isFree) {
    const detail = 'must not be empty for specified object fields';
    errors.push(required(childPath(path, 'type'), detail));
  }
  if (json['type'] === 'array' && !isObject(json['items'])) {
    errors.push(required(childPath(path, 'items'), 'must be specified'));
  }
  return errors;
}

function checkReferences(json: JsonObject, path: string): readonly FieldError[] {
  return json['$ref'] === undefined
    ? []
    : [forbidden(childPath(path, '$ref'), '$ref is not supported')];
}

function checkParts(schema: Schema, path: string): readonly FieldError[] {
  return [
    ...checkPattern(schema, path),
    ...checkDefault(schema, path),
    ...checkListMapKeys(schema, path),
    ...checkCel(schema, path),
  ];
}

function checkPattern({ rules: { pattern } }: Schema, path: string): readonly FieldError[] {
  if (pattern === undefined) return [];
  const problem = problemOf(() => toRegExp(pattern));
  return problem === null ? [] : [invalid(childPath(path, 'pattern'), pattern, problem)];
}

function checkDefault(schema: Schema, path: string): readonly FieldError[] {
  return schema.default === undefined
    ? []
    : validate(schema.default, schema, childPath(path, 'default'));
}

function checkListMapKeys(schema: Schema, path: string): readonly FieldError[] {
  if (schema.listType !== 'map') return [];
  const field = childPath(path, 'x-kubernetes-list-map-keys');
  if (schema.listMapKeys.length === 0) {
    return [required(field, 'must not be empty if x-kubernetes-list-type is map')];
  }
  return schema.listMapKeys.flatMap((key, index) =>
    schema.items?.properties.has(key) === true
      ? []
      : [invalid(itemPath(field, index), key, 'entries must all be names of item properties')],
  );
}

function checkCel(schema: Schema, path: string): readonly FieldError[] {
  return schema.celRules.flatMap((rule, index) => {
    const field = `${itemPath(childPath(path, 'x-kubernetes-validations'), index)}.rule`;
    const problem = problemOf(() => compileCel(rule.rule));
    return problem === null ? [] : [invalid(field, rule.rule, `compilation failed: ${problem}`)];
  });
}

function problemOf(attempt: () => unknown): string | null {
  try {
    attempt();
    return null;
  } catch (error) {
    return messageOf(error);
  }
}
