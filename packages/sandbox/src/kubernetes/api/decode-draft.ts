import { isObject, isString, type Json, type JsonObject } from '../json/json.js';
import { type Draft, isDraft } from '../resources/kube-object.js';
import { conform } from '../schema/conform.js';
import { findGoTypeProblem } from '../schema/go-type-problem.js';
import { badRequest } from './status.js';
import type { Target, WriteOptions } from './target.js';

/** Decodes a request's body as an object of the target's kind, in its stored form. */
export function decodeDraft(body: Json, target: Target, options: WriteOptions): Draft {
  if (!isObject(body)) throw unrecognized(target, body);
  const named = withKind(body, target);
  const { resource, version } = target;
  const problem = resource.isCustom ? null : findGoTypeProblem(named, version.schema);
  if (problem !== null) throw cannotHandle(target, problem);
  const { value, unknownFields } = conform(named, version.schema);
  reportUnknownFields(unknownFields, target, options);
  if (!isDraft(value)) throw unrecognized(target, body);
  const scoped = withNamespace(value, target);
  return (
    resource.rules.view?.toStored(scoped) ?? { ...scoped, apiVersion: resource.stored.apiVersion }
  );
}

/** apiVersion and kind of built-in kinds are optional, and must match if set. */
function withKind(body: JsonObject, { resource, version }: Target): JsonObject {
  const { apiVersion, kind } = body;
  if (resource.isCustom && !isString(kind)) {
    throw badRequest(`Object 'Kind' is missing in '${JSON.stringify(body)}'`);
  }
  if (isString(apiVersion) && apiVersion !== version.apiVersion) {
    if (!resource.isCustom) throw unregistered(resource.kind, apiVersion, resource.kind);
    throw badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${version.apiVersion})`,
    );
  }
  if (isString(kind) && kind !== resource.kind) {
    throw unregistered(kind, version.apiVersion, resource.kind);
  }
  const { metadata, ...rest } = body;
  const identity = { apiVersion: version.apiVersion, kind: resource.kind };
  return { ...identity, metadata: metadata ?? {}, ...rest, ...identity };
}

/** @param expected the kind that the request's path serves */
function unregistered(kind: string, apiVersion: string, expected: string): Error {
  const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
  return badRequest(
    `${kind} in version "${version}" cannot be handled as a ${expected}: no kind "${kind}" is registered for version "${apiVersion}" in scheme "pkg/runtime/scheme.go:111"`,
  );
}

function cannotHandle({ resource, version }: Target, why: string): Error {
  const { kind } = resource;
  return badRequest(`${kind} in version "${version.name}" cannot be handled as a ${kind}: ${why}`);
}

function unrecognized({ resource }: Target, body: Json): Error {
  return badRequest(
    `the object provided is unrecognized (must be of type ${resource.kind}): couldn't get version/kind; json parse error: json: cannot unmarshal ${JSON.stringify(body).slice(0, 64)}`,
  );
}

function reportUnknownFields(
  fields: readonly string[],
  target: Target,
  { fieldValidation = 'Ignore', warn }: WriteOptions,
): void {
  if (fields.length === 0 || fieldValidation === 'Ignore') return;
  const messages = fields.map((field) => `unknown field ${JSON.stringify(field)}`);
  if (fieldValidation === 'Strict') {
    throw cannotHandle(target, `strict decoding error: ${messages.join(', ')}`);
  }
  for (const message of messages) warn?.(message);
}

/** The object gets the namespace of the request; the body must not name another one. */
function withNamespace(draft: Draft, { namespace }: Target): Draft {
  const { namespace: given, ...metadata } = draft.metadata;
  if (given !== undefined && given !== '' && given !== namespace) {
    throw badRequest(
      'the namespace of the provided object does not match the namespace sent on the request',
    );
  }
  return { ...draft, metadata: { ...metadata, ...(namespace === undefined ? {} : { namespace }) } };
}
