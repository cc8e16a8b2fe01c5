import {
  isEqual,
  isList,
  isObject,
  isString,
  type Json,
  type JsonList,
  type JsonObject,
} from '../json/json.js';
import type { Schema } from '../schema/schema.js';

/**
 * Applies a strategic merge patch, Kubernetes' format for built-in kinds: lists merge by the key in
 * their schema, and directives (`$patch`, `$retainKeys`, …) express what JSON cannot.
 * Source:
 * https://git.k8s.io/community/contributors/devel/sig-api-machinery/strategic-merge-patch.md
 */
export function applyStrategicMergePatch(
  target: JsonObject,
  patch: JsonObject,
  schema: Schema | undefined,
): JsonObject {
  if (patch['$patch'] === 'replace') return withoutDirectives(patch);
  if (patch['$patch'] === 'delete') return {};
  const result: Record<string, Json | undefined> = retained(target, patch['$retainKeys']);
  for (const [key, value] of Object.entries(patch)) {
    if (key.startsWith('$')) continue;
    if (value === null || value === undefined) delete result[key];
    else
      result[key] = mergeValue(result[key], value, schema?.properties.get(key) ?? schema?.values);
  }
  applyListDirectives(result, patch, schema);
  return result;
}

function mergeValue(target: Json | undefined, patch: Json, schema: Schema | undefined): Json {
  if (isObject(patch)) {
    return applyStrategicMergePatch(isObject(target) ? target : {}, patch, schema);
  }
  if (!isList(patch) || !(schema?.patchStrategies.includes('merge') ?? false)) return patch;
  const current = isList(target) ? target : [];
  if (schema?.patchMergeKey !== undefined) {
    return mergeKeyedList(current, patch, schema.patchMergeKey, schema.items);
  }
  const added = patch.filter((item) => !current.some((other) => isEqual(item, other)));
  return inMergedOrder([...current, ...added], { patch, current, isSame: isEqual });
}

function mergeKeyedList(
  target: JsonList,
  patch: JsonList,
  mergeKey: string,
  items: Schema | undefined,
): JsonList {
  if (patch.some((item) => isObject(item) && item['$patch'] === 'replace')) {
    return patch.filter((item) => !isObject(item) || item['$patch'] === undefined);
  }
  const result = [...target];
  for (const item of patch) {
    if (!isObject(item)) continue;
    const index = result.findIndex((other) => isSameItem(other, item, mergeKey));
    const current = result[index];
    if (item['$patch'] === 'delete') {
      if (index >= 0) result.splice(index, 1);
    } else if (isObject(current)) {
      result[index] = applyStrategicMergePatch(current, item, items);
    } else {
      result.push(applyStrategicMergePatch({}, item, items));
    }
  }
  const isSame = (left: Json, right: Json): boolean => isSameItem(left, right, mergeKey);
  return inMergedOrder(result, { patch, current: target, isSame });
}

interface MergedLists {
  readonly patch: JsonList;
  readonly current: JsonList;
  readonly isSame: (left: Json, right: Json) => boolean;
}

/**
 * Orders a merged list as a real server: items of the patch in its order, before items that only
 * the current list has, except those that preceded them in it. Source: mergeSortedSlice of
 * k8s.io/apimachinery/pkg/util/strategicpatch.
 */
function inMergedOrder(merged: JsonList, { patch, current, isSame }: MergedLists): JsonList {
  const isPatched = (item: Json): boolean => patch.some((other) => isSame(item, other));
  const patched = patch.flatMap((wanted) => {
    const item = merged.find((other) => isSame(wanted, other));
    return item === undefined ? [] : [item];
  });
  const others = merged.filter((item) => !isPatched(item));
  const indexOf = (item: Json): number => current.findIndex((other) => isSame(item, other));
  return patched
    .map((item) => ({ item, index: indexOf(item) }))
    .flatMap(({ item, index }) => {
      const before: Json[] = [];
      for (let [first] = others; first !== undefined; [first] = others) {
        if (index < 0 || indexOf(first) >= index) break;
        before.push(first);
        others.shift();
      }
      return [...before, item];
    })
    .concat(others);
}

function isSameItem(item: Json, other: Json, mergeKey: string): boolean {
  return isObject(item) && isObject(other) && isEqual(item[mergeKey], other[mergeKey]);
}

function retained(target: JsonObject, keys: Json | undefined): Record<string, Json | undefined> {
  if (!isList(keys)) return { ...target };
  return Object.fromEntries(Object.entries(target).filter(([key]) => keys.includes(key)));
}

const deletePrefix = '$deleteFromPrimitiveList/';
const orderPrefix = '$setElementOrder/';

function applyListDirectives(
  result: Record<string, Json | undefined>,
  patch: JsonObject,
  schema: Schema | undefined,
): void {
  for (const [directive, value] of Object.entries(patch)) {
    if (!isList(value)) continue;
    if (directive.startsWith(deletePrefix)) {
      const key = directive.slice(deletePrefix.length);
      const list = result[key];
      if (isList(list)) {
        result[key] = list.filter((item) => !value.some((gone) => isEqual(item, gone)));
      }
    } else if (directive.startsWith(orderPrefix)) {
      const key = directive.slice(orderPrefix.length);
      const list = result[key];
      if (isList(list)) {
        result[key] = inOrder(list, value, schema?.properties.get(key)?.patchMergeKey);
      }
    }
  }
}

/** Items in the given order come first; others keep their order after them. */
function inOrder(list: JsonList, order: JsonList, mergeKey: string | undefined): JsonList {
  const rankOf = (item: Json): number => {
    const rank = order.findIndex((wanted) =>
      mergeKey === undefined ? isEqual(item, wanted) : isSameItem(item, wanted, mergeKey),
    );
    return rank < 0 ? order.length : rank;
  };
  return list.toSorted((left, right) => rankOf(left) - rankOf(right));
}

function withoutDirectives(patch: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(patch).filter(
      ([key, value]) => isString(key) && !key.startsWith('$') && value !== null,
    ),
  );
}
