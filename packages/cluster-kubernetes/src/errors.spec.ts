import { AppError } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { toRefusalError, toSentence, toUnreachableError } from './errors.js';

const coded = (message: string, code: string): Error => Object.assign(new Error(message), { code });

describe('toSentence', () => {
  it.each([
    [
      coded('connect ECONNREFUSED 10.0.0.1:443', 'ECONNREFUSED'),
      'connect ECONNREFUSED 10.0.0.1:443',
    ],
    [coded('self-signed certificate', 'DEPTH_ZERO'), 'self-signed certificate (DEPTH_ZERO)'],
    [new AggregateError([new Error('first'), new Error('second')], ''), 'first'],
    [new AggregateError([], 'nothing worked'), 'nothing worked'],
    [new RangeError(''), 'RangeError'],
    [new AppError({ code: 'CLOUD.UNAUTHORIZED', message: 'no role' }), 'no role'],
    ['a text', 'a text'],
    [undefined, 'undefined'],
  ])('says what %s is', (cause, sentence) => {
    expect(toSentence(cause)).toBe(sentence);
  });
});

describe('toUnreachableError', () => {
  const bait = 'Host: a. is not in the cert: DNS:root-x-0-0';

  it.each([
    [coded('Headers Timeout Error', 'UND_ERR_HEADERS_TIMEOUT'), 'request timed out'],
    [coded('other side closed', 'UND_ERR_SOCKET'), 'the connection was closed'],
    [coded(bait, 'ERR_TLS_CERT_ALTNAME_INVALID'), 'the server certificate is for another host'],
    [
      coded('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'),
      'the server certificate is not signed by the CA of the cluster',
    ],
    [coded(bait, 'EHOSTUNREACH'), 'no response (EHOSTUNREACH)'],
    [coded(bait, 'not a code'), 'no response (Error)'],
    [new RangeError(bait), 'no response (RangeError)'],
    [bait, 'no response'],
  ])('says what kept %s from an answer, without what the server sent', (cause, words) => {
    expect(toUnreachableError('GET /', cause).message).toBe(`GET /: ${words}`);
  });

  it('returns an AppError unchanged', () => {
    const understood = new AppError({ code: 'CLUSTER.FORBIDDEN', message: 'no' });
    expect(toUnreachableError('GET /', understood)).toBe(understood);
  });
});

describe('toRefusalError', () => {
  const refusal = (httpStatus: number, retryAfter: string | null = null) =>
    toRefusalError({
      request: { method: 'PATCH', path: '/api/v1/nodes/a' },
      httpStatus,
      body: { kind: 'Status', message: 'no', reason: 'Why' },
      retryAfter,
    });

  it.each([
    // Retried: an operator may fix the permissions, and an API server that has just started answers so.
    [401, 'CLUSTER.UNAUTHORIZED', { kind: 'backoff' }],
    [403, 'CLUSTER.FORBIDDEN', { kind: 'backoff' }],
    [404, 'CLUSTER.NOT_FOUND', { kind: 'backoff' }],
    [409, 'CLUSTER.CONFLICT', { kind: 'backoff' }],
    [429, 'CLUSTER.RATE_LIMITED', { kind: 'backoff' }],
    [500, 'CLUSTER.FAILED', { kind: 'backoff' }],
    [503, 'CLUSTER.FAILED', { kind: 'backoff' }],
    // The request itself is wrong.
    [400, 'CLUSTER.INVALID', { kind: 'never' }],
    [413, 'CLUSTER.INVALID', { kind: 'never' }],
    [422, 'CLUSTER.INVALID', { kind: 'never' }],
  ])('makes of HTTP %d a %s that is retried so', (status, code, retry) => {
    const message = `PATCH /api/v1/nodes/a: HTTP ${status}`;
    expect(refusal(status)).toMatchObject({ code, retry, message });
  });

  it("uses the server's Retry-After up to a limit", () => {
    expect(refusal(429, '1').retry).toEqual({ kind: 'after', ms: 1_000 });
    expect(refusal(429, '7200').retry).toEqual({ kind: 'backoff' });
  });

  it.each([
    ['GET', '/api/v1/nodes/a', 'get nodes'],
    ['GET', '/api/v1/pods', 'list pods'],
    ['PATCH', '/api/v1/nodes/a', 'patch nodes'],
    ['DELETE', '/api/v1/namespaces/default/pods/web', 'delete pods'],
    ['POST', '/api/v1/namespaces/default/pods/web/eviction', 'create pods/eviction'],
    ['POST', '/api/v1/namespaces/default/events', 'create events'],
    ['PATCH', '/apis/karpenter.sh/v1/nodeclaims/a/status', 'patch nodeclaims.karpenter.sh/status'],
    ['POST', '/apis/karpenter.sh/v1/nodepools', 'create nodepools.karpenter.sh'],
    ['GET', '/api/v1/namespaces/default', 'get namespaces'],
    ['GET', '/apis/apps/v1/namespaces/default/deployments/web', 'get deployments.apps'],
    ['GET', '/apis/karpenter.sh/v1', null],
    ['GET', '/version', null],
  ] as const)('names the permission that %s %s needs', (method, path, permission) => {
    const error = toRefusalError({
      request: { method, path },
      httpStatus: 403,
      body: null,
      retryAfter: null,
    });
    expect(error.meta['permission']).toBe(permission);
  });
});
