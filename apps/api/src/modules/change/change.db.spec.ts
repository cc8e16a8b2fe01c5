import type { ChangeNotice } from '@kerf/application';
import { storedFleet, storeFleet } from '@kerf/testing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at, type Sender } from '../../testing/api-under-test.js';
import { type WatchedEvent, watchEvents } from '../../testing/watch-events.js';

let api: ApiUnderTest;
const streams: { readonly stop: () => void }[] = [];
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  await storeFleet(api.api.parts.ports.store);
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.stop();
});
afterAll(() => api.close());

/** Opens the stream, and collects its events until it is aborted. */
async function watch(query = '', headers: Sender = {}) {
  const url = `${api.url}/api/v1/changes${query}`;
  const stream = await watchEvents(url, { ...api.reader, ...headers });
  streams.push(stream);
  return stream;
}

const publish = (change: Partial<ChangeNotice>) =>
  api.api.parts.ports.store.changes.publish({
    topic: 'decision',
    clusterId: storedFleet.cluster,
    id: null,
    version: 1,
    ...change,
  });
const versionsOf = (events: readonly WatchedEvent[]): readonly unknown[] =>
  events.flatMap(({ event, data }) => (event === 'change' ? [at(data, 'version')] : []));

/**
 * Returns the versions from this one on. A stream that continues has changes from before it too, if a transaction of
 * another database on this server was open when it began.
 */
const versionsFrom = (least: number, events: readonly WatchedEvent[]): readonly unknown[] =>
  versionsOf(events).filter((version) => Number(version) >= least);

describe('the stream of changes', () => {
  it('begins with a bookmark, and has committed changes with positions', async () => {
    const { response, events } = await watch();
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    await expect.poll(() => events).toHaveLength(1);
    expect(events[0]).toMatchObject({ event: 'bookmark', id: expect.stringMatching(/^\d+$/) });
    await publish({ id: 'dec_1', version: 7 });
    await expect.poll(() => events).toHaveLength(2);
    expect(events[1]).toEqual({
      id: expect.stringMatching(/^\d+-\d+$/),
      event: 'change',
      data: { topic: 'DECISION', clusterId: storedFleet.cluster, id: 'dec_1', version: 7 },
    });
  });

  it('has only the topics and the cluster that were asked for', async () => {
    const { events } = await watch(`?topic=NODES&topic=PODS&cluster=${storedFleet.clusterName}`);
    await expect.poll(() => events).toHaveLength(1);
    await publish({ topic: 'audit', clusterId: null, version: 1 });
    await publish({ topic: 'nodes', clusterId: 'clu_other', version: 2 });
    await publish({ topic: 'pods', version: 3 });
    await expect.poll(() => versionsOf(events)).toEqual([3]);
  });

  it.each([
    ['Last-Event-ID', 100, (id: string) => watch('', { 'last-event-id': id })],
    ['since', 110, (id: string) => watch(`?since=${id}`)],
  ] as const)('continues by %s with what was missed', async (_, version, reconnect) => {
    const first = await watch();
    await publish({ version });
    await expect.poll(() => versionsOf(first.events)).toEqual([version]);
    first.stop();
    await first.ended;
    await publish({ version: version + 1 });
    await publish({ version: version + 2 });
    const second = await reconnect(first.events.at(-1)?.id ?? '');
    await publish({ version: version + 3 });
    await expect.poll(() => versionsOf(second.events)).toContain(version + 3);
    expect(versionsFrom(version, second.events)).toEqual([version + 1, version + 2, version + 3]);
  });

  it('misses nothing of a transaction that was open meanwhile', async () => {
    const first = await watch();
    await expect.poll(() => first.events).toHaveLength(1);
    await api.api.parts.ports.store.transaction(async (tx) => {
      await tx.changes.publish({ topic: 'nodes', clusterId: null, id: null, version: 200 });
      // Its transaction is younger, and ends first.
      await publish({ version: 201 });
      await expect.poll(() => versionsOf(first.events)).toEqual([201]);
      first.stop();
      await first.ended;
    });
    const second = await watch(`?since=${first.events.at(-1)?.id}`);
    await expect.poll(() => versionsFrom(200, second.events)).toEqual([200]);
    // Nor does a client that has seen both get one of them again.
    const third = await watch(`?since=${second.events.at(-1)?.id}`);
    await publish({ version: 202 });
    await expect.poll(() => versionsFrom(200, third.events)).toEqual([202]);
  });

  it('has equal changes of one transaction once, in the log as in the notices', async () => {
    const first = await watch();
    await expect.poll(() => first.events).toHaveLength(1);
    await api.api.parts.ports.store.transaction(async (tx) => {
      const change = { topic: 'nodes', clusterId: null, id: null } as const;
      for (const version of [210, 211, 210]) await tx.changes.publish({ ...change, version });
    });
    await expect.poll(() => versionsOf(first.events)).toEqual([210, 211]);
    const [opened, ...changes] = first.events;
    const since = async (id = '') => (await watch(`?since=${id}`)).events;
    const [all, rest] = [await since(opened?.id), await since(changes[0]?.id)];
    await expect.poll(() => versionsFrom(210, all)).toEqual([210, 211]);
    await expect.poll(() => versionsFrom(210, rest)).toEqual([211]);
  });

  it('catches up when notices were lost', async () => {
    const { events } = await watch();
    await expect.poll(() => events).toHaveLength(1);
    await api.api.parts.database.pool.query(
      "INSERT INTO change_log (xact, topic, version) VALUES (pg_current_xact_id()::text::bigint, 'catalog', 300)",
    );
    api.api.parts.feed.events.emit('gap');
    await expect.poll(() => versionsOf(events)).toContain(300);
    expect(events.map(({ event }) => event)).not.toContain('reset');
  });

  it('is 410 for a position that is no longer stored, or is of another database', async () => {
    for (const since of ['1', '999999999999']) {
      const { response } = await watch(`?since=${since}`);
      expect(response.status).toBe(410);
    }
    const { response, events, ended } = await watch('?since=nope');
    expect(response.status).toBe(400);
    await ended;
    expect(events).toEqual([]);
  });

  it('forgets changes after an hour, but not that there were some', async () => {
    const { pool } = api.api.parts.database;
    const { events } = await watch();
    await publish({ version: 400 });
    await expect.poll(() => versionsOf(events)).toEqual([400]);
    const old = events.at(-1)?.id ?? '';
    await publish({ version: 401 });
    await pool.query("UPDATE change_log SET at = now() - interval '2 hours'");
    await publish({ version: 402 });
    const { ChangeLogQueries } = await import('@kerf/db');
    await new ChangeLogQueries(pool).prune(Date.now());
    expect((await watch(`?since=${old}`)).response.status).toBe(410);
    await expect.poll(() => versionsOf(events)).toContain(402);
    // Transactions of other databases on this server may hold the position back for a while.
    const statusOfNewest = async () => {
      await publish({ version: 403 });
      return (await watch(`?since=${events.at(-1)?.id}`)).response.status;
    };
    await expect.poll(statusOfNewest, { interval: 300 }).toBe(200);
  });

  it('is refused without credentials, and is one of twenty', async () => {
    const answer = await api.send('GET', '/api/v1/changes', {});
    expect(answer.status).toBe(401);
    const html = await api.send('GET', '/api/v1/changes', { ...api.reader, accept: 'text/html' });
    expect(html.status).toBe(406);
    for (let index = 0; index < 20; index += 1) await watch('', api.writer);
    expect((await watch('', api.writer)).response.status).toBe(429);
  });

  it('ends with its token', async () => {
    const body = { name: 'short', role: 'viewer', expiresInDays: 1 };
    const made = await api.send('POST', '/api/v1/api-tokens', api.writer, body);
    const authorization = `Bearer ${String(at(made.body, 'secret'))}`;
    const { events, ended } = await watch('', { authorization });
    await expect.poll(() => events).toHaveLength(1);
    const id = String(at(made.body, 'token.id') ?? at(made.body, 'id'));
    await api.send('DELETE', `/api/v1/api-tokens/${id}`, api.writer);
    const { LiveSockets } = await import('../../auth/live-sockets.js');
    await api.api.app.get(LiveSockets, { strict: false }).recheck();
    await ended;
    expect(events).toHaveLength(1);
  });
});
