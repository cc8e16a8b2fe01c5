import { readFile } from 'node:fs/promises';
import { invariant } from '@kerf/core';
import { storedFleet, storeFleet } from '@kerf/testing';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest } from '../../../apps/api/src/testing/api-under-test.js';
import { createKerfClient, dataOf, itemsOf, type KerfClient, KerfProblem } from './client.js';

const root = new URL('../../..', import.meta.url);

let api: ApiUnderTest;
let client: KerfClient;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  await storeFleet(api.api.parts.ports.store);
  const token = (api.writer['authorization'] ?? '').replace('Bearer ', '');
  client = createKerfClient({ url: api.url, token });
});
afterAll(() => api.close());

describe('a client generated from the served OpenAPI document', () => {
  it('equals the committed client', async () => {
    const { body } = await api.send('GET', '/api/v1/openapi.json', {});
    const generated = await openapiTS(JSON.stringify(body), {
      rootTypes: true,
      rootTypesNoSchemaPrefix: true,
    });
    const built = await readFile(new URL('./generated/api.ts', import.meta.url), 'utf8');
    expect(built).toContain(astToString(generated).trim());
  });

  it('does the exercise of the README', async () => {
    const files = await Promise.all(
      ['node-class', 'node-pool'].map((name) =>
        readFile(new URL(`examples/exercise/${name}.yaml`, root), 'utf8'),
      ),
    );
    // The cluster of the spec already owns a class of this name.
    const [nodeClass, nodePool] = files.map((text) =>
      text.replaceAll('name: default', 'name: exercise'),
    );
    const cluster = storedFleet.clusterName;
    const applied = await dataOf(
      client.POST('/api/v1/clusters/{cluster}/manifests', {
        params: { path: { cluster }, query: { replacePlaceholders: 'true' } },
        body: { manifests: `${nodeClass}\n---\n${nodePool}` },
      }),
    );
    expect(applied.applied).toBe(true);
    const names = applied.documents.map(({ name }) => name);
    const pools: string[] = [];
    const read = (cursor: string | undefined) =>
      dataOf(
        client.GET('/api/v1/node-pools', {
          params: { query: { limit: 1, ...(cursor === undefined ? {} : { cursor }) } },
        }),
      );
    for await (const { name } of itemsOf(read)) pools.push(name);
    expect(pools.filter((name) => names.includes(name))).toHaveLength(1);
    expect(pools.length).toBeGreaterThan(1);

    const waiting = await dataOf(
      client.GET('/api/v1/decisions', { params: { query: { state: ['AWAITING_APPROVAL'] } } }),
    );
    const id = waiting.items[0]?.id;
    invariant(id !== undefined, 'the fleet has a decision that awaits approval');
    const path = { id };
    const { response } = await client.GET('/api/v1/decisions/{id}', { params: { path } });
    const approve = (etag: string) =>
      dataOf(
        client.POST('/api/v1/decisions/{id}/approve', {
          params: { path, header: { 'If-Match': etag } },
          body: { comment: 'from an outside client' },
        }),
      );
    await expect(approve('"999"')).rejects.toMatchObject({ status: 412 });
    const approved = await approve(response.headers.get('etag') ?? '');
    expect(approved.state).toBe('APPROVED');
    await expect(approve('*')).rejects.toBeInstanceOf(KerfProblem);
  });
});
