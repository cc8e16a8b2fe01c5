import { applyPatch, type Operation } from 'rfc6902';
import { isObject, isString, type Json, type JsonList, type JsonObject } from '../json/json.js';

const operations = new Set<unknown>(['add', 'remove', 'replace', 'move', 'copy', 'test']);

/**
 * Applies a JSON patch (RFC 6902).
 * @returns `null` if an operation fails, such as a `test`
 */
export function applyJsonPatch(target: JsonObject, patch: JsonList): JsonObject | null {
  const steps: Operation[] = [];
  for (const step of patch) {
    if (!isOperation(step)) return null;
    steps.push(step);
  }
  const copy: Json = structuredClone(target);
  const failures = applyPatch(copy, steps).filter((result) => result !== null);
  return failures.length === 0 && isObject(copy) ? copy : null;
}

function isOperation(step: unknown): step is Operation {
  if (!isObject(step) || !isString(step['path']) || !operations.has(step['op'])) return false;
  const needsSource = step['op'] === 'move' || step['op'] === 'copy';
  return !needsSource || isString(step['from']);
}
