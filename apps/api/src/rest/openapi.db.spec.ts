import { readFileSync } from 'node:fs';
import { buildSchema, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { schemaFile } from '../graphql-options.js';
import { ApiUnderTest, at, unauthenticated } from '../testing/api-under-test.js';

let api: ApiUnderTest;
let document: unknown;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  document = (await api.send('GET', '/openapi.json', unauthenticated)).body;
});
afterAll(() => api.close());

const members = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

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
    expect(operations.map(({ route }) => route).sort()).toEqual([
      'delete /api/v1/api-tokens/{id}',
      'delete /api/v1/clusters/{cluster}',
      'delete /api/v1/node-classes/{id}',
      'delete /api/v1/node-pools/{id}',
      'delete /api/v1/notification-channels/{id}',
      'delete /api/v1/notification-rules/{id}',
      'get /api/v1/api-tokens',
      'get /api/v1/audit-entries',
      'get /api/v1/changes',
      'get /api/v1/clusters',
      'get /api/v1/clusters/{cluster}',
      'get /api/v1/clusters/{cluster}/all-nodes',
      'get /api/v1/clusters/{cluster}/node-claims',
      'get /api/v1/clusters/{cluster}/nodes',
      'get /api/v1/clusters/{cluster}/nodes/{node}',
      'get /api/v1/cost',
      'get /api/v1/cost/month',
      'get /api/v1/cost/report',
      'get /api/v1/cost/savings',
      'get /api/v1/cost/series',
      'get /api/v1/cost/unused-anticipation',
      'get /api/v1/decisions',
      'get /api/v1/decisions/{id}',
      'get /api/v1/disruption-budgets',
      'get /api/v1/disruption-simulations/{id}',
      'get /api/v1/events',
      'get /api/v1/interruptions',
      'get /api/v1/interruptions/{id}',
      'get /api/v1/node-claims/{id}',
      'get /api/v1/node-classes',
      'get /api/v1/node-classes/{id}',
      'get /api/v1/node-pools',
      'get /api/v1/node-pools/{id}',
      'get /api/v1/notification-channels',
      'get /api/v1/notification-channels/{id}',
      'get /api/v1/notification-deliveries',
      'get /api/v1/notification-deliveries/{id}',
      'get /api/v1/notification-event-kinds',
      'get /api/v1/notification-rules',
      'get /api/v1/pending-pods',
      'patch /api/v1/clusters/{cluster}',
      'patch /api/v1/node-classes/{id}',
      'patch /api/v1/node-pools/{id}',
      'patch /api/v1/notification-channels/{id}',
      'patch /api/v1/notification-rules/{id}',
      'post /api/v1/api-tokens',
      'post /api/v1/clusters',
      'post /api/v1/clusters/{cluster}/disruption-simulations',
      'post /api/v1/clusters/{cluster}/manifests',
      'post /api/v1/clusters/{cluster}/recheck',
      'post /api/v1/decisions/{id}/approve',
      'post /api/v1/decisions/{id}/reject',
      'post /api/v1/manifests/convert',
      'post /api/v1/node-classes',
      'post /api/v1/node-pools',
      'post /api/v1/notification-channels',
      'post /api/v1/notification-channels/{id}/end-rotation',
      'post /api/v1/notification-channels/{id}/rotate-secret',
      'post /api/v1/notification-channels/{id}/test',
      'post /api/v1/notification-deliveries/{id}/redeliver',
      'post /api/v1/notification-rules',
      'put /api/v1/node-classes/{id}',
      'put /api/v1/node-pools/{id}',
    ]);
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

  it('says what a list reads and what a write needs', () => {
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
    expect(Object.keys(nodes.content)).toEqual(['application/json', 'text/csv']);
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

describe('both doors', () => {
  it('call the same thing by the same name', () => {
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
    // GraphQL leads to the claims themselves; REST gives their ids.
    expect(strange.toSorted()).toEqual([
      'Interruption.replacementClaimIds',
      'PlannedNodeClaim.nodeClaimId',
    ]);
  });
});
