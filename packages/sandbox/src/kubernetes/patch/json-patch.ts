import { applyPatch, type Operation, Pointer } from 'rfc6902';
import { isObject, isString, type Json, type JsonList, type JsonObject } from '../json/json.js';

const operations = new Set<unknown>(['add', 'remove', 'replace', 'move', 'copy', 'test']);

/**
 * Applies a JSON patch (RFC 6902). As in the API server, whose library is evanphx/json-patch, a
 * `test` for `null` holds for a field that is missing.
 * @returns `null` if an operation fails, such as a `test`
 */
export function applyJsonPatch(target: JsonObject, patch: JsonList): JsonObject | null {
  const steps: Operation[] = [];
  for (const step of patch) {
    if (!isOperation(step)) return null;
    steps.push(step);
  }
  const copy: Json = structuredClone(target);
  for (const step of steps)
    if (!testsForMissing(copy, step) && applyPatch(copy, [step]).some((result) => result !== null))
      return null;
  return isObject(copy) ? copy : null;
}

/** Returns true for a `test` for `null` of a field that is missing in an existing object. */
function testsForMissing(target: Json, step: Operation): boolean {
  if (step.op !== 'test' || step.value !== null) return false;
  const { parent, value } = Pointer.fromJSON(step.path).evaluate(target);
  return value === undefined && isObject(parent);
}

function isOperation(step: unknown): step is Operation {
  if (!isObject(step) || !isString(step['path']) || !operations.has(step['op'])) return false;
  const needsSource = step['op'] === 'move' || step['op'] === 'copy';
  return !needsSource || isString(step['from']);
}
