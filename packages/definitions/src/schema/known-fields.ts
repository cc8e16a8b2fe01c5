import { z } from 'zod';
import { suggestion } from '../findings/nearest.js';
import { isObject } from '../text/json.js';

/** All fields of a schema, as dotted paths without list indexes. */
export class KnownFields {
  readonly #paths: readonly string[];

  constructor(schema: z.ZodType, root: string) {
    this.#paths = listPaths(z.toJSONSchema(schema, { io: 'input' }), root);
  }

  /** Returns a suggestion for an unknown field below `parent`. */
  hint(parent: string, name: string): string {
    const siblings = this.#paths
      .filter((path) => parentOf(path) === parent)
      .map((path) => path.slice(parent.length + 1));
    const close = suggestion(name, siblings);
    if (close !== '') return close;
    const elsewhere = this.#paths.find((path) => path.endsWith(`.${name}`));
    return elsewhere === undefined
      ? ` (known here: ${siblings.join(', ')})`
      : ` (it belongs to ${parentOf(elsewhere)})`;
  }
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('.'));

function listPaths(schema: unknown, path: string): readonly string[] {
  if (!isObject(schema)) return [];
  const { properties, items } = schema;
  const own = isObject(properties)
    ? Object.entries(properties).flatMap(([name, field]) => [
        `${path}.${name}`,
        ...listPaths(field, `${path}.${name}`),
      ])
    : [];
  return [...own, ...listPaths(items, path)];
}
