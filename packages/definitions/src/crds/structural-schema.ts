import { z } from 'zod';
import { quantityKey } from '../schema/primitives.js';
import { isObject, type JsonObject } from '../text/json.js';

/**
 * Returns the structural OpenAPI schema for a custom resource, without bounds that only
 * JavaScript's numbers need and without meaningless defaults.
 * Source:
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema
 */
export function toStructuralSchema(schema: z.ZodType): JsonObject {
  const { $schema: _dialect, ...structural } = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io: 'input',
    override: ({ jsonSchema }) => restrict(jsonSchema),
  });
  return structural;
}

function restrict(schema: JsonObject): void {
  // The API server prunes unknown fields by default, and refuses the explicit setting.
  if (schema['additionalProperties'] === false) delete schema['additionalProperties'];
  delete schema['propertyNames'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (isEmptyDefault(schema)) delete schema['default'];
  if (schema[quantityKey] === true) {
    delete schema['type'];
    schema['anyOf'] = [{ type: 'integer' }, { type: 'string' }];
    schema['minimum'] = 0;
  }
}

/**
 * Returns true for a default that is the same as an absent field. `disruption: {}` is different,
 * because its fields have defaults.
 */
function isEmptyDefault(schema: JsonObject): boolean {
  const { default: value, properties } = schema;
  if (Array.isArray(value) || typeof value === 'string') return value.length === 0;
  const isFilled = isObject(properties) && Object.values(properties).some(hasOwnDefault);
  return isObject(value) && Object.keys(value).length === 0 && !isFilled;
}

const hasOwnDefault = (schema: unknown): boolean =>
  isObject(schema) && Object.hasOwn(schema, 'default');
