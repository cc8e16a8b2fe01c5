import type { Json } from '../json/json.js';

/** Joins `spec` and `replicas` to `spec.replicas`; the root's path is empty. */
export function childPath(parent: string, name: string): string {
  return parent === '' ? name : `${parent}.${name}`;
}

/** Joins `spec.tags` and `a` to `spec.tags[a]`, as validation names map entries. */
export function keyPath(parent: string, key: string): string {
  return `${parent}[${key}]`;
}

export function itemPath(parent: string, index: number): string {
  return `${parent}[${index}]`;
}

export type FieldErrorReason =
  | 'FieldValueInvalid'
  | 'FieldValueRequired'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueNotFound'
  | 'FieldValueDuplicate'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueTypeInvalid';

/** One cause of a 422, with the API server's message. */
export interface FieldError {
  readonly reason: FieldErrorReason;
  readonly field: string;
  readonly message: string;
}

export function invalid(field: string, value: Json | undefined, detail: string): FieldError {
  const message = `Invalid value: ${JSON.stringify(value ?? null)}: ${detail}`;
  return { reason: 'FieldValueInvalid', field, message };
}

export function required(field: string, detail?: string): FieldError {
  return { reason: 'FieldValueRequired', field, message: withDetail('Required value', detail) };
}

export function notSupported(
  field: string,
  value: Json | undefined,
  supported: readonly Json[],
): FieldError {
  const list = supported.map((item) => JSON.stringify(item)).join(', ');
  const message = `Unsupported value: ${JSON.stringify(value ?? null)}: supported values: ${list}`;
  return { reason: 'FieldValueNotSupported', field, message };
}

export function forbidden(field: string, detail: string): FieldError {
  return { reason: 'FieldValueForbidden', field, message: `Forbidden: ${detail}` };
}

export function duplicate(field: string, value: Json): FieldError {
  const message = `Duplicate value: ${JSON.stringify(value)}`;
  return { reason: 'FieldValueDuplicate', field, message };
}

export function tooLong(field: string, maxBytes: number): FieldError {
  const message = `Too long: may not be more than ${maxBytes} bytes`;
  return { reason: 'FieldValueTooLong', field, message };
}

export function tooMany(field: string, actual: number, max: number): FieldError {
  const message = `Too many: ${actual}: must have at most ${max} items`;
  return { reason: 'FieldValueTooMany', field, message };
}

export function wrongType(field: string, value: Json, expected: string): FieldError {
  const actual = JSON.stringify(jsonTypeOf(value));
  const message = `Invalid value: ${actual}: ${field} in body must be of type ${expected}: ${actual}`;
  return { reason: 'FieldValueTypeInvalid', field, message };
}

/** Returns the JSON Schema type of a value. */
export function jsonTypeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function withDetail(message: string, detail: string | undefined): string {
  return detail === undefined ? message : `${message}: ${detail}`;
}
