import { invariant } from '@kerf/core';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { z } from 'zod';
import { productVersion } from '../modules/product/product-version.js';
import { type OperationSpec, operationKey } from './operation.js';
import { components } from './wire.js';

/** A controller class and its methods' names. */
export interface DescribedController {
  readonly prototype: object;
  readonly constructor: object;
  readonly methods: readonly string[];
}

type JsonObject = Record<string, unknown>;

/**
 * The OpenAPI 3.1 document, from the schemas that validate and write. Own lines, because
 * `@nestjs/swagger` describes classes and speaks JSON Schema as OpenAPI 3.0 has it; zod's does not
 * fit its types.
 */
export function createOpenApi(controllers: readonly DescribedController[]): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const { path, method, spec } of controllers.flatMap(routesOf)) {
    paths[path] = { ...paths[path], [method]: describe(spec, path) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kerf',
      version: productVersion,
      description: 'Nodes, claims, decisions and definitions of a fleet of EKS clusters',
    },
    security: [{ token: [] }],
    paths,
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token, `kerf_token_…`' },
      },
    },
  };
}

interface Route {
  readonly path: string;
  readonly method: string;
  readonly spec: OperationSpec;
}

function routesOf({ prototype, constructor, methods }: DescribedController): readonly Route[] {
  const base: unknown = Reflect.getMetadata(PATH_METADATA, constructor);
  return methods.flatMap((name) => {
    const handler: unknown = Reflect.get(prototype, name);
    if (typeof handler !== 'function') return [];
    const spec: OperationSpec | undefined = Reflect.getMetadata(operationKey, handler);
    if (spec === undefined) return [];
    const own: unknown = Reflect.getMetadata(PATH_METADATA, handler);
    const method: RequestMethod = Reflect.getMetadata(METHOD_METADATA, handler);
    const segments = [base, own].join('/').split('/').filter(Boolean);
    const path = segments.map((segment) => segment.replace(/^:(.+)$/, '{$1}')).join('/');
    return [{ path: `/${path}`, method: RequestMethod[method].toLowerCase(), spec }];
  });
}

function describe(spec: OperationSpec, path: string): JsonObject {
  const { answer, status = 200 } = spec;
  const content = answer === undefined ? {} : { content: jsonOf(answer) };
  return {
    operationId: spec.id,
    summary: spec.summary,
    tags: [path.split('/')[3]],
    parameters: [
      ...parametersOf('path', spec.path),
      ...parametersOf('query', spec.query),
      ...headersOf(spec),
    ],
    ...(spec.body === undefined ? {} : { requestBody: bodyOf(spec.body, spec) }),
    responses: {
      [status]: { description: 'Done', ...content },
      default: {
        description: 'What went wrong (RFC 9457)',
        content: { 'application/problem+json': { schema: refTo(problemResource) } },
      },
    },
  };
}

/** The answer to whatever goes wrong. */
const problemResource = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    code: z.string().meta({ description: 'The same codes as in GraphQL' }),
    requestId: z.string().nullable(),
    errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
  })
  .register(components, { id: 'Problem' });

function bodyOf(body: z.ZodType, { takesYaml }: OperationSpec): JsonObject {
  const yaml = { 'application/yaml': { schema: { type: 'string' } } };
  return { required: true, content: { ...jsonOf(body), ...(takesYaml ? yaml : {}) } };
}

const jsonOf = (schema: z.ZodType): JsonObject => ({
  'application/json': { schema: refTo(schema) },
});

function parametersOf(place: 'path' | 'query', object: z.ZodObject | undefined): JsonObject[] {
  return Object.entries(object?.shape ?? {}).map(([name, field]) => {
    const { $schema: _, '~standard': __, ...schema } = z.toJSONSchema(field, { io: 'input' });
    return { name, in: place, required: !z.safeParse(field, undefined).success, schema };
  });
}

function headersOf({ needsVersion, takesKey }: OperationSpec): JsonObject[] {
  const header = (name: string, required: boolean, description: string) => ({
    name,
    in: 'header',
    required,
    description,
    schema: { type: 'string' },
  });
  return [
    ...(needsVersion ? [header('If-Match', true, 'The ETag of what was read')] : []),
    ...(takesKey
      ? [header('Idempotency-Key', false, 'The first answer is given again for a day')]
      : []),
  ];
}

const componentRef = (id: string): string => `#/components/schemas/${id}`;

function refTo(schema: z.ZodType): JsonObject {
  const id = components.get(schema)?.id;
  invariant(id !== undefined, 'what a route reads or answers is a named component');
  return { $ref: componentRef(id) };
}

function componentSchemas(): JsonObject {
  const { schemas } = z.toJSONSchema(components, { io: 'input', uri: componentRef });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  );
}
