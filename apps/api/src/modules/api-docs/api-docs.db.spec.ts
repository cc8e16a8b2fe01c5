import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest } from '../../testing/api-under-test.js';

let api: ApiUnderTest;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
});
afterAll(() => api.close());

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

  it('is nowhere else', async () => {
    expect((await api.send('GET', '/api/docs/', {})).status).toBe(401);
    const redirect = await api.send('GET', '/api/docs', api.reader);
    expect(redirect.status).toBe(308);
    for (const path of ['package.json', '..%2fpackage.json', 'index.html']) {
      expect((await api.send('GET', `/api/docs/${path}`, api.reader)).status).toBe(404);
    }
  });
});
