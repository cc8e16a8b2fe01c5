import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { readRest } from './rest-client.js';

const nodes = z.object({ items: z.array(z.string()) });
const read = () => readRest('nodes', nodes, new AbortController().signal);
const answerWith = (body: unknown, status = 200) =>
  vi.stubGlobal('fetch', async (url: string) => {
    expect(url).toBe('/api/v1/nodes');
    return new Response(JSON.stringify(body), { status, headers: { 'x-request-id': 'req_1' } });
  });

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a read of REST', () => {
  it('returns the body that matches the schema', async () => {
    answerWith({ items: ['a'] });
    expect(await read()).toEqual({ items: ['a'] });
  });

  it('fails as signed out without a session', async () => {
    answerWith({ title: 'Unauthenticated' }, 401);
    await expect(read()).rejects.toMatchObject({ kind: 'signed-out', requestId: 'req_1' });
  });

  it('fails with the sentence of the problem', async () => {
    answerWith({ title: 'Forbidden', detail: 'You may not read nodes.' }, 403);
    await expect(read()).rejects.toMatchObject({
      kind: 'forbidden',
      message: 'You may not read nodes.',
    });
  });

  it('fails if the body is of another shape, and if there is no answer', async () => {
    answerWith({ items: [1] });
    await expect(read()).rejects.toMatchObject({ kind: 'server' });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    await expect(read()).rejects.toMatchObject({ kind: 'offline' });
  });
});
