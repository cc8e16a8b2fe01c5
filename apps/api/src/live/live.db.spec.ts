import type { ChangeNotice } from '@kerf/application';
import { aCluster, aNodePoolDefinition, aRevisionOf } from '@kerf/testing';
import { createClient as createEventClient } from 'graphql-sse';
import { type Client, createClient } from 'graphql-ws';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { WebSocket } from 'ws';
import { LiveSockets } from '../auth/live-sockets.js';
import { ApiUnderTest, at, type Sender } from '../testing/api-under-test.js';

let api: ApiUnderTest;
const clients: Client[] = [];

beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
});
afterEach(() => {
  for (const client of clients.splice(0)) void client.dispose();
});
afterAll(() => api.close());

interface Connection {
  readonly headers?: Sender;
  readonly params?: Record<string, unknown>;
}

function connect({ headers = {}, params = {} }: Connection): Client {
  class SocketWithHeaders extends WebSocket {
    constructor(url: string, protocols: string | string[]) {
      super(url, protocols, { headers });
    }
  }
  const client = createClient({
    url: `${api.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: SocketWithHeaders,
    connectionParams: params,
    retryAttempts: 0,
    lazy: true,
  });
  clients.push(client);
  return client;
}

/** Collects the results of a subscription, and its end. */
function listen(client: Client, query: string) {
  const received: unknown[] = [];
  const ended = new Promise<unknown>((resolve) => {
    client.subscribe(
      { query },
      {
        next: (value) => received.push(value),
        error: resolve,
        complete: () => resolve('complete'),
      },
    );
  });
  return { received, ended };
}

const publish = (notice: ChangeNotice) => api.api.parts.ports.store.changes.publish(notice);
const changes = 'subscription { changes { topic clusterId id version } }';
const nodes: ChangeNotice = { topic: 'nodes', clusterId: 'clu_1', id: null, version: 1 };

/** Publishes until it is heard: a subscription takes a moment to stand. */
async function publishUntilHeard(notice: ChangeNotice, received: readonly unknown[]) {
  await expect
    .poll(async () => {
      await publish(notice);
      return received.length;
    })
    .toBeGreaterThan(0);
}

describe('a subscription', () => {
  it('receives changes of others, by token or by cookie', async () => {
    const { authorization = '' } = api.reader;
    const byToken = listen(connect({ params: { authorization } }), changes);
    const byCookie = listen(connect({ headers: await api.signIn() }), changes);
    await publishUntilHeard(nodes, byToken.received);
    await publishUntilHeard(nodes, byCookie.received);
    expect(byToken.received[0]).toEqual({
      data: { changes: { topic: 'NODES', clusterId: 'clu_1', id: null, version: 1 } },
    });
  });

  it('receives the requested topics', async () => {
    const { received } = listen(
      connect({ params: api.reader }),
      'subscription { changes(topics: [DECISION, NODE_CLAIM], clusterId: "clu_1") { topic id } }',
    );
    const wanted: ChangeNotice = { topic: 'decision', clusterId: 'clu_1', id: 'dec_1', version: 2 };
    await publish(nodes);
    await publish({ ...wanted, clusterId: 'clu_2' });
    await publishUntilHeard(wanted, received);
    expect(new Set(received.map((value) => JSON.stringify(value)))).toEqual(
      new Set(['{"data":{"changes":{"topic":"DECISION","id":"dec_1"}}}']),
    );
  });

  it('gets a gap as a change of unknown topic, whatever its filter', async () => {
    const { received } = listen(
      connect({ params: api.reader }),
      'subscription { changes(topics: [AUDIT], clusterId: "clu_9") { topic clusterId id } }',
    );
    await publishUntilHeard({ ...nodes, topic: 'audit', clusterId: 'clu_9' }, received);
    api.api.parts.feed.events.emit('gap');
    // Publications until the first one was heard may still come after it.
    await expect
      .poll(() => received)
      .toContainEqual({ data: { changes: { topic: 'UNKNOWN', clusterId: null, id: null } } });
  });

  it('returns the object that changed, as it is now', async () => {
    const { store } = api.api.parts.ports;
    const { id: clusterId } = aCluster({ id: 'clu_live', name: 'live' });
    await store.clusters.insert(aCluster({ id: clusterId, name: 'live' }));
    const pool = aNodePoolDefinition({ clusterId, name: 'live', id: 'npl_live' });
    await store.definitions.insert(pool, aRevisionOf(pool));
    const { received } = listen(
      connect({ params: api.reader }),
      'subscription { changes(topics: [DEFINITION]) { object { id ... on NodePool { revisions { revision } } } } }',
    );
    const notice: ChangeNotice = { topic: 'definition', clusterId, id: pool.id, version: 1 };
    await publishUntilHeard(notice, received);
    const objects = () => received.map((value) => at(value, 'data.changes.object'));
    expect(objects()).toContainEqual({ id: pool.id, revisions: [{ revision: 1 }] });
    const changed = await store.definitions.save(pool, aRevisionOf({ ...pool, revision: 2 }));
    expect(changed).not.toBeNull();
    await publish({ ...notice, version: 2 });
    await expect
      .poll(objects)
      .toContainEqual({ id: pool.id, revisions: [{ revision: 2 }, { revision: 1 }] });
  });

  it('ends with its token', async () => {
    const made = await api.graphql(
      api.writer,
      'mutation { createApiToken(input: { name: "short", role: "viewer", expiresInDays: 1 }) { token { id } secret } }',
    );
    const secret = String(at(made.body, 'data.createApiToken.secret'));
    const { received, ended } = listen(
      connect({ params: { authorization: `Bearer ${secret}` } }),
      changes,
    );
    await publishUntilHeard(nodes, received);
    const id = String(at(made.body, 'data.createApiToken.token.id'));
    await api.send('DELETE', `/api/v1/api-tokens/${id}`, api.writer);
    expect(await ended).toMatchObject({
      code: 4_401,
      reason: 'The session or token is revoked or expired',
    });
  });

  it('ends with its session', async () => {
    const sender = await api.signIn('short');
    const { received, ended } = listen(connect({ headers: sender }), changes);
    await publishUntilHeard(nodes, received);
    await api.send('POST', '/auth/sign-out', sender);
    expect(await ended).toMatchObject({ code: 4_401 });
  });
});

describe('a subscription as events (graphql-sse)', () => {
  const events = (query: string, headers: Sender = api.reader) => {
    const client = createEventClient({
      url: `${api.url}/graphql/stream`,
      headers,
      retryAttempts: 0,
    });
    const received: unknown[] = [];
    const ended = new Promise<unknown>((resolve) => {
      const done = (): void => resolve('complete');
      client.subscribe(
        { query },
        { next: (value) => received.push(value), error: resolve, complete: done },
      );
    });
    return { client, received, ended };
  };

  it('hears changes, and continues at a position with the object that changed', async () => {
    const first = events('subscription { changes { version position } }');
    await publishUntilHeard({ ...nodes, version: 41 }, first.received);
    first.client.dispose();
    const position = String(at(first.received[0], 'data.changes.position'));
    await publish({ ...nodes, topic: 'decision', id: 'dec_none', version: 42 });
    const second = events(
      `subscription { changes(since: "${position}", topics: [DECISION]) { id version object { id } } }`,
    );
    await expect
      .poll(() => second.received)
      .toEqual([{ data: { changes: { id: 'dec_none', version: 42, object: null } } }]);
    second.client.dispose();
  });

  it('has a code for each refusal', async () => {
    const ask = (query: string) => {
      const headers = { ...api.reader, accept: 'text/event-stream' };
      return api.send('POST', '/graphql/stream', headers, { query });
    };
    const refused = await ask('subscription { changes { nope } }');
    expect(refused.body).toContain('"code":"GRAPHQL_VALIDATION_FAILED"');
    expect((await ask('subscription {')).body).toContain('"code":"GRAPHQL_PARSE_FAILED"');
    expect((await ask('{ viewer { name } }')).body).toContain('Only subscriptions');
    const old = await ask('subscription { changes(since: "1") { version } }');
    expect(old.body).toContain('"code":"GONE"');
  });

  it('needs credentials', async () => {
    const answer = await api.send('POST', '/graphql/stream', {}, { query: changes });
    expect(answer.status).toBe(401);
  });
});

describe('a socket', () => {
  it.each([
    ['of nobody', {}],
    ['with a token that is none', { params: { authorization: 'Bearer kerf_token_none' } }],
    ['with another kind of credential', { params: { authorization: 'Basic eDp5' } }],
    ['with a cookie that has ended', { headers: { cookie: 'kerf_session=gone' } }],
  ])('%s is refused', async (_, connection) => {
    const { ended } = listen(connect(connection), changes);
    expect(await ended).toMatchObject({ code: 4_401 });
  });

  it('that another site’s page opens with our cookie is refused', async () => {
    const { cookie = '' } = await api.signIn();
    const foreign = { cookie, origin: 'https://evil.example.com' };
    const { ended } = listen(connect({ headers: foreign }), changes);
    expect(await ended).toMatchObject({ code: 4_401 });
  });

  it.each([
    ['{ viewer { name } }', 'Only subscriptions are served over WebSocket.'],
    [
      'mutation { signOut { userErrors { code } } }',
      'Only subscriptions are served over WebSocket.',
    ],
    ['subscription { changes { nope } }', 'Cannot query field'],
    ['subscription {', 'Syntax Error'],
  ])('answers %s with an error that has a code', async (query, words) => {
    const { ended } = listen(connect({ params: api.reader }), query);
    const errors = await ended;
    expect(at(errors, '0.message')).toContain(words);
    expect(at(errors, '0.extensions.code')).toEqual(expect.any(String));
    expect(at(errors, '0.extensions.requestId')).toEqual(expect.any(String));
  });

  it('is one of twenty of a token, and further ones are refused with a time to retry', async () => {
    const made = await api.graphql(
      api.writer,
      'mutation { createApiToken(input: { name: "tabs", role: "viewer", expiresInDays: 1 }) { secret } }',
    );
    const secret = String(at(made.body, 'data.createApiToken.secret'));
    const params = { authorization: `Bearer ${secret}` };
    const tabs = Array.from({ length: 20 }, () => {
      const client = connect({ params });
      return { client, ...listen(client, changes) };
    });
    await publishUntilHeard(nodes, tabs[19]?.received ?? []);
    for (const { received } of tabs) await publishUntilHeard(nodes, received);
    const refused = await listen(connect({ params }), changes).ended;
    expect(refused).toMatchObject({ code: 1_013, reason: expect.stringContaining('Too many') });
    await tabs[0]?.client.dispose();
    const next = listen(connect({ params }), changes);
    await publishUntilHeard(nodes, next.received);
  });

  it('from a network with too many is refused before it opens', async () => {
    const { counts } = api.api.app.get(LiveSockets, { strict: false });
    let entered = 0;
    /** Sockets of earlier specs may still be closing, and leave room for one more. */
    const open = () => {
      while (counts.enter('address', '127.0.0.1')) entered += 1;
      const url = `${api.url.replace('http', 'ws')}/graphql`;
      const socket = new WebSocket(url, 'graphql-transport-ws');
      return new Promise<string>((resolve) => {
        socket.on('error', ({ message }) => resolve(message));
        socket.on('open', () => {
          socket.terminate();
          resolve('open');
        });
      });
    };
    await expect.poll(open).toContain('429');
    // The network's other sockets keep out nobody who says at once whose socket it is.
    const known = listen(connect({ headers: await api.signIn() }), changes);
    await publishUntilHeard(nodes, known.received);
    for (; entered > 0; entered -= 1) counts.leave('address', '127.0.0.1');
    const { received } = listen(connect({ params: api.reader }), changes);
    await publishUntilHeard(nodes, received);
  });

  it('refuses a subscription whose fragments multiply', async () => {
    const chain = Array.from({ length: 27 }, (_, index) => {
      const next = index === 26 ? 'id' : `...F${index + 1} ...F${index + 1}`;
      return `fragment F${index} on Change { ${next} }`;
    });
    const document = `subscription { changes { ...F0 } } ${chain.join(' ')}`;
    const { ended } = listen(connect({ params: api.reader }), document);
    expect(at(await ended, '0.extensions.code')).toBe('QUERY_TOO_COMPLEX');
  });

  it('at another path is not found', async () => {
    const socket = new WebSocket(`${api.url.replace('http', 'ws')}/elsewhere`);
    const error = await new Promise<Error>((resolve) => socket.on('error', resolve));
    expect(error.message).toContain('404');
  });
});
