import { readFileSync } from 'node:fs';
import { isRecord } from '@kerf/core';
import { buildSchema, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { schemaFile } from '../graphql-options.js';
import { ApiUnderTest, at, unauthenticated } from '../testing/api-under-test.js';
import { RouteTable } from './route-table.js';

let api: ApiUnderTest;
let document: unknown;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  document = (await api.send('GET', '/openapi.json', unauthenticated)).body;
});
afterAll(() => api.close());

const members = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

const allOperations = () =>
  members(at(document, 'paths')).flatMap(([, methods]) => members(methods).map(([, one]) => one));

/** IDs of the components that a part of the document refers to, also indirectly. */
function reachable(part: unknown, found = new Set<string>()): ReadonlySet<string> {
  for (const [, id = ''] of JSON.stringify(part ?? null).matchAll(
    /#\/components\/schemas\/([^"]+)/g,
  )) {
    if (found.has(id)) continue;
    found.add(id);
    reachable(at(document, `components.schemas.${id}`), found);
  }
  return found;
}

/** Every object in a value, with its path. */
function* inside(
  value: unknown,
  path = '',
): Generator<{ readonly path: string; readonly value: Readonly<Record<string, unknown>> }> {
  if (isRecord(value)) yield { path, value };
  for (const [name, member] of members(value)) yield* inside(member, `${path}/${name}`);
}

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1, for anybody to read', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Kerf', version: '0.1.0' } });
  });

  it('has every route, each with an id of its own', () => {
    const operations = members(at(document, 'paths')).flatMap(([path, methods]) =>
      members(methods).map(([method, operation]) => ({
        route: `${method} ${path}`,
        id: at(operation, 'operationId'),
      })),
    );
    const routes = api.api.app.get(RouteTable, { strict: false }).routes;
    const described = routes.flatMap(({ method, path, spec }) =>
      spec === null ? [] : [`${method.toLowerCase()} ${path}`],
    );
    expect(operations.map(({ route }) => route).sort()).toEqual(described.toSorted());
    expect(operations.length).toBeGreaterThan(60);
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
  });

  it('has a summary and the problems of each operation', () => {
    const lacking = members(at(document, 'paths')).flatMap(([path, methods]) =>
      members(methods).flatMap(([method, operation]) => {
        const problem = Object(at(operation, 'responses')).default;
        const isDescribed =
          at(operation, 'summary') !== '' &&
          Object.keys(problem.content).join() === 'application/problem+json';
        return isDescribed ? [] : [`${method} ${path}`];
      }),
    );
    expect(lacking).toEqual([]);
  });

  it('refers to nothing that it lacks', () => {
    const text = JSON.stringify(document);
    const refs = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, id]) => id,
    );
    const known = members(at(document, 'components.schemas')).map(([id]) => id);
    expect(refs.length).toBeGreaterThan(50);
    expect(refs.filter((id) => id === undefined || !known.includes(id))).toEqual([]);
    expect(text).not.toMatch(/"\$schema"|"\$id"/);
  });

  it('sorts its components, whatever the order in which modules are loaded', () => {
    const ids = members(at(document, 'components.schemas')).map(([id]) => id);
    expect(ids).toEqual([...ids].sort());
  });

  it('calls nothing read-only: each component has one direction, and clients send what they see there', () => {
    const of = (part: (operation: unknown) => unknown) =>
      new Set(allOperations().flatMap((operation) => [...reachable(part(operation))]));
    const requests = of((operation) => at(operation, 'requestBody'));
    const answers = of((operation) => at(operation, 'responses'));
    expect([...requests].filter((id) => answers.has(id)).toSorted()).toEqual(['Usd', 'UsdPerHour']);
    expect(JSON.stringify(document)).not.toContain('"readOnly"');
  });

  it('has the limits of each whole number, and none that only the prose has', () => {
    const schemas = [...inside(document)];
    const whole = schemas.filter(({ value }) => value['type'] === 'integer');
    expect(whole.length).toBeGreaterThan(200);
    const unlimited = whole.filter(
      ({ value: { minimum, maximum } }) =>
        !Number.isInteger(maximum) || minimum === Number.MIN_SAFE_INTEGER || minimum === undefined,
    );
    expect(unlimited.map(({ path }) => path)).toEqual([]);
    const inProse = schemas.filter(
      ({ value: { description, type } }) =>
        (type === 'integer' || type === 'number') && /\d+ to \d+/.test(String(description)),
    );
    expect(inProse.map(({ path }) => path)).toEqual([]);
    expect(
      at(document, 'components.schemas.CreateApiToken.properties.expiresInDays'),
    ).toMatchObject({
      minimum: 1,
      maximum: 365,
    });
  });

  it('names its server and license, and describes each operation with the access that it needs', () => {
    expect(document).toMatchObject({
      servers: [{ url: '/' }],
      info: { license: { identifier: 'Apache-2.0' } },
    });
    const descriptions = allOperations().map((operation) => String(at(operation, 'description')));
    const access =
      /Needs the action `[A-Z_]+`|Needs no authentication|For every authenticated caller/;
    expect(descriptions.filter((text) => !access.test(text))).toEqual([]);
  });

  it('describes the pages of lists and the preconditions of writes', () => {
    const paths = Object(at(document, 'paths'));
    expect(paths['/api/v1/clusters/{cluster}/nodes'].get.parameters).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'cluster', in: 'path', required: true }),
        expect.objectContaining({
          name: 'state',
          in: 'query',
          required: false,
          schema: expect.objectContaining({
            type: 'array',
            items: expect.objectContaining({ enum: expect.arrayContaining(['NOT_READY']) }),
          }),
        }),
      ]),
    );
    expect(paths['/api/v1/clusters/{cluster}'].patch.parameters).toContainEqual(
      expect.objectContaining({ name: 'If-Match', in: 'header', required: true }),
    );
    const { post } = paths['/api/v1/clusters/{cluster}/manifests'];
    expect(Object.keys(post.requestBody.content)).toEqual(['application/json', 'application/yaml']);
    expect(Object.keys(post.responses)).toEqual(
      expect.arrayContaining(['200', '201', '401', '404', '409', '415', '429', 'default']),
    );
    const nodes = paths['/api/v1/clusters/{cluster}/nodes'].get.responses['200'];
    expect(Object.keys(nodes.content)).toEqual([
      'application/json',
      'text/csv',
      'text/event-stream',
    ]);
    expect(Object.keys(nodes.headers)).toEqual(expect.arrayContaining(['Link', 'RateLimit-Reset']));
    expect(post.description).toContain('expectedVersions');
    const { put } = paths['/api/v1/node-pools/{id}'];
    expect(put.parameters).toContainEqual(
      expect.objectContaining({ name: 'If-Match', in: 'header', required: true }),
    );
    expect(put.responses['200'].headers).toHaveProperty('ETag');
    expect(Object.keys(put.responses)).toEqual(expect.arrayContaining(['412', '428']));
    const create = paths['/api/v1/node-pools'].post;
    expect(Object.keys(create.responses['201'].headers)).toEqual(
      expect.arrayContaining(['ETag', 'Location', 'Idempotency-Replayed']),
    );
  });
});

describe('GraphQL and REST', () => {
  it('give the same member the same name', () => {
    const schema = buildSchema(readFileSync(schemaFile, 'utf8'));
    const shared = members(at(document, 'components.schemas')).flatMap(([id, component]) => {
      const type = schema.getType(id);
      return isObjectType(type) ? [{ id, fields: type.getFields(), component }] : [];
    });
    expect(shared.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['Cluster', 'Node', 'NodePool', 'NodeClass', 'Decision', 'NodeClaim']),
    );
    const strange = shared.flatMap(({ id, fields, component }) =>
      members(at(component, 'properties')).flatMap(([name]) =>
        name in fields ? [] : [`${id}.${name}`],
      ),
    );
    // GraphQL leads to the claims themselves; REST gives their ids. The rows of a REST answer are its `items`.
    expect(strange.toSorted()).toEqual([
      'CostAllocation.items',
      'Interruption.replacementClaimIds',
      'PlannedNodeClaim.nodeClaimId',
    ]);
  });
});
