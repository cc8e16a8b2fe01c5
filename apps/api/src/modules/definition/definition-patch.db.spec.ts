import { invariant } from '@kerf/core';
import { storedFleet, storeFleet } from '@kerf/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Answer, ApiUnderTest, at } from '../../testing/api-under-test.js';

let api: ApiUnderTest;
let path: string;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  await storeFleet(api.api.parts.ports.store);
});
afterAll(() => api.close());

let created = 0;
beforeEach(async () => {
  created += 1;
  const answer = await send('POST', `/api/v1/node-pools?cluster=${storedFleet.clusterName}`, {
    manifest: `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: pool-${created} }
spec:
  weight: 3
  limits: { cpu: "10" }
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements:
        - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }
`,
  });
  invariant(answer.status === 201, 'the NodePool was created');
  path = String(answer.headers.get('location'));
});

const send = (method: string, url: string, body?: unknown, headers = {}) =>
  api.send(method, url, { ...api.writer, ...headers }, body);
const read = () => send('GET', path);
const tag = async (): Promise<string> => {
  const etag = (await read()).headers.get('etag');
  invariant(etag !== null, 'a definition has an ETag');
  return etag;
};
const merge = (body: unknown, ifMatch: string, query = '') =>
  send('PATCH', `${path}${query}`, body, {
    'content-type': 'application/merge-patch+json',
    'if-match': ifMatch,
  });
const operate = (body: unknown, ifMatch: string, query = '') =>
  send('PATCH', `${path}${query}`, body, {
    'content-type': 'application/json-patch+json',
    'if-match': ifMatch,
  });
const detailOf = ({ body }: Answer): string => String(at(body, 'detail'));

describe('a patch of a definition', () => {
  it('merges into the manifest, and answers the changed definition with its ETag', async () => {
    const before = await tag();
    const answer = await merge({ spec: { weight: 7, limits: { memory: '20Gi' } } }, before);
    expect(answer).toMatchObject({ status: 200, body: { weight: 7, revision: 2 } });
    expect(String(at(answer.body, 'manifest'))).toMatch(/cpu: "10"\n {4}memory: 20Gi/);
    expect(answer.headers.get('etag')).toBe((await tag()).replace('-gzip', ''));
    expect((await merge({ spec: { weight: 8 } }, before)).status).toBe(412);
  });

  it('removes members that are null', async () => {
    const answer = await merge({ spec: { limits: null } }, '*');
    expect(String(at(answer.body, 'manifest'))).not.toContain('limits');
  });

  it('applies operations one after the other, all or none', async () => {
    const test = { op: 'test', path: '/spec/weight', value: 3 };
    const replace = { op: 'replace', path: '/spec/weight', value: 9 };
    expect(await operate([test, replace], '*')).toMatchObject({ status: 200, body: { weight: 9 } });
    const refused = await operate([{ ...replace, value: 1 }, test], '*');
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'BAD_USER_INPUT', errors: [{ pointer: '#/1' }] },
    });
    expect(detailOf(refused)).toContain('Operation 1 of the patch tests a value');
    expect(at((await read()).body, 'weight')).toBe(9);
  });

  it('is checked like a manifest, with the place of each error', async () => {
    const answer = await merge({ spec: { weight: 1_000, nope: 1 } }, '*');
    expect(answer.status).toBe(400);
    // Pointers are into the patch that was sent.
    expect(at(answer.body, 'errors')).toMatchObject([
      { pointer: '#/spec/weight' },
      { pointer: '#/spec/nope' },
    ]);
    expect(at(answer.body, 'detail')).toContain('spec.nope: unknown field nope');
    expect(at((await read()).body, 'weight')).toBe(3);
  });

  it.each([{ metadata: { name: 'other' } }, { kind: 'EC2NodeClass' }])(
    'cannot make it another object: %o',
    async (body) => {
      expect((await merge(body, '*')).status).toBe(400);
      expect(at((await read()).body, 'name')).toBe(`pool-${created}`);
    },
  );

  it('requires If-Match and the media type of a patch', async () => {
    const patched = { 'content-type': 'application/merge-patch+json' };
    expect((await send('PATCH', path, {}, patched)).status).toBe(428);
    const plain = await send('PATCH', path, {}, { 'if-match': '*' });
    expect(plain.status).toBe(415);
    expect(detailOf(plain)).toContain('application/json-patch+json');
    expect(plain.headers.get('accept-patch')).toBe(
      'application/merge-patch+json, application/json-patch+json',
    );
  });
});

describe('a dry run', () => {
  it('of a patch returns its result, and changes nothing', async () => {
    const before = await tag();
    const answer = await merge({ spec: { weight: 7 } }, before, '?dryRun=All');
    expect(answer).toMatchObject({
      status: 200,
      body: { applied: false, documents: [{ outcome: 'UPDATED', accepted: true }] },
    });
    expect(String(at(answer.body, 'documents.0.manifest'))).toContain('weight: 7');
    expect(String(at(answer.body, 'documents.0.currentManifest'))).toContain('weight: 3');
    expect(await tag()).toBe(before);
  });

  it('of a replacement is refused as the replacement would be', async () => {
    const put = (manifest: string, ifMatch: string) =>
      send('PUT', `${path}?dryRun=All`, { manifest }, { 'if-match': ifMatch });
    const manifest = String(at((await read()).body, 'manifest'));
    expect(await put(manifest, '*')).toMatchObject({
      status: 200,
      body: { documents: [{ outcome: 'UNCHANGED' }] },
    });
    expect((await put(manifest, '"99"')).status).toBe(412);
    expect((await put('kind: NodePool', '*')).status).toBe(400);
  });

  it('of a creation uses up no key', async () => {
    const manifest = String(at((await read()).body, 'manifest')).replace(
      `pool-${created}`,
      'from-dry-run',
    );
    const create = (query: string) =>
      send(
        'POST',
        `/api/v1/node-pools?cluster=${storedFleet.clusterName}${query}`,
        { manifest },
        { 'idempotency-key': 'from-dry-run' },
      );
    expect(await create('&dryRun=All')).toMatchObject({
      status: 200,
      body: { documents: [{ outcome: 'CREATED', definitionId: null }] },
    });
    const saved = await create('');
    expect(saved).toMatchObject({ status: 201, body: { name: 'from-dry-run' } });
    expect(saved.headers.get('idempotency-replayed')).toBeNull();
    const again = await create('');
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('of a deletion deletes nothing', async () => {
    const remove = (query: string) =>
      send('DELETE', `${path}${query}`, undefined, { 'if-match': '*' });
    expect((await remove('?dryRun=All')).status).toBe(204);
    expect((await read()).status).toBe(200);
    expect((await remove('')).status).toBe(204);
    expect((await read()).status).toBe(404);
  });
});
