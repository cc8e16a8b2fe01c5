import { STATUS_CODES } from 'node:http';
import { compareKeys, invariant } from '@kerf/core';
import { z } from 'zod';
import { publicCodes } from '../contract/error-codes.js';
import { productVersion } from '../contract/product-version.js';
import { reasonComponents } from '../contract/reason-types.js';
import { replayHeader } from '../request/current-request.js';
import { bodyExamples, jsonPatchExamples } from './examples.js';
import {
  acceptsKey,
  eventStream,
  formsOf,
  hasPages,
  type OperationSpec,
  tableForm,
} from './operation.js';
import { descriptionOf } from './operation-description.js';
import { jsonPatchType, mergePatchType } from './patch.js';
import { formByName } from './requested-form.js';
import type { Route } from './route-table.js';
import { components, wholeIn } from './wire.js';

type JsonObject = Record<string, unknown>;

/**
 * Generates the OpenAPI 3.1 document from the schemas that validate and serialize. Own code, because
 * `@nestjs/swagger` describes classes and uses the JSON Schema of OpenAPI 3.0, which does not fit zod's.
 */
export function createOpenApi(routes: readonly Route[]): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const { path, method, spec, access } of routes) {
    if (spec === null) continue;
    const described = describe({ spec, path, method, access });
    paths[path] = { ...paths[path], [method.toLowerCase()]: described };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kerf',
      version: productVersion,
      description: 'Nodes, NodeClaims, decisions and definitions of a fleet of EKS clusters',
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The Kerf that serves this document' }],
    security: [{ token: [] }],
    paths: sorted(paths, sortedMembers),
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token, `kerf_token_…`' },
      },
    },
  };
}

/** Independent of the order in which modules are loaded. */
function sorted<Value, Result>(
  members: Readonly<Record<string, Value>>,
  toResult: (value: Value) => Result,
): Readonly<Record<string, Result>> {
  const entries = Object.entries(members).map(([name, value]) => [name, toResult(value)] as const);
  return Object.fromEntries(entries.sort(compareKeys));
}

const sortedMembers = (members: JsonObject): JsonObject => sorted(members, (value) => value);

interface Described extends Pick<Route, 'access'> {
  readonly spec: OperationSpec;
  readonly path: string;
  readonly method: string;
}

function describe(described: Described): JsonObject {
  const { spec, path, method } = described;
  return {
    operationId: spec.id,
    summary: spec.summary,
    description: descriptionOf(described),
    tags: [path.split('/')[3]],
    parameters: [
      ...parametersOf('path', spec.path),
      ...parametersOf('query', spec.query),
      ...(spec.topics === undefined ? [] : watchParameters),
      ...(formsOf(spec).includes(tableForm) ? [formatParameter] : []),
      ...headersOf(spec),
    ],
    ...(spec.body === undefined ? {} : { requestBody: bodyOf(spec.body, spec) }),
    ...(spec.takesPatch === undefined ? {} : { requestBody: patchBodyOf(spec) }),
    responses: {
      ...Object.fromEntries(
        statusesOf(spec).map((status) => [status, doneResponse(described, status)]),
      ),
      ...(method === 'GET' && spec.answer !== undefined && !spec.events && !spec.isStreamed
        ? { 304: { description: 'Not changed since the ETag in `If-None-Match`' } }
        : {}),
      ...Object.fromEntries(problemsOf(spec).map((status) => [status, problemResponse(status)])),
      default: problemResponse(null),
    },
  };
}

/** Statuses of the failures that a caller has to expect from the operation. */
function problemsOf(spec: OperationSpec): readonly number[] {
  const { path, query, body, answer, needsVersion, takesPatch, events, topics } = spec;
  const takesInput = path !== undefined || query !== undefined || body !== undefined;
  return [
    ...(takesInput ? [400] : []),
    401,
    403,
    ...(path === undefined ? [] : [404]),
    ...(answer === undefined ? [] : [406]),
    ...(events || topics !== undefined ? [410] : []),
    ...(needsVersion || acceptsKey(spec) ? [409] : []),
    ...(needsVersion ? [412] : []),
    ...(body === undefined && !takesPatch ? [] : [413, 415]),
    ...(needsVersion ? [428] : []),
    429,
  ].toSorted((one, other) => one - other);
}

function problemResponse(status: number | null): JsonObject {
  const name = status === null ? 'Error' : (STATUS_CODES[status] ?? 'Error');
  return {
    description: `${name} (RFC 9457)`,
    ...(status === 429 ? { headers: { 'Retry-After': responseHeader('Seconds to wait') } } : {}),
    content: { 'application/problem+json': { schema: refTo(problemResource) } },
  };
}

function statusesOf({ status = 200, mayCreate }: OperationSpec): readonly number[] {
  return mayCreate === true ? [status, 201] : [status];
}

function doneResponse({ spec, method }: Described, status: number): JsonObject {
  const { answer } = spec;
  const headers = {
    ...rateHeaders,
    ...(hasPages(spec)
      ? { Link: responseHeader('Pages next to this one: `rel="next"`, `rel="prev"`') }
      : {}),
    ...etagHeader(spec, method),
    ...(status === 201 ? { Location: responseHeader('Path of the created object') } : {}),
    ...(status === 202
      ? { Location: responseHeader('Path of the operation, whose state says when it has ended') }
      : {}),
    ...(acceptsKey(spec)
      ? {
          [replayHeader]: responseHeader(
            '`true`: this is the stored response to an earlier request with the same key',
          ),
        }
      : {}),
  };
  return {
    description: descriptions[status] ?? 'Done',
    headers,
    ...(answer === undefined ? {} : { content: contentOf(answer, spec) }),
  };
}

const descriptions: Readonly<Record<number, string>> = { 201: 'Created', 202: 'Accepted' };

/** Reads without a version have a weak ETag, for `If-None-Match` only. */
function etagHeader({ answer, events, isStreamed }: OperationSpec, method: string): JsonObject {
  if (hasVersion(answer)) return { ETag: responseHeader('Version for `If-Match`') };
  const isWeak = method === 'GET' && answer !== undefined && !events && !isStreamed;
  return isWeak ? { ETag: responseHeader('Weak; for `If-None-Match`') } : {};
}

function contentOf(answer: z.ZodType, spec: OperationSpec): JsonObject {
  if (spec.events === true) {
    return Object.fromEntries(formsOf(spec).map((form) => [form, { schema: refTo(answer) }]));
  }
  const table = { [tableForm]: { schema: { type: 'string' } } };
  return {
    ...jsonOf(answer),
    ...(formsOf(spec).includes(tableForm) ? table : {}),
    ...(spec.topics === undefined ? {} : { [eventStream]: { schema: refTo(answer) } }),
  };
}

function hasVersion(answer: unknown): boolean {
  if (answer instanceof z.ZodUnion) return answer.options.some(hasVersion);
  return answer instanceof z.ZodObject && 'version' in answer.shape;
}

const responseHeader = (description: string): JsonObject => ({
  description,
  schema: { type: 'string' },
});

const rateHeaders = {
  'RateLimit-Limit': responseHeader('Requests of this caller at once'),
  'RateLimit-Remaining': responseHeader('Requests that are left'),
  'RateLimit-Reset': responseHeader('Seconds until all of them are available again'),
};

/** The error response. */
const problemResource = z
  .object({
    type: z.string(),
    title: z.string(),
    status: wholeIn([400, 599]),
    detail: z.string(),
    instance: z.string(),
    code: z.enum(publicCodes).meta({ description: 'The same codes as in GraphQL' }),
    requestId: z.string().nullable(),
    errors: z
      .array(
        z.object({
          pointer: z.string().meta({
            description: 'JSON Pointer into the body, or into the parameters by name',
          }),
          parameter: z.string().optional().meta({
            description: 'Name of the parameter of query or path; absent if the body is wrong',
          }),
          detail: z.string(),
        }),
      )
      .optional(),
  })
  .register(components, { id: 'Problem' });

function bodyOf(body: z.ZodType, { id, takesYaml }: OperationSpec): JsonObject {
  const yaml = { 'application/yaml': { schema: { type: 'string' } } };
  const json = { 'application/json': { schema: refTo(body), ...exampleOf(bodyExamples[id]) } };
  return { required: true, content: { ...json, ...(takesYaml ? yaml : {}) } };
}

const exampleOf = (example: unknown): JsonObject => (example === undefined ? {} : { example });

const patchBodyOf = ({ id }: OperationSpec): JsonObject => ({
  required: true,
  content: {
    [mergePatchType]: {
      schema: { $ref: componentRef('MergePatch') },
      ...exampleOf(bodyExamples[id]),
    },
    [jsonPatchType]: {
      schema: { $ref: componentRef('JsonPatch') },
      ...exampleOf(jsonPatchExamples[id]),
    },
  },
});

const jsonOf = (schema: z.ZodType): JsonObject => ({
  'application/json': { schema: refTo(schema) },
});

function parametersOf(place: 'path' | 'query', object: z.ZodObject | undefined): JsonObject[] {
  return Object.entries(object?.shape ?? {}).map(([name, field]) => {
    const { $schema: _, '~standard': __, ...schema } = z.toJSONSchema(field, wireForm);
    return { name, in: place, required: !z.safeParse(field, undefined).success, schema };
  });
}

const watchParameters: readonly JsonObject[] = [
  {
    name: 'watch',
    in: 'query',
    required: false,
    description:
      '`1`: server-sent events. `list` has the list as it is, at once and whenever it has changed; `bookmark` has a position only',
    schema: { type: 'string', enum: ['1', 'true'] },
  },
  {
    name: 'since',
    in: 'query',
    required: false,
    description:
      'The `id` of the last event, as in `Last-Event-ID`, for `watch`. The list is sent only if it may have changed since; 410 if that is no longer known',
    schema: { type: 'string' },
  },
];

const formatParameter: JsonObject = {
  name: 'format',
  in: 'query',
  required: false,
  description: `The form of the response, instead of \`Accept\`: \`csv\` is \`${tableForm}\``,
  schema: { type: 'string', enum: Object.keys(formByName) },
};

function headersOf(spec: OperationSpec): JsonObject[] {
  const header = (name: string, required: boolean, description: string) => ({
    name,
    in: 'header',
    required,
    description,
    schema: { type: 'string' },
  });
  return [
    ...(spec.needsVersion
      ? [
          header(
            'If-Match',
            true,
            'The ETag that was read, a list of ETags, or `*` for any version',
          ),
        ]
      : []),
    ...(acceptsKey(spec)
      ? [
          header(
            'Idempotency-Key',
            false,
            'Idempotency key: a repeated request within a day returns the first response. A refused request does not use up the key.',
          ),
        ]
      : []),
  ];
}

/**
 * The form of JSON, in both directions: `readonly` of TypeScript's types concerns the inside only. No component but the amounts of money is in requests and responses, so each has one direction.
 */
const wireForm = {
  io: 'input',
  override: ({ jsonSchema }: { readonly jsonSchema: { readOnly?: boolean | undefined } }) => {
    delete jsonSchema.readOnly;
  },
} as const;

function componentRef(id: string): string {
  return `#/components/schemas/${id}`;
}

function refTo(schema: z.ZodType): JsonObject {
  const id = components.get(schema)?.id;
  invariant(id !== undefined, 'schemas of requests and responses are named components');
  return { $ref: componentRef(id) };
}

/** Sorted by name: the registry has the order in which modules were loaded. */
function componentSchemas(): JsonObject {
  const { schemas } = z.toJSONSchema(components, { ...wireForm, uri: componentRef });
  const own = Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  );
  return sorted({ ...own, ...reasonComponents(own['Reason'] ?? {}) }, (schema) => schema);
}
