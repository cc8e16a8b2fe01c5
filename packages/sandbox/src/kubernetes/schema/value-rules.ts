import { getOrCreate } from '@kerf/core';
import { isList, isObject, isString, type Json } from '../json/json.js';
import { type FieldError, invalid, tooLong, tooMany } from './field-error.js';
import type { ValueRules } from './schema.js';

/** Checks size, range and pattern of one value. */
export function checkValueRules(
  value: Json,
  rules: ValueRules,
  path: string,
): readonly FieldError[] {
  if (isString(value)) return checkString(value, rules, path);
  if (typeof value === 'number') return checkNumber(value, rules, path);
  if (isList(value)) return checkItems(value.length, rules, path, isUnique(value));
  if (isObject(value)) return checkProperties(Object.keys(value).length, rules, path);
  return [];
}

function checkString(value: string, rules: ValueRules, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { maxLength, minLength, pattern } = rules;
  const length = Array.from(value).length;
  if (maxLength !== undefined && length > maxLength) errors.push(tooLong(path, maxLength));
  if (minLength !== undefined && length < minLength) {
    errors.push(invalid(path, value, `${path} in body should be at least ${minLength} chars long`));
  }
  if (pattern !== undefined && !toRegExp(pattern).test(value)) {
    errors.push(invalid(path, value, `${path} in body should match '${pattern}'`));
  }
  return errors;
}

function checkNumber(value: number, rules: ValueRules, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = rules;
  const refuse = (detail: string): void => {
    errors.push(invalid(path, value, `${path} in body should be ${detail}`));
  };
  if (minimum !== undefined && (exclusiveMinimum ? value <= minimum : value < minimum)) {
    refuse(exclusiveMinimum ? `greater than ${minimum}` : `greater than or equal to ${minimum}`);
  }
  if (maximum !== undefined && (exclusiveMaximum ? value >= maximum : value > maximum)) {
    refuse(exclusiveMaximum ? `less than ${maximum}` : `less than or equal to ${maximum}`);
  }
  if (multipleOf !== undefined && !Number.isInteger(value / multipleOf)) {
    refuse(`a multiple of ${multipleOf}`);
  }
  return errors;
}

function checkItems(
  count: number,
  rules: ValueRules,
  path: string,
  areUnique: boolean,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { minItems, maxItems } = rules;
  if (maxItems !== undefined && count > maxItems) errors.push(tooMany(path, count, maxItems));
  if (minItems !== undefined && count < minItems) {
    errors.push(invalid(path, count, `${path} in body should have at least ${minItems} items`));
  }
  if (rules.uniqueItems && !areUnique) {
    errors.push(invalid(path, count, `${path} in body shouldn't contain duplicates`));
  }
  return errors;
}

function checkProperties(count: number, rules: ValueRules, path: string): readonly FieldError[] {
  const { minProperties, maxProperties } = rules;
  if (maxProperties !== undefined && count > maxProperties) {
    return [tooMany(path, count, maxProperties)];
  }
  if (minProperties !== undefined && count < minProperties) {
    const detail = `${path} in body should have at least ${minProperties} properties`;
    return [invalid(path, count, detail)];
  }
  return [];
}

function isUnique(items: readonly Json[]): boolean {
  return new Set(items.map((item) => JSON.stringify(item))).size === items.length;
}

const compiled = new Map<string, RegExp>();

/** @throws SyntaxError if the pattern is invalid; a CRD with such a pattern is refused */
export function toRegExp(pattern: string): RegExp {
  return getOrCreate(compiled, pattern, () => new RegExp(pattern));
}
