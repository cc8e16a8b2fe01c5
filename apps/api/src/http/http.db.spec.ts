import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MigrationQueries } from '@kerf/db';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { ApiUnderTest, at, unauthenticated } from '../testing/api-under-test.js';

let api: ApiUnderTest;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerf-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(
    join(folder, 'index.html'),
    '<meta name="csp-nonce" content="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>',
  );
  await writeFile(join(folder, 'assets/app-1a2b3c.js'), 'export {};');
  await writeFile(join(folder, 'kerf.svg'), '<svg/>');
  api = await ApiUnderTest.start(inject('databaseUrl'), {
    KERF_WEB_DIST: folder,
    KERF_PUBLIC_URL: 'https://kerf.example.com',
    KERF_SANDBOX_INFO: join(folder, 'sandbox.json'),
    KERF_MIGRATIONS: new URL('../../../../prisma/migrations', import.meta.url).pathname,
  });
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

const page = { accept: 'text/html,*/*' };
const get = (path: string, headers = {}) => api.send('GET', path, headers);

describe('a proxy that the settings do not name', () => {
  it('is a warning for administrators after its first request', async () => {
    const query = '{ product { warnings } }';
    const warningsOf = async (sender: typeof api.writer) =>
      at((await api.graphql(sender, query)).body, 'data.product.warnings');
    expect(await warningsOf(api.writer)).toEqual([]);
    await get('/livez', { 'x-forwarded-for': '192.0.2.1' });
    const warning = expect.stringContaining('KERF_TRUSTED_PROXIES is 0');
    expect(await warningsOf(api.writer)).toEqual([warning]);
    expect(await warningsOf(api.reader)).toEqual([]);
  });
});

describe('the dashboard', () => {
  it('is one page for every path that it routes, with a nonce of its own each time', async () => {
    const paths = ['/', '/clusters/prod-eu-1/nodes/ip-10-0-0-1.ec2.internal', '/sign-in?to=%2F'];
    const answers = await Promise.all(paths.map((path) => get(path, page)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const nonces = answers.map(({ body, headers }) => {
      const [, nonce = ''] = /content="([^"]+)"/.exec(String(body)) ?? [];
      expect(headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
      expect(String(body)).toContain(`<style nonce="${nonce}">`);
      expect(headers.get('cache-control')).toBe('no-store');
      return nonce;
    });
    expect(new Set(nonces).size).toBe(3);
  });

  it('has a content policy that allows its own host alone', async () => {
    const { headers } = await get('/', page);
    const { host } = new URL(api.url);
    expect(headers.get('content-security-policy')).toContain(
      "default-src 'none'; script-src 'self'",
    );
    expect(headers.get('content-security-policy')).toContain(
      `connect-src 'self' ws://${host} wss://${host};`,
    );
  });

  it('serves files, those with a digest in their name for a year', async () => {
    const asset = await get('/assets/app-1a2b3c.js');
    expect(asset.status).toBe(200);
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await get('/kerf.svg')).headers.get('cache-control')).toBe('no-cache');
  });

  it('is no answer for a missing file, a write, or a path of the API', async () => {
    expect((await get('/assets/gone.js', page)).status).toBe(404);
    expect((await get('/gone.png')).status).toBe(404);
    expect((await api.send('POST', '/clusters', page)).status).toBe(404);
    const unknown = await get('/api/v2/clusters', page);
    expect(unknown).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(unknown.headers.get('content-type')).toContain('application/problem+json');
  });
});

describe('every answer', () => {
  it('carries the headers that keep browsers safe', async () => {
    const answers = await Promise.all([
      get('/', page),
      get('/assets/app-1a2b3c.js'),
      get('/api/v1/clusters'),
      get('/livez'),
    ]);
    for (const { headers } of answers) {
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });

  it('carries the request’s id, the caller’s when it is a plain word', async () => {
    const id = async (given: string) =>
      (await get('/api/v1/nope', { 'x-request-id': given })).headers.get('x-request-id');
    expect(await id('trace-1.a:b')).toBe('trace-1.a:b');
    expect(await id('a b')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await id('x'.repeat(200))).toMatch(/^[0-9a-f-]{36}$/);
    const answer = await get('/api/v1/nope', { ...api.reader, 'x-request-id': 'req-7' });
    expect(answer.body).toMatchObject({ requestId: 'req-7', instance: '/api/v1/nope' });
  });

  it('marks cookies as secure where browsers come by HTTPS', async () => {
    const { headers } = await api.send('POST', '/auth/sign-out', unauthenticated);
    expect(headers.getSetCookie().join()).toContain('Secure');
  });
});

describe('the probes', () => {
  /** Waits until the server is unready; a result is kept for a second. */
  const untilUnready = async () => {
    await expect.poll(async () => (await get('/readyz')).status).toBe(503);
    return get('/readyz?verbose');
  };
  const untilReady = () => expect.poll(async () => (await get('/readyz')).status).toBe(200);

  it('report that it lives and is ready, with each part if requested', async () => {
    expect(await get('/livez')).toMatchObject({ status: 200, body: 'ok' });
    expect(await get('/readyz')).toMatchObject({ status: 200, body: 'ok\n' });
    expect(await get('/readyz?verbose')).toMatchObject({
      status: 200,
      body: '[+] database ok\n[+] migrations ok\n[+] changeFeed ok\nok\n',
    });
  });

  it('do not reveal the message of a failure to anonymous callers', async () => {
    const applied = vi.spyOn(MigrationQueries.prototype, 'applied');
    applied.mockRejectedValue(new Error('connect ECONNREFUSED 10.0.0.5:5432'));
    const answer = await untilUnready();
    applied.mockRestore();
    await untilReady();
    expect(answer.body).toContain('[-] database failed: the database does not respond');
    expect(answer.body).not.toContain('10.0.0.5');
  });

  it('name the part that is not ready', async () => {
    const { feed, database } = api.api.parts;
    const isListening = feed.isListening.bind(feed);
    feed.isListening = () => false;
    await database.pool.query(
      `UPDATE _prisma_migrations SET migration_name = 'x' WHERE migration_name = '0001_init'`,
    );
    const answer = await untilUnready();
    await database.pool.query(
      `UPDATE _prisma_migrations SET migration_name = '0001_init' WHERE migration_name = 'x'`,
    );
    feed.isListening = isListening;
    expect(answer).toMatchObject({
      status: 503,
      body: '[+] database ok\n[-] migrations failed: not applied: 0001_init\n[-] changeFeed failed: the connection is being renewed\nnot ready\n',
    });
  });
});

describe('the description of the API', () => {
  it('is not given without end to one address', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => get('/openapi.json')));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('the product', () => {
  it('names the sandbox once it has been described', async () => {
    const ask = async () =>
      at(
        (
          await api.graphql(
            api.reader,
            '{ product { version sandbox { kubeconfig exerciseCluster } } }',
          )
        ).body,
        'data.product',
      );
    expect(await ask()).toEqual({ version: '0.1.0', sandbox: null });
    const sandbox = {
      kubeconfig: '/tmp/kubeconfig',
      awsEndpoint: 'http://127.0.0.1:4566',
      exerciseCluster: 'lab',
      exerciseContext: 'kerf-lab',
    };
    await writeFile(join(folder, 'sandbox.json'), JSON.stringify(sandbox));
    expect(await ask()).toEqual({
      version: '0.1.0',
      sandbox: { kubeconfig: '/tmp/kubeconfig', exerciseCluster: 'lab' },
    });
  });
});
