import { notFound } from './public-error.js';

/**
 * Returns the object with the ID.
 * @param objects those that the caller may see; another one is not found
 * @param kind as people read it, e.g. `Team`
 * @throws STATE.NOT_FOUND
 */
export function requireObject<T extends { readonly id: string }>(
  objects: readonly T[],
  id: string,
  kind: string,
): T {
  const found = objects.find((object) => object.id === id);
  if (found === undefined) throw notFound(`${kind} ${id} not found.`);
  return found;
}
