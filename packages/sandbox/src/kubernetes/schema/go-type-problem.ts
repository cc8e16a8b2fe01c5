import {
  isList,
  isObject,
  isString,
  type Json,
  type JsonList,
  type JsonObject,
} from '../json/json.js';
import { jsonTypeOf } from './field-error.js';
import { isDateTime } from './formats.js';
import { isQuantity } from './quantity.js';
import type { Schema } from './schema.js';

/**
 * Returns the error of the first value of a built-in kind with a wrong JSON type, with the message
 * of Go's decoder; `null` if all types match. Such an object is refused before validation.
 */
export function findGoTypeProblem(value: JsonObject, schema: Schema): string | null {
  return problemInObject(value, schema, { path: '', owner: '' });
}

interface FieldLocation {
  readonly path: string;
  /** Name of the Go struct with the field. */
  readonly owner: string;
}

function problemIn(value: Json, schema: Schema, place: FieldLocation): string | null {
  if (value === null) return null;
  if (schema.format === 'quantity') return quantityProblem(value);
  if (!fits(value, schema)) return mismatch(value, schema, place);
  if (isObject(value)) return problemInObject(value, schema, place);
  if (isList(value)) return problemInList(value, schema, place);
  return timeProblem(value, schema);
}

function problemInObject(value: JsonObject, schema: Schema, place: FieldLocation): string | null {
  const owner = schema.name?.split('.').at(-1) ?? place.owner;
  for (const [name, child] of Object.entries(value)) {
    const property = schema.properties.get(name);
    const childSchema = property ?? schema.values;
    if (child === undefined || childSchema === undefined) continue;
    const path = place.path === '' ? name : `${place.path}.${name}`;
    const childPlace = { path: property === undefined ? place.path : path, owner };
    const problem = problemIn(child, childSchema, childPlace);
    if (problem !== null) return problem;
  }
  return null;
}

function problemInList(value: JsonList, schema: Schema, place: FieldLocation): string | null {
  const { items } = schema;
  if (items === undefined) return null;
  for (const item of value) {
    const problem = problemIn(item, items, place);
    if (problem !== null) return problem;
  }
  return null;
}

function fits(value: Json, schema: Schema): boolean {
  const actual = jsonTypeOf(value);
  if (schema.intOrString) return actual === 'integer' || actual === 'string';
  if (schema.type === undefined || actual === schema.type) return true;
  return schema.type === 'number' && actual === 'integer';
}

function mismatch(value: Json, schema: Schema, { path, owner }: FieldLocation): string {
  return `json: cannot unmarshal ${goValue(value)} into Go struct field ${owner}.${path} of type ${goType(schema)}`;
}

function goValue(value: Json): string {
  const actual = jsonTypeOf(value);
  if (actual === 'boolean') return 'bool';
  if (actual !== 'integer' && actual !== 'number') return actual;
  return Number.isInteger(value) ? 'number' : `number ${JSON.stringify(value)}`;
}

const goScalars: Readonly<Record<string, string>> = { boolean: 'bool', number: 'float64' };

function goType(schema: Schema): string {
  if (schema.name !== undefined) return schema.name.split('.').slice(-2).join('.');
  if (schema.type === 'array') return `[]${schema.items === undefined ? '' : goType(schema.items)}`;
  if (schema.values !== undefined) return `map[string]${goType(schema.values)}`;
  if (schema.type === 'integer') return schema.format ?? 'int';
  return goScalars[schema.type ?? ''] ?? schema.type ?? 'interface {}';
}

function quantityProblem(value: Json): string | null {
  return isQuantity(value)
    ? null
    : "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
}

function timeProblem(value: Json, schema: Schema): string | null {
  if (schema.format !== 'date-time' || !isString(value) || isDateTime(value)) return null;
  return `parsing time ${JSON.stringify(value)} as "2006-01-02T15:04:05Z07:00": cannot parse ${JSON.stringify(value)} as "2006"`;
}
