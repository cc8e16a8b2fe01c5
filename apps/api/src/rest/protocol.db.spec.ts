import { storedFleet, storeFleet } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at, unauthenticated } from '../testing/api-under-test.js';

let api: ApiUnderTest;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  await storeFleet(api.api.parts.ports.store);
});
afterAll(() => api.close());

describe('the root of the API', () => {
  it('says where everything is, to anybody', async () => {
    const answer = await api.send('GET', '/api/v1', unauthenticated);
    expect(answer).toMatchObject({
      status: 200,
      body: { name: 'Kerf', version: '0.1.0', openapi: '/api/v1/openapi.json' },
    });
    expect(at(answer.body, 'collections')).toEqual(
      expect.arrayContaining(['/api/v1/clusters', '/api/v1/node-pools']),
    );
    expect((await api.send('GET', '/api/v1/', unauthenticated)).status).toBe(200);
  });

  it('has the OpenAPI document, which is at /openapi.json too', async () => {
    const [versioned, plain] = await Promise.all(
      ['/api/v1/openapi.json', '/openapi.json'].map((path) =>
        api.send('GET', path, unauthenticated),
      ),
    );
    expect(versioned).toMatchObject({ status: 200, body: { openapi: '3.1.0' } });
    expect(plain?.body).toEqual(versioned?.body);
  });
});

describe('a method that a path does not take', () => {
  it.each([
    ['PUT', '/api/v1/clusters', 'GET, HEAD, POST'],
    ['POST', `/api/v1/clusters/${storedFleet.clusterName}`, 'DELETE, GET, HEAD, PATCH'],
    ['DELETE', '/api/v1/clusters/a/nodes/b', 'GET, HEAD'],
    ['GET', '/api/v1/decisions/dec_1/approve', 'POST'],
    ['PATCH', '/api/v1/node-pools/npl_1', 'DELETE, GET, HEAD, PUT'],
    ['POST', '/api/v1', 'GET, HEAD'],
    ['DELETE', '/livez', 'GET, HEAD'],
    ['GET', '/auth/sign-in', 'POST'],
    ['OPTIONS', '/api/v1/clusters', 'GET, HEAD, POST'],
  ])('%s %s is answered 405 with what it takes', async (method, path, allowed) => {
    const answer = await api.send(method, path, api.writer);
    expect(answer).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } });
    expect(answer.headers.get('allow')).toBe(allowed);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(at(answer.body, 'detail')).toBe(
      `Method ${method} is not allowed for ${path}. Allowed: ${allowed}.`,
    );
  });

  it('is 404 for a path that there is not', async () => {
    for (const path of ['/api/v1/nope', '/api/v1/clusters/a/b/c', '/api/v2/clusters']) {
      const answer = await api.send('PUT', path, api.writer);
      expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
      expect(answer.headers.get('allow')).toBeNull();
    }
  });

  it('is 404 for an object that there is not', async () => {
    const answer = await api.send('GET', '/api/v1/node-pools/npl_none', api.reader);
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});

describe('the form of an answer', () => {
  const get = (accept: string, path = '/api/v1/clusters') =>
    api.send('GET', path, { ...api.reader, accept });

  it.each(['text/csv', 'application/xml, text/*', 'application/json;q=0', 'image/png;q=0.5'])(
    'is not acceptable to %s',
    async (accept) => {
      const answer = await get(accept);
      expect(answer).toMatchObject({ status: 406, body: { code: 'NOT_ACCEPTABLE' } });
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
    },
  );

  it.each([
    'application/json',
    'application/*',
    '*/*',
    'text/html,application/xhtml+xml,*/*;q=0.8',
    'application/problem+json, application/json',
  ])('is acceptable to %s', async (accept) => {
    expect((await get(accept)).status).toBe(200);
  });

  it('is judged before anything is done', async () => {
    const body = { name: 'csv', role: 'viewer', expiresInDays: 1 };
    const send = (accept: string) =>
      api.send('POST', '/api/v1/api-tokens', { ...api.writer, accept }, body);
    expect((await send('text/csv')).status).toBe(406);
    const list = await api.send('GET', '/api/v1/api-tokens', api.reader);
    expect(JSON.stringify(list.body)).not.toContain('"csv"');
  });

  it('of a stream is judged too', async () => {
    const path = `/api/v1/clusters/${storedFleet.clusterName}/all-nodes`;
    expect((await get('text/csv', path)).status).toBe(406);
    expect((await get('application/json', path)).status).toBe(200);
  });

  it('matters not where there is none', async () => {
    const list = await api.send('GET', '/api/v1/node-pools', api.reader);
    const id = String(at(list.body, 'items.0.id'));
    const headers = { ...api.writer, accept: 'text/csv', 'if-match': '*' };
    expect((await api.send('DELETE', `/api/v1/node-pools/${id}`, headers)).status).toBe(204);
  });
});

describe('If-Match on every route that takes it', () => {
  it('names the version that was read, one of a list, or any', async () => {
    const path = `/api/v1/clusters/${storedFleet.clusterName}`;
    const patch = async (ifMatch: string, batchIdleMs: number) => {
      const headers = { ...api.writer, 'if-match': ifMatch };
      return (await api.send('PATCH', path, headers, { settings: { batchIdleMs } })).status;
    };
    const tag = (await api.send('GET', path, api.reader)).headers.get('etag') ?? '';
    expect(await patch(`"99", ${tag}`, 1_100)).toBe(200);
    expect(await patch(tag, 1_200)).toBe(412);
    const headers = { ...api.writer, 'if-match': `W/${tag}` };
    const weak = await api.send('PATCH', path, headers, { settings: { batchIdleMs: 1_200 } });
    expect(weak.status).toBe(412);
    expect(at(weak.body, 'detail')).toContain('which never match');
    expect(weak.body).not.toHaveProperty('errors');
    expect(await patch('*', 1_200)).toBe(200);
    expect(await patch('3', 1_300)).toBe(400);
    const missing = await api.send('PATCH', '/api/v1/clusters/none', {
      ...api.writer,
      'if-match': '*',
    });
    expect(missing.status).toBe(400);
  });

  it('lets a decision be made on any state of it', async () => {
    const path = `/api/v1/decisions/${storedFleet.emptyDecision}/approve`;
    const send = (ifMatch: string) =>
      api.send('POST', path, { ...api.writer, 'if-match': ifMatch }, {});
    expect((await send('"7", "8"')).status).toBe(412);
    expect((await send('*')).status).toBe(200);
  });
});

describe('If-None-Match', () => {
  it('is answered 304 while nothing has changed', async () => {
    const path = `/api/v1/node-classes/${storedFleet.nodeClass}`;
    const tag = (await api.send('GET', path, api.reader)).headers.get('etag') ?? '';
    const send = (ifNoneMatch: string) =>
      api.send('GET', path, { ...api.reader, 'if-none-match': ifNoneMatch });
    expect((await send(tag)).status).toBe(304);
    expect((await send(`"x", W/${tag}`)).status).toBe(304);
    expect((await send('"x"')).status).toBe(200);
  });
});
