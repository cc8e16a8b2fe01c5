import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { describe, expect, it } from 'vitest';
import { createBoundedHandler } from './bounded-handler.js';

type Handle = NodeHttpHandler['handle'];

const request: Parameters<Handle>[0] = {
  method: 'POST',
  protocol: 'http:',
  hostname: '127.0.0.1',
  path: '/',
  query: {},
  headers: {},
  clone: () => request,
};

/** A handler whose answers arrive after this time, and the limits that it was given. */
function answeringAfter(ms: number) {
  const inner = new NodeHttpHandler();
  const limits: unknown[] = [];
  inner.handle = async (_request, { abortSignal, requestTimeout } = {}) => {
    limits.push(requestTimeout);
    const signal = abortSignal instanceof AbortSignal ? abortSignal : undefined;
    await sleep(ms, undefined, signal === undefined ? {} : { signal });
    const body = Readable.from(['<Response/>']);
    return { response: { statusCode: 200, headers: {}, body } };
  };
  return { handler: createBoundedHandler(inner, 60), limits };
}

/** Keeps the process from anything else. */
function beBusy(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('the time limit of a request to AWS', () => {
  it('ends in an error that the SDK retries', async () => {
    const { handler } = answeringAfter(5_000);
    await expect(handler.handle(request)).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('is that of the request, if it names one', async () => {
    const { handler } = answeringAfter(5_000);
    await expect(handler.handle(request, { requestTimeout: 20 })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });

  it('does not hide that the caller has ended the request', async () => {
    const { handler } = answeringAfter(5_000);
    const abortSignal = AbortSignal.abort();
    await expect(handler.handle(request, { abortSignal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('leaves time to read an answer that arrived while the process was busy', async () => {
    const { handler, limits } = answeringAfter(150);
    const answer = handler.handle(request);
    beBusy(400);
    await expect(answer).resolves.toMatchObject({ response: { statusCode: 200 } });
    // The limit of the SDK's handler would end it.
    expect(limits).toEqual([0]);
  });
});
