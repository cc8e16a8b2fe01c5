import { isList, isObject, type Json } from './json.js';

/** Deep equality; an absent key and an `undefined` one are the same. */
export function isEqual(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (isList(left) && isList(right)) {
    return left.length === right.length && left.every((item, index) => isEqual(item, right[index]));
  }
  if (!isObject(left) || !isObject(right)) return false;
  for (const key in left) if (!isEqual(left[key], right[key])) return false;
  for (const key in right) if (left[key] === undefined && right[key] !== undefined) return false;
  return true;
}
