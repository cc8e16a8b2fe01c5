import { storedFleet, storeFleet } from '@kerf/testing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at, type Sender } from '../testing/api-under-test.js';
import { type WatchedEvent, watchEvents } from '../testing/watch-events.js';

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

async function watch(path: string, headers: Sender = {}) {
  const url = `${api.url}/api/v1/${path}`;
  const stream = await watchEvents(url, { ...api.reader, ...headers });
  streams.push(stream);
  return stream;
}

const listsIn = (events: readonly WatchedEvent[]): readonly WatchedEvent[] =>
  events.filter(({ event }) => event === 'list');
const namesIn = (event: WatchedEvent | undefined): readonly unknown[] =>
  Object(at(event?.data, 'items')).map((item: unknown) => at(item, 'name'));

let made = 0;
/** Creates a NodePool, and returns its name. */
async function createPool(): Promise<string> {
  made += 1;
  const name = `watched-${made}`;
  const manifest = JSON.stringify({
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name },
    spec: {
      template: {
        spec: {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
          requirements: [
            { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['on-demand'] },
          ],
        },
      },
    },
  });
  const path = `/api/v1/node-pools?cluster=${storedFleet.cluster}`;
  const answer = await api.send('POST', path, api.writer, { manifest });
  expect(answer.status).toBe(201);
  return name;
}

describe('a list with watch=1', () => {
  const path = `node-pools?cluster=${storedFleet.clusterName}&limit=100`;

  it('is refused for a name that no cluster can have', async () => {
    for (const odd of ['clusters/%00/nodes?watch=1', 'node-pools?cluster=%00&watch=1']) {
      expect(await api.send('GET', `/api/v1/${odd}`, api.reader)).toMatchObject({
        status: 400,
        body: { code: 'BAD_USER_INPUT', errors: [{ parameter: 'cluster' }] },
      });
    }
  });

  it('is the list at once, and again when it has changed', async () => {
    const { response, events } = await watch(`${path}&watch=1`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toContain('no-store');
    await expect.poll(() => listsIn(events)).toHaveLength(1);
    const plain = await api.send('GET', `/api/v1/${path}`, api.reader);
    expect(at(events[0]?.data, 'items')).toEqual(at(plain.body, 'items'));
    expect(events[0]?.id).toMatch(/^\d+$/);
    const name = await createPool();
    await expect.poll(() => namesIn(listsIn(events).at(-1))).toContain(name);
  });

  it('is not sent again after a change of something else', async () => {
    const { events } = await watch(`${path}&watch=true`);
    await expect.poll(() => listsIn(events)).toHaveLength(1);
    const publish = (clusterId: string) =>
      api.api.parts.ports.store.changes.publish({
        topic: 'definition',
        clusterId,
        id: null,
        version: 1,
      });
    await publish(storedFleet.otherCluster);
    await publish(storedFleet.cluster);
    const name = await createPool();
    await expect.poll(() => namesIn(listsIn(events).at(-1))).toContain(name);
    expect(listsIn(events)).toHaveLength(2);
  });

  it('continues by Last-Event-ID: at once if it has changed meanwhile, else when it changes', async () => {
    const first = await watch(`${path}&watch=1`);
    await expect.poll(() => first.events).toHaveLength(1);
    first.stop();
    await first.ended;
    const position = first.events[0]?.id ?? '';
    const name = await createPool();
    const second = await watch(`${path}&watch=1`, { 'last-event-id': position });
    await expect.poll(() => namesIn(second.events[0])).toContain(name);
    // Transactions of other databases on this server may hold the position back for a while.
    let latest = second.events[0]?.id ?? '';
    const firstEvent = async () => {
      const { events } = await watch(`${path}&watch=1&since=${latest}`);
      await expect.poll(() => events).toHaveLength(1);
      latest = events[0]?.id ?? '';
      const plain = await watch(`${path}&watch=1`);
      await expect.poll(() => plain.events).toHaveLength(1);
      latest = plain.events[0]?.id ?? '';
      for (const stream of streams.splice(0)) stream.stop();
      return events[0]?.event;
    };
    await expect.poll(firstEvent, { interval: 300 }).toBe('bookmark');
  });

  it('is not sent again to a client that continues after its last change', async () => {
    const first = await watch(`${path}&watch=1`);
    await expect.poll(() => first.events).toHaveLength(1);
    const name = await createPool();
    await expect.poll(() => namesIn(first.events.at(-1))).toContain(name);
    const position = first.events.at(-1)?.id ?? '';
    first.stop();
    await first.ended;
    const second = await watch(`${path}&watch=1`, { 'last-event-id': position });
    await expect.poll(() => second.events).toHaveLength(1);
    expect(second.events[0]?.event).toBe('bookmark');
  });

  it('is refused as a whole before it begins', async () => {
    const statuses = async (query: string, headers: Sender = {}) =>
      (await api.send('GET', `/api/v1/${query}`, { ...api.reader, ...headers })).status;
    expect(await statuses(`${path}&watch=1&since=1`)).toBe(410);
    expect(await statuses(`${path}&watch=1&since=x`)).toBe(400);
    expect(await statuses('node-pools?cluster=none&watch=1')).toBe(404);
    expect(await statuses('decisions?state=NOPE&watch=1')).toBe(400);
    expect(await statuses(`${path}&watch=1`, { accept: 'application/json' })).toBe(406);
    // Lists without topics do not know the parameter.
    expect(await statuses('events?watch=1&from=2026-11-01T00:00:00Z')).toBe(400);
  });

  it('is counted with the other streams of its token', async () => {
    for (let index = 0; index < 20; index += 1) await watch(`${path}&watch=1`, api.writer);
    const refused = await watch(`${path}&watch=1`, api.writer);
    expect(refused.response.status).toBe(429);
    for (const stream of streams.splice(0)) stream.stop();
    const statusNow = async () => (await watch(`${path}&watch=1`, api.writer)).response.status;
    await expect.poll(statusNow).toBe(200);
  });
});

describe('the lists that can be watched', () => {
  it('are described with their parameters and form', async () => {
    const { body } = await api.send('GET', '/openapi.json', {});
    const watched = Object.entries(Object(at(body, 'paths'))).flatMap(([path, methods]) =>
      JSON.stringify(at(methods, 'get.parameters') ?? []).includes('"since"') ? [path] : [],
    );
    expect(watched).toEqual(
      expect.arrayContaining([
        '/api/v1/clusters',
        '/api/v1/clusters/{cluster}/nodes',
        '/api/v1/clusters/{cluster}/node-claims',
        '/api/v1/decisions',
        '/api/v1/pending-pods',
        '/api/v1/pauses',
      ]),
    );
  });
});
