import { describe, expect, it } from 'vitest';
import type { Io } from '../io.js';
import { signInByDevice } from './sign-in-by-device.js';

/** A server of device sign-ins that gives these answers to requests for a token. */
function serve(answers: readonly (readonly [number, object])[], codeStatus = 200) {
  const waits: number[] = [];
  const requests: { readonly path: string; readonly body: unknown }[] = [];
  const errors: string[] = [];
  let time = 0;
  const left = [...answers];
  const io: Io = {
    env: {},
    out: () => undefined,
    err: (text) => void errors.push(text),
    readStdin: () => Promise.resolve(''),
    fetch: async (request) => {
      const path = new URL(request.url).pathname;
      requests.push({ path, body: await request.json() });
      if (path === '/auth/device/code') {
        return Response.json(
          {
            device_code: 'secret',
            user_code: 'ABCD-EFGH',
            verification_uri: 'https://kerf.example.com/device',
            verification_uri_complete: 'https://kerf.example.com/device?code=ABCD-EFGH',
            expires_in: 600,
            interval: 5,
          },
          { status: codeStatus },
        );
      }
      const [status, body] = left.shift() ?? [400, { error: 'authorization_pending' }];
      return Response.json(body, { status });
    },
    sleep: (ms) => {
      waits.push(ms);
      time += ms;
      return Promise.resolve();
    },
    now: () => time,
    newKey: () => '',
    signal: new AbortController().signal,
  };
  const signIn = () => signInByDevice(io, 'https://kerf.example.com', 'kerf on laptop');
  return { signIn, waits, requests, errors };
}

const pending = [400, { error: 'authorization_pending' }] as const;

describe('a sign-in by device', () => {
  it('shows the code, and waits as the server says until it is confirmed', async () => {
    const slowDown = [400, { error: 'slow_down' }] as const;
    const done = [
      200,
      { access_token: 'kerf_token_1', expires_at: '2026-11-25T00:00:00Z' },
    ] as const;
    const { signIn, waits, requests, errors } = serve([pending, slowDown, done]);
    expect(await signIn()).toEqual({ token: 'kerf_token_1', expiresAt: '2026-11-25T00:00:00Z' });
    expect(errors.join('')).toContain('enter the code ABCD-EFGH');
    expect(waits).toEqual([5_000, 5_000, 10_000]);
    expect(requests[0]).toEqual({
      path: '/auth/device/code',
      body: { clientName: 'kerf on laptop' },
    });
    expect(requests[1]).toEqual({ path: '/auth/device/token', body: { device_code: 'secret' } });
  });

  it.each([
    ['access_denied', 'refused in the browser'],
    ['expired_token', 'has expired'],
    ['something_else', 'something_else'],
  ])('ends at %s', async (error, words) => {
    const { signIn } = serve([pending, [400, { error }]]);
    await expect(signIn()).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringContaining(words),
    });
  });

  it('ends when the code expires', async () => {
    const { signIn, waits } = serve([]);
    await expect(signIn()).rejects.toThrow('has expired');
    expect(waits).toHaveLength(120);
  });

  it('of a server without it names the other way', async () => {
    await expect(serve([], 404).signIn()).rejects.toThrow('Use --token');
  });
});
