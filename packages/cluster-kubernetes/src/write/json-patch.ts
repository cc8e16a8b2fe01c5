import { isRecord, type JsonObject, toRecord } from '@kerf/core';

export const jsonPatchType = 'application/json-patch+json';

/** One operation of a JSON patch (RFC 6902). */
export interface PatchOperation {
  readonly op: 'test' | 'add' | 'remove';
  /** JSON pointer (RFC 6901). */
  readonly path: string;
  readonly value?: unknown;
}

/**
 * Returns the JSON patch with the effect of a merge patch, which applies only to the same object
 * and only while the lists and maps that it replaces are as they were read. Others may change the
 * rest meanwhile, as kubelets and controllers do with nodes all the time; a patch with the object's
 * `resourceVersion` would be rejected then.
 *
 * A `test` for `null` holds for a field that is missing, as API servers evaluate it.
 * @param current the object that the merge patch was computed from
 */
export function toJsonPatch(
  current: JsonObject,
  mergePatch: JsonObject,
): readonly PatchOperation[] {
  const { uid } = toRecord(current['metadata']);
  return [
    { op: 'test', path: '/metadata/uid', value: uid },
    ...operationsBelow('', current, mergePatch),
  ];
}

function operationsBelow(path: string, current: JsonObject, patch: JsonObject): PatchOperation[] {
  return Object.entries(patch).flatMap(([key, value]): PatchOperation[] => {
    const pointer = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const before = current[key] ?? null;
    if (value === undefined || (value === null && before === null)) return [];
    if (isRecord(value) && isRecord(before)) return operationsBelow(pointer, before, value);
    const test: PatchOperation = { op: 'test', path: pointer, value: before };
    if (value === null) return [test, { op: 'remove', path: pointer }];
    const set: PatchOperation = { op: 'add', path: pointer, value };
    // The key of a map may be set whatever its value was; a list or a whole map is replaced.
    return typeof value === 'object' ? [test, set] : [set];
  });
}
