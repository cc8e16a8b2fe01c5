import type { ExpectedVersion } from '@kerf/application';
import { AppError, type FieldProblem, invariant } from '@kerf/core';
import { toFieldProblems } from '@kerf/definitions';
import {
  createParamDecorator,
  type ExecutionContext,
  UnsupportedMediaTypeException,
} from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import { badInput } from '../contract/public-error.js';
import { refuseUnstorableText } from '../contract/storable-text.js';
import { expectedByIfMatch } from '../request/etag.js';
import { acceptsKey, type OperationSpec, operationKey } from './operation.js';
import {
  jsonPatchBody,
  jsonPatchType,
  mergePatchBody,
  mergePatchType,
  type Patch,
} from './patch.js';

/** Parts of the request that the route's operation declares, parsed by its schemas. */
export const FromRequest = createParamDecorator((_: unknown, context: ExecutionContext) =>
  readRequest(context),
);

/** The same parts in one object, with the names that mutations and filters of GraphQL have. */
export const InputOfRoute = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { path, query, body, ...headers } = readRequest(context);
  const version = 'seenVersion' in headers ? { expectedVersion: headers.seenVersion } : {};
  const key = 'key' in headers ? { idempotencyKey: headers.key } : {};
  const patch = 'patch' in headers ? { patch: headers.patch } : {};
  return Object.assign({}, body, patch, withPlurals(query), path, version, key);
});

/** The only parameter of the path. */
export const IdOfRoute = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { path } = readRequest(context);
  const [id] = Object.values(Object(path));
  return id;
});

/** A list has the plural of its parameter's name. */
function withPlurals(query: unknown): object {
  const entries = Object.entries(Object(query)).map(([name, value]) => [
    Array.isArray(value) ? name.replace(/(y?)$/, (y) => (y === '' ? 's' : 'ies')) : name,
    value,
  ]);
  return Object.fromEntries(entries);
}

function readRequest(context: ExecutionContext) {
  const handler = context.getHandler();
  const spec: OperationSpec | undefined = Reflect.getMetadata(operationKey, handler);
  invariant(spec !== undefined, `${handler.name} declares no operation`);
  const request = context.switchToHttp().getRequest<Request>();
  const { path, query, body } = spec;
  return {
    ...(path === undefined ? {} : { path: read(path, request.params, 'the path') }),
    ...(query === undefined ? {} : { query: readQuery(query, request) }),
    ...(body === undefined ? {} : { body: readBody(body, request, spec) }),
    ...(spec.takesPatch === true ? { patch: readPatch(request) } : {}),
    ...(spec.needsVersion === true ? { seenVersion: readVersion(request) } : {}),
    ...(spec.takesKey === true ? { key: request.get('idempotency-key') } : {}),
    ...(acceptsKey(spec) ? {} : refuseKey(request)),
  };
}

function read(schema: z.ZodType, value: unknown, what: string): unknown {
  refuseUnstorableText(value, what);
  return readAs(schema, value, what);
}

function readAs<T>(schema: z.ZodType<T>, value: unknown, what = 'the body'): T {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw invalid(what, toFieldProblems(result.error));
}

/** The sentence has the first problem, for callers who show nothing else. */
function invalid(what: string, problems: readonly FieldProblem[]): AppError {
  const [first] = problems;
  const field = first === undefined || first.path === '' ? 'it' : first.path;
  const subject = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  return badInput(`${subject} is invalid: ${field} ${first?.message}.`, problems);
}

/** `?state=READY` is a list of one element if the schema requires a list. */
function readQuery(schema: z.ZodObject, { query }: Request): unknown {
  const entries = Object.entries(query).map(([name, value]) => {
    const expectsList = isList(schema.shape[name]);
    if (Array.isArray(value) && name in schema.shape && !expectsList) {
      throw invalid('the query', [{ path: name, message: 'must be given once' }]);
    }
    return [name, expectsList && !Array.isArray(value) ? [value] : value];
  });
  return read(schema, Object.fromEntries(entries), 'the query');
}

const noQuery = z.strictObject({});

/**
 * Refuses parameters of the query if the operation declares none; {@link FromRequest} does so for the
 * others. A write that ignored `dryRun` would not be dry.
 * @throws INPUT.INVALID
 */
export function refuseQuery(request: Request, { query }: Pick<OperationSpec, 'query'>): void {
  if (query === undefined) readQuery(noQuery, request);
}

function isList(field: unknown): boolean {
  return field instanceof z.ZodOptional ? isList(field.unwrap()) : field instanceof z.ZodArray;
}

/** YAML text becomes an object with the text in the member that the operation declares. */
function readBody(
  schema: z.ZodType,
  request: Request,
  { takesYaml }: Pick<OperationSpec, 'takesYaml'>,
): unknown {
  const body: unknown = request.body;
  if (typeof body === 'string' && takesYaml !== undefined) {
    return read(schema, { [takesYaml]: body }, 'the body');
  }
  if (body === undefined && hasBody(request)) {
    const accepted =
      takesYaml !== undefined ? 'application/json or application/yaml' : 'application/json';
    throw new UnsupportedMediaTypeException(`The body must be ${accepted}.`);
  }
  return read(schema, body, 'the body');
}

/** An empty body has the same media type as others. */
const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Its media type says what a patch is. */
function readPatch(request: Request): Patch {
  const type = request.is([jsonPatchType, mergePatchType]);
  const body: unknown = request.body;
  refuseUnstorableText(body, 'the body');
  if (type === jsonPatchType) {
    return { kind: 'Operations', operations: readAs(jsonPatchBody, body) };
  }
  if (type === mergePatchType) return { kind: 'Merge', value: readAs(mergePatchBody, body) };
  throw new UnsupportedMediaTypeException(
    `The body must be ${mergePatchType} or ${jsonPatchType}.`,
  );
}

/** A caller that sends a key relies on it. */
function refuseKey(request: Request): object {
  if (request.get('idempotency-key') === undefined) return {};
  throw badInput('This operation does not support Idempotency-Key. Send the request without it.');
}

function readVersion(request: Request): ExpectedVersion {
  const header = request.get('if-match') ?? '';
  if (header.trim() === '') {
    throw new AppError({
      code: 'STATE.PRECONDITION_REQUIRED',
      message:
        'The If-Match header is required. Send the ETag that you read, so that no other change is overwritten.',
    });
  }
  const expected = expectedByIfMatch(header);
  if (expected !== null) return expected;
  throw badInput(
    'The If-Match header must be * or a list of ETags in double quotes, e.g. "3-0123456789abcdef".',
  );
}
