import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest } from '../../testing/api-under-test.js';

let api: ApiUnderTest;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerf-web-'));
  await writeFile(
    join(folder, 'graphiql.html'),
    '<meta name="csp-nonce" content="__CSP_NONCE__" /><script src="/assets/graphiql/a.js"></script>',
  );
  api = await ApiUnderTest.start(inject('databaseUrl'), { KERF_WEB_DIST: folder });
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

describe('the documentation of REST', () => {
  it('is a page without other servers, for whoever is signed in', async () => {
    const session = await api.signIn();
    const page = await api.send('GET', '/api/docs/', session);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    const html = String(page.body);
    expect(html).not.toMatch(/https?:\/\//);
    const policy = page.headers.get('content-security-policy') ?? '';
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];
    expect(html).toContain(`<script nonce="${nonce}">`);
    expect(policy).not.toContain('unsafe');
    const again = await api.send('GET', '/api/docs/', session);
    expect(again.headers.get('content-security-policy')).not.toBe(policy);
    const [, ...sources] = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path);
    for (const path of ['swagger-ui.css', ...sources]) {
      const file = await api.send('GET', `/api/docs/${path}`, session);
      expect({ path, status: file.status }).toEqual({ path, status: 200 });
      expect(file.headers.get('content-type')).toMatch(/^text\/(?:css|javascript)/);
    }
  });

  it('is refused without a session, and serves no other file', async () => {
    expect((await api.send('GET', '/api/docs/', {})).status).toBe(401);
    const redirect = await api.send('GET', '/api/docs', api.reader);
    expect(redirect.status).toBe(308);
    for (const path of ['package.json', '..%2fpackage.json', 'index.html']) {
      expect((await api.send('GET', `/api/docs/${path}`, api.reader)).status).toBe(404);
    }
  });
});

describe('GraphiQL', () => {
  it('is a page with a strict policy, for whoever is signed in', async () => {
    const session = await api.signIn();
    const page = await api.send('GET', '/api/docs/graphql', session);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    const policy = page.headers.get('content-security-policy') ?? '';
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];
    expect(String(page.body)).toContain(`content="${nonce}"`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:/);
    expect(policy).toContain(`ws://${new URL(api.url).host}`);
    expect((await api.send('GET', '/api/docs/graphql', api.reader)).status).toBe(200);
    expect((await api.send('GET', '/api/docs/graphql', {})).status).toBe(401);
  });
});
