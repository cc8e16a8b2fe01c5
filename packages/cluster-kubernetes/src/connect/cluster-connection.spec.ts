import { setTimeout as sleep } from 'node:timers/promises';
import { isAppError } from '@kerf/core';
import { createAddressPolicy } from '@kerf/system';
import { VersionApi } from '@kubernetes/client-node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCertificate } from '../testing/certificate.js';
import { loopbackEndpoints } from '../testing/loopback-endpoints.js';
import { answer, type Exchange, refuse, ScriptedCluster } from '../testing/scripted-cluster.js';
import { ClusterConnection } from './cluster-connection.js';
import { createTypedApi } from './typed-api.js';

let cluster: ScriptedCluster;
let connection: ClusterConnection;
let tokenCount: number;
const clock = { now: () => Date.now() };
const tokens = async () => {
  tokenCount += 1;
  return { token: `token-${tokenCount}`, expiresAt: Date.now() + 600_000 };
};

beforeAll(async () => {
  cluster = await ScriptedCluster.start();
});
afterAll(() => cluster.stop());

beforeEach(() => {
  tokenCount = 0;
  cluster.exchanges.length = 0;
  connection = new ClusterConnection({
    details: cluster.details,
    tokens,
    clock,
    endpoints: loopbackEndpoints,
  });
});
afterEach(() => connection.close());

function script(...answers: ((exchange: Exchange) => void)[]): void {
  cluster.script = (exchange) => {
    const next = answers.length > 1 ? answers.shift() : answers[0];
    next?.(exchange);
    return true;
  };
}

const get = { method: 'GET', path: '/api/v1/nodes/a' } as const;

describe('ClusterConnection', () => {
  it("sends a token and JSON over TLS with the cluster's CA", async () => {
    script((exchange) => answer(exchange, { done: true }));
    const request = { method: 'PATCH', path: '/x', query: { a: 'b c' }, body: { n: 1 } } as const;
    const contentType = 'application/merge-patch+json';
    expect(await connection.json({ ...request, contentType })).toEqual({ done: true });
    const [seen] = cluster.exchanges;
    expect(seen).toMatchObject({ method: 'PATCH', path: '/x', body: { n: 1 } });
    expect(seen?.query.get('a')).toBe('b c');
    expect(seen?.headers).toMatchObject({
      authorization: 'Bearer token-1',
      'content-type': contentType,
    });
  });

  it('renews a rejected token once', async () => {
    script(
      (exchange) => refuse(exchange, 401, 'Unauthorized'),
      (exchange) => answer(exchange, 'in'),
    );
    expect(await connection.json(get)).toBe('in');
    expect(cluster.exchanges.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
  });

  it('fails if the renewed token is rejected too', async () => {
    script((exchange) => refuse(exchange, 401, 'Unauthorized'));
    await expect(connection.json(get)).rejects.toMatchObject({ code: 'CLUSTER.UNAUTHORIZED' });
    expect(cluster.exchanges).toHaveLength(2);
  });

  it.each([
    [400, 'CLUSTER.INVALID', 'never'],
    [403, 'CLUSTER.FORBIDDEN', 'backoff'],
    [404, 'CLUSTER.NOT_FOUND', 'backoff'],
    [409, 'CLUSTER.CONFLICT', 'backoff'],
    [410, 'CLUSTER.FAILED', 'backoff'],
    [415, 'CLUSTER.INVALID', 'never'],
    [422, 'CLUSTER.INVALID', 'never'],
    [429, 'CLUSTER.RATE_LIMITED', 'backoff'],
    [500, 'CLUSTER.FAILED', 'backoff'],
    [503, 'CLUSTER.FAILED', 'backoff'],
  ])('reads an answer of %d as %s', async (status, code, retry) => {
    const causes = [{ reason: 'FieldValueInvalid', message: 'no', field: 'spec' }];
    script((exchange) => refuse(exchange, status, 'Because', { message: 'not now', causes }));
    await expect(connection.json(get)).rejects.toMatchObject({
      code,
      message: `GET /api/v1/nodes/a: HTTP ${status}`,
      retry: { kind: retry },
      meta: {
        httpStatus: status,
        reason: 'Because',
        causes: [{ reason: 'FieldValueInvalid' }],
        serverMessage: 'not now',
      },
    });
  });

  it.each([
    ['7', { kind: 'after', ms: 7_000 }],
    ['86400', { kind: 'backoff' }],
    ['soon', { kind: 'backoff' }],
  ])('comes back after the time a server asks for, within reason: %s', async (header, retry) => {
    script(({ response }) => response.writeHead(429, { 'retry-after': header }).end('{}'));
    await expect(connection.json(get)).rejects.toMatchObject({ retry });
  });

  it("reports a proxy's page as a failure", async () => {
    script(({ response }) => response.writeHead(200).end('<html>Sign in</html>'));
    await expect(connection.json(get)).rejects.toMatchObject({ code: 'CLUSTER.FAILED' });
    script(({ response }) => response.writeHead(302, { location: 'https://evil/' }).end());
    await expect(connection.json(get)).rejects.toMatchObject({
      code: 'CLUSTER.FAILED',
      message: 'GET /api/v1/nodes/a: HTTP 302',
    });
  });

  it('fails after a timeout if the server does not answer or stops answering', async () => {
    script(() => undefined);
    await expect(connection.json({ ...get, answerWithinMs: 20 })).rejects.toMatchObject({
      code: 'CLUSTER.UNREACHABLE',
      retry: { kind: 'backoff' },
    });
    script(({ response }) => void response.writeHead(200).write('{"a":'));
    await expect(connection.json({ ...get, pauseWithinMs: 20 })).rejects.toMatchObject({
      code: 'CLUSTER.UNREACHABLE',
    });
    script(
      ({ response }) =>
        void response
          .writeHead(200, { 'content-length': '99' })
          .write('{', () => response.destroy()),
    );
    await expect(connection.json(get)).rejects.toMatchObject({ code: 'CLUSTER.UNREACHABLE' });
  });

  it('refuses a server certificate of another CA', async () => {
    const other = await makeCertificate();
    const certificateAuthority = Buffer.from(other.certificate).toString('base64');
    const stranger = new ClusterConnection({
      details: { ...cluster.details, certificateAuthority },
      tokens,
      clock,
      endpoints: loopbackEndpoints,
    });
    await expect(stranger.json(get)).rejects.toMatchObject({ code: 'CLUSTER.UNREACHABLE' });
    expect(cluster.exchanges).toEqual([]);
    await stranger.close();
  });

  it('reports an invalid CA', async () => {
    const odd = new ClusterConnection({
      details: { ...cluster.details, certificateAuthority: 'bm9uc2Vuc2U=' },
      tokens,
      clock,
      endpoints: loopbackEndpoints,
    });
    await expect(odd.json(get)).rejects.toMatchObject({ code: 'CLUSTER.UNREACHABLE' });
    await odd.close();
  });

  it("omits the server's own text from errors, except reasons of Kubernetes", async () => {
    const bait = 'root:x:0:0:root';
    script((exchange) => refuse(exchange, 403, 'Forbidden', { message: bait }));
    await expect(connection.json(get)).rejects.toMatchObject({
      message: 'GET /api/v1/nodes/a: HTTP 403 (Forbidden)',
      meta: { serverMessage: bait },
    });
    script((exchange) => answer(exchange, { message: bait, reason: bait }, 500));
    await expect(connection.json(get)).rejects.toMatchObject({
      message: 'GET /api/v1/nodes/a: HTTP 500',
      meta: { serverMessage: null },
    });
  });

  it.each([
    ['https://localhost', 'resolves to a loopback address'],
    ['https://127.0.0.1', 'is a loopback address'],
  ])('calls no address that is not public, unless it is allowed: %s', async (host, words) => {
    const { port } = new URL(cluster.details.endpoint);
    const request = async () => {
      const details = { ...cluster.details, endpoint: `${host}:${port}` };
      const strict = new ClusterConnection({
        details,
        tokens,
        clock,
        endpoints: createAddressPolicy([]),
      });
      await strict.json(get);
    };
    await expect(request()).rejects.toMatchObject({
      code: 'CLUSTER.ENDPOINT_REFUSED',
      retry: { kind: 'never' },
      message: expect.stringContaining(words),
    });
    expect(cluster.exchanges).toEqual([]);
  });

  it.each(['http://127.0.0.1:1', 'not a url', 'file:///etc/passwd'])(
    'sends no token to %s',
    (endpoint) => {
      const details = { ...cluster.details, endpoint };
      expect(
        () => new ClusterConnection({ details, tokens, clock, endpoints: loopbackEndpoints }),
      ).toThrow(expect.objectContaining({ code: 'CLUSTER.INVALID' }));
    },
  );

  it('reports a refused connection', async () => {
    const details = { ...cluster.details, endpoint: 'https://127.0.0.1:1' };
    const lost = new ClusterConnection({ details, tokens, clock, endpoints: loopbackEndpoints });
    await expect(lost.json(get)).rejects.toMatchObject({
      code: 'CLUSTER.UNREACHABLE',
      message: expect.stringContaining('ECONNREFUSED'),
    });
    await lost.close();
  });

  it('never includes the token in an error', async () => {
    script((exchange) => refuse(exchange, 500, 'InternalError'));
    const error: unknown = await connection.json(get).catch((cause: unknown) => cause);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('token-');
  });

  it('aborts running requests when it is closed', async () => {
    script(() => undefined);
    const closeOnRequest = async (): Promise<void> => {
      while (cluster.exchanges.length === 0) await sleep(1);
      await connection.close();
    };
    await Promise.all([
      expect(connection.json(get)).rejects.toMatchObject({ code: 'CLUSTER.UNREACHABLE' }),
      closeOnRequest(),
    ]);
  });
});

/** Writes pieces for as long as the client reads them. */
function pourEndlessly({ response }: Exchange, status: number, piece: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  const pour = (): void => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', pour);
  pour();
}

describe('the answers of a hostile API server', () => {
  const mebibyte = 1024 * 1024;

  it('are not read beyond the limit of a response', async () => {
    script((exchange) => pourEndlessly(exchange, 200, 'x'.repeat(10_000)));
    await expect(connection.json({ ...get, maxBytes: mebibyte })).rejects.toMatchObject({
      code: 'CLUSTER.TOO_LARGE',
      message: 'GET /api/v1/nodes/a: the response exceeds 1048576 bytes',
      retry: { kind: 'after' },
    });
  });

  it('are not read beyond a few kilobytes if they are errors, whose status counts nevertheless', async () => {
    let sent = 0;
    script(({ response }) => {
      response.writeHead(403);
      const pour = (): void => {
        while (!response.destroyed && response.write('x'.repeat(4_096))) sent += 4_096;
      };
      response.on('drain', pour);
      pour();
    });
    await expect(connection.json(get)).rejects.toMatchObject({
      code: 'CLUSTER.FORBIDDEN',
      message: 'GET /api/v1/nodes/a: HTTP 403',
    });
    // More than was read fits into the buffers of both sockets.
    expect(sent).toBeLessThan(16 * mebibyte);
  });

  it('are held together within the budget of the cluster', async () => {
    const small = new ClusterConnection({
      details: cluster.details,
      tokens,
      clock,
      endpoints: loopbackEndpoints,
      maxBytesInFlight: mebibyte,
    });
    // None of the four exceeds the limit of one response.
    script(({ response }) => void response.writeHead(200).write('x'.repeat(mebibyte / 2)));
    const all = Array.from({ length: 4 }, () => small.json({ ...get, pauseWithinMs: 500 }));
    const codes = await Promise.all(
      all.map((request) => request.catch((error: unknown) => isAppError(error) && error.code)),
    );
    expect(codes).toContain('CLUSTER.TOO_LARGE');
    // The bytes that they held are free again.
    script((exchange) => answer(exchange, 'x'.repeat(mebibyte - 10)));
    expect(await small.json(get)).toHaveLength(mebibyte - 10);
    await small.close();
  });

  it.each([
    ['tiny objects', `[${'{},'.repeat(200_000)}{}]`],
    ['nested lists', `${'['.repeat(300_000)}${']'.repeat(300_000)}`],
  ])('are not parsed if they consist of %s', async (_name, text) => {
    script(({ response }) => response.writeHead(200).end(text));
    await expect(connection.json(get)).rejects.toMatchObject({ code: 'CLUSTER.TOO_LARGE' });
  });

  it('do not end the process with a status of 401 and an endless body', async () => {
    script((exchange) => pourEndlessly(exchange, 401, 'x'.repeat(10_000)));
    await expect(connection.json(get)).rejects.toMatchObject({ code: 'CLUSTER.UNAUTHORIZED' });
  });
});

describe('createTypedApi', () => {
  it('sends typed calls through the connection, with the same failures', async () => {
    script(
      (exchange) => refuse(exchange, 401, 'Unauthorized'),
      (exchange) => answer(exchange, { major: '1', minor: '36' }),
      (exchange) => refuse(exchange, 403, 'Forbidden'),
    );
    const api = createTypedApi(VersionApi, connection);
    expect(await api.getCode()).toMatchObject({ major: '1', minor: '36' });
    await expect(api.getCode()).rejects.toMatchObject({ code: 'CLUSTER.FORBIDDEN' });
  });
});
