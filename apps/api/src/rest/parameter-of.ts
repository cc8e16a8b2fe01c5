import { z } from 'zod';
import type { OperationSpec } from './operation.js';

/** Names of the query, as they were sent. */
type Query = Readonly<Record<string, unknown>>;

/**
 * Returns the parameter of query or path that a field problem is about; `null` if the problem is
 * about the body. A request without a body has parameters only.
 * @param path of the field, dotted; empty for the whole
 */
export function parameterOf(spec: OperationSpec, query: Query, path: string): string | null {
  const [name = ''] = path.split(/[.[]/);
  if (name === '') return null;
  if (spec.body === undefined && spec.takesPatch !== true) return name;
  if (has(spec.body, name)) return null;
  const isParameter = has(spec.query, name) || has(spec.path, name) || Object.hasOwn(query, name);
  return isParameter ? name : null;
}

const has = (schema: z.ZodType | undefined, name: string): boolean =>
  schema instanceof z.ZodObject && Object.hasOwn(schema.shape, name);
