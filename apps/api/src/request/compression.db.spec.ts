import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { aNodeRow, storedFleet, storeFleet } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, type Sender } from '../testing/api-under-test.js';

let api: ApiUnderTest;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  const { store } = api.api.parts.ports;
  await storeFleet(store);
  await store.readModel.applyNodes(
    storedFleet.cluster,
    Array.from({ length: 60 }, (_, index) =>
      aNodeRow({ clusterId: storedFleet.cluster, name: `node-${index}` }),
    ),
    [],
  );
});
afterAll(() => api.close());

interface RawAnswer {
  readonly status: number;
  readonly coding: string | undefined;
  readonly etag: string | undefined;
  readonly vary: string | undefined;
  readonly cacheControl: string | undefined;
  readonly body: Buffer;
}

/** As it comes over the wire: fetch would decompress it. */
async function send(
  method: string,
  path: string,
  headers: Sender,
  body?: unknown,
): Promise<RawAnswer> {
  const sent = request(`${api.url}${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
  });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve);
    sent.once('error', reject);
  });
  return {
    status: response.statusCode ?? 0,
    coding: response.headers['content-encoding'],
    etag: response.headers.etag,
    vary: response.headers.vary,
    cacheControl: response.headers['cache-control'],
    body: await buffer(response),
  };
}

const get = (path: string, encodings: string, headers: Sender = {}) =>
  send('GET', path, { ...api.reader, ...headers, 'accept-encoding': encodings });
const graphql = (query: string, variables: object = {}) =>
  send('POST', '/graphql', { ...api.writer, 'accept-encoding': 'gzip' }, { query, variables });

const nodes = `/api/v1/clusters/${storedFleet.clusterName}/nodes?limit=100`;
const cluster = `/api/v1/clusters/${storedFleet.clusterName}`;

describe('answers', () => {
  it.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ])('are compressed with %s for clients that accept it', async (coding, decompress) => {
    const plain = await get(nodes, 'identity');
    const compressed = await get(nodes, coding);
    expect([plain.coding, compressed.coding]).toEqual([undefined, coding]);
    expect(compressed.vary).toContain('Accept-Encoding');
    expect(compressed.body.length).toBeLessThan(plain.body.length / 4);
    const items = (body: Buffer): unknown => JSON.parse(body.toString()).items;
    expect(items(decompress(compressed.body))).toEqual(items(plain.body));
  });

  it('of GraphQL, of streams and about the API itself are compressed', async () => {
    const query = `{ nodes(clusterId: "${storedFleet.cluster}", first: 60) { nodes { name labels } } }`;
    const answers = await Promise.all([
      graphql(query),
      get(`${cluster}/all-nodes`, 'gzip'),
      get('/api/v1/openapi.json', 'gzip'),
      get('/openapi.json', 'gzip'),
    ]);
    for (const { status, coding, body } of answers) {
      expect([status, coding]).toEqual([200, 'gzip']);
      expect(JSON.parse(gunzipSync(body).toString())).toBeTypeOf('object');
    }
  });

  it('are sent as they are when they are small', async () => {
    expect((await get('/api/v1/api-tokens?', 'gzip')).coding).toBeUndefined();
  });
});

describe('answers that may carry a secret', () => {
  it('are not compressed, and no proxy may do it', async () => {
    const headers = { ...api.writer, 'accept-encoding': 'gzip' };
    const manifests = Array.from(
      { length: 20 },
      (_, index) => `kind: NodePool\nmetadata: { name: pool-${index} }\n`,
    ).join('---\n');
    const token = { name: 'ci', role: 'viewer', expiresInDays: 1 };
    const create = `mutation ($input: CreateApiTokenInput!) {
      createApiToken(input: $input) { secret token { name } userErrors { code } } }`;
    const apply = `mutation ($input: ApplyManifestsInput!) {
      applyManifests(input: $input) { documents { index name findings { message } } } }`;
    const answers = await Promise.all([
      send('POST', '/api/v1/api-tokens', headers, token),
      send('POST', `${cluster}/manifests?dryRun=true`, headers, { manifests }),
      graphql(create, { input: token }),
      graphql(apply, { input: { clusterId: storedFleet.cluster, manifests, dryRun: true } }),
      send('GET', '/auth/link?token=none', headers),
    ]);
    expect(answers.filter(({ body }) => body.length > 1_024)).toHaveLength(2);
    for (const { coding, cacheControl } of answers) {
      expect(coding).toBeUndefined();
      expect(cacheControl).toBe('no-store, no-transform');
    }
  });
});

describe('the ETag of a compressed answer', () => {
  it('is another than that of the plain one, and both name the version', async () => {
    const [plain, compressed] = [await get(cluster, 'identity'), await get(cluster, 'gzip')];
    expect(compressed.coding).toBe('gzip');
    expect(compressed.etag).toBe(plain.etag?.replace(/"$/, '-gzip"'));
    for (const etag of [plain.etag ?? '', compressed.etag ?? '']) {
      for (const encodings of ['identity', 'gzip']) {
        expect((await get(cluster, encodings, { 'if-none-match': etag })).status).toBe(304);
      }
    }
    const headers = { ...api.writer, 'if-match': compressed.etag ?? '' };
    const settings = { batchIdleMs: 1_500 };
    expect((await send('PATCH', cluster, headers, { settings })).status).toBe(200);
    expect((await send('PATCH', cluster, headers, { settings })).status).toBe(412);
  });
});
