import { isList, isObject, type Json, type JsonObject } from '../json/json.js';
import { applyJsonPatch } from '../patch/json-patch.js';
import { applyMergePatch } from '../patch/merge-patch.js';
import { applyStrategicMergePatch } from '../patch/strategic-merge-patch.js';
import type { KubeObject } from '../resources/kube-object.js';
import { invalid } from '../schema/field-error.js';
import { decodeDraft } from './decode-draft.js';
import { badRequest, failure, invalidObject, StatusError, unsupportedMediaType } from './status.js';
import { type ApiParts, type NamedTarget, presented, type WriteOptions } from './target.js';
import { checkName, commitUpdate, findObject } from './update-object.js';

export const patchTypes = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;
export type PatchType = Exclude<keyof typeof patchTypes, 'apply'>;

export interface Patch {
  readonly type: PatchType;
  readonly body: Json;
}

/** Handles PATCH with a JSON, merge or strategic merge patch. */
export function patchObject(
  parts: ApiParts,
  target: NamedTarget,
  patch: Patch,
  options: WriteOptions,
): KubeObject {
  if (patch.type === 'strategic' && target.resource.isCustom) {
    throw unsupportedMediaType([patchTypes.json, patchTypes.merge, patchTypes.apply]);
  }
  const current = findObject(parts, target);
  const seen = presented(current, target);
  const patched = applyPatch(seen, patch, target);
  const draft = decodePatched(patched, target, options);
  checkName(draft, target);
  return commitUpdate(parts, target, { current, draft }, options);
}

/** Applies a patch of any of the three types to JSON. */
export function applyPatch(
  value: JsonObject,
  { type, body }: Patch,
  { version }: Pick<NamedTarget, 'version'>,
): JsonObject {
  if (type === 'json') return patchedByOperations(value, body);
  if (!isObject(body)) {
    const found = isList(body) ? 'array' : typeof body;
    throw badRequest(
      `error decoding patch: json: cannot unmarshal ${found} into Go value of type map[string]interface {}`,
    );
  }
  return type === 'merge'
    ? applyMergePatch(value, body)
    : applyStrategicMergePatch(value, body, version.schema);
}

function patchedByOperations(value: JsonObject, body: Json): JsonObject {
  if (!isList(body)) {
    throw badRequest(
      'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp',
    );
  }
  const patched = applyJsonPatch(value, body);
  if (patched !== null) return patched;
  throw failure({
    code: 422,
    reason: 'Invalid',
    message: 'the server rejected our request due to an error in our request',
    details: {},
  });
}

/** An invalid result of a patch is refused as Invalid; an invalid whole body is a BadRequest. */
function decodePatched(patched: JsonObject, target: NamedTarget, options: WriteOptions) {
  try {
    return decodeDraft(patched, target, options);
  } catch (error) {
    if (!(error instanceof StatusError) || error.status.reason !== 'BadRequest') throw error;
    const why = (error.status.message ?? '').replace(/^.* cannot be handled as a \w+: /, '');
    throw invalidObject({ kind: '', group: '' }, '', [
      invalid('patch', JSON.stringify(patched), why),
    ]);
  }
}
