import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type JsonObject, listAt, objectAt, stringAt } from '../json/json.js';
import { TestCluster } from '../testing/test-cluster.js';
import { openWatch } from '../testing/watch-lines.js';

// Codes and messages were recorded from a Kubernetes 1.36 server.

const cluster = new TestCluster();
beforeAll(() => cluster.start());
afterAll(() => cluster.close());

/** Each test has its own namespace. */
let spaces = 0;
async function aSpace(): Promise<string> {
  spaces += 1;
  const name = `space-${spaces}`;
  await cluster.call('POST', '/api/v1/namespaces', { metadata: { name } });
  return `/api/v1/namespaces/${name}/configmaps`;
}
const put = (maps: string, name: string, fields: JsonObject = {}) =>
  cluster.call('POST', maps, { metadata: { name, labels: { x: name } }, ...fields });
const namesIn = (body: JsonObject): readonly (string | undefined)[] =>
  listAt(body, 'items').map((item) => stringAt(item, 'metadata', 'name'));
const revisionOf = (body: JsonObject): string =>
  stringAt(body, 'metadata', 'resourceVersion') ?? '';
const typesOf = (events: readonly JsonObject[]): readonly string[] =>
  events.map(
    (event) => `${stringAt(event, 'type')} ${stringAt(event, 'object', 'metadata', 'name')}`,
  );

describe('lists', () => {
  it('have items without kind, and one revision', async () => {
    const maps = await aSpace();
    await put(maps, 'a');
    const { body } = await cluster.call('GET', maps);
    expect(body).toMatchObject({
      kind: 'ConfigMapList',
      apiVersion: 'v1',
      items: [{ metadata: { name: 'a' } }],
    });
    expect(objectAt(listAt(body, 'items')[0])['kind']).toBeUndefined();
    expect(Number(revisionOf(body))).toBe(cluster.running.api.parts.store.revision);
  });

  it('return pages of one state, despite changes in between', async () => {
    const maps = await aSpace();
    for (const name of ['a', 'b', 'c', 'd', 'e']) await put(maps, name);
    const first = (await cluster.call('GET', `${maps}?limit=2`)).body;
    expect(namesIn(first)).toEqual(['a', 'b']);
    expect(objectAt(first, 'metadata')['remainingItemCount']).toBe(3);
    await cluster.call('DELETE', `${maps}/d`);
    await put(maps, 'bb');
    const token = stringAt(first, 'metadata', 'continue') ?? '';
    const second = (await cluster.call('GET', `${maps}?limit=2&continue=${token}`)).body;
    expect([namesIn(second), revisionOf(second)]).toEqual([['c', 'd'], revisionOf(first)]);
    const last = (
      await cluster.call(
        'GET',
        `${maps}?limit=2&continue=${stringAt(second, 'metadata', 'continue')}`,
      )
    ).body;
    expect([namesIn(last), objectAt(last, 'metadata')['continue']]).toEqual([['e'], undefined]);
  });

  it('continue inconsistently after a compaction', async () => {
    const maps = await aSpace();
    for (const name of ['a', 'b', 'c']) await put(maps, name);
    const first = (await cluster.call('GET', `${maps}?limit=1`)).body;
    const text = Buffer.from(stringAt(first, 'metadata', 'continue') ?? '', 'base64url').toString();
    const old = Buffer.from(text.replace(/"rv":\d+/, '"rv":1')).toString('base64url');
    // Revision 1 is the empty store, which is known.
    expect(namesIn((await cluster.call('GET', `${maps}?continue=${old}`)).body)).toEqual([]);
    const gone = Buffer.from(text.replace(/"rv":\d+/, '"rv":0')).toString('base64url');
    const expired = (await cluster.call('GET', `${maps}?continue=${gone}`)).body;
    expect(expired).toMatchObject({ code: 410, reason: 'Expired' });
    const fresh = stringAt(expired, 'metadata', 'continue') ?? '';
    expect(namesIn((await cluster.call('GET', `${maps}?continue=${fresh}`)).body)).toEqual([
      'b',
      'c',
    ]);
  });

  it('can be of an earlier revision', async () => {
    const maps = await aSpace();
    const { body } = await put(maps, 'a');
    await put(maps, 'b');
    const exact = await cluster.call(
      'GET',
      `${maps}?resourceVersion=${revisionOf(body)}&resourceVersionMatch=Exact`,
    );
    expect([namesIn(exact.body), revisionOf(exact.body)]).toEqual([['a'], revisionOf(body)]);
    const newer = await cluster.call('GET', `${maps}?resourceVersion=${revisionOf(body)}`);
    expect(namesIn(newer.body)).toEqual(['a', 'b']);
  });

  it('select by labels and fields', async () => {
    const maps = await aSpace();
    for (const name of ['a', 'b', 'c']) await put(maps, name);
    const select = async (query: string) =>
      namesIn((await cluster.call('GET', `${maps}?${query}`)).body);
    expect(await select('labelSelector=x%20in%20(a,c)')).toEqual(['a', 'c']);
    expect(await select('fieldSelector=metadata.name!%3Da&labelSelector=x!%3Db')).toEqual(['c']);
    const limited = (await cluster.call('GET', `${maps}?limit=1&labelSelector=x`)).body;
    expect(objectAt(limited, 'metadata')['remainingItemCount']).toBeUndefined();
  });

  it.each([
    ['continue=abc', 400, 'invalid continue token'],
    ['resourceVersion=abc', 400, 'invalid resource version: resourceVersion: Invalid value: "abc"'],
    [
      'resourceVersionMatch=Exact',
      422,
      'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided',
    ],
    [
      'resourceVersion=2&resourceVersionMatch=Foo',
      422,
      'Unsupported value: "Foo": supported values: "Exact", "NotOlderThan", ""',
    ],
    ['limit=x', 400, 'limit: Invalid value: "x"'],
    [
      'labelSelector=a%20b',
      400,
      "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt",
    ],
    [
      'fieldSelector=spec.foo%3Dx',
      400,
      '"spec.foo" is not a known field selector: only "metadata.name", "metadata.namespace"',
    ],
    ['fieldSelector=spec', 400, "invalid selector: 'spec'; can't understand 'spec'"],
  ])('refuse ?%s', async (query, code, message) => {
    const { body } = await cluster.call('GET', `/api/v1/configmaps?${query}`);
    expect(body['code']).toBe(code);
    expect(body['message']).toContain(message);
  });

  it('refuse a future revision, and unsupported field selectors', async () => {
    const future = await cluster.call('GET', '/api/v1/pods?resourceVersion=9999999');
    expect([future.code, future.header('retry-after')]).toEqual([504, '1']);
    expect(future.body).toMatchObject({
      reason: 'Timeout',
      details: { causes: [{ reason: 'ResourceVersionTooLarge' }], retryAfterSeconds: 1 },
    });
    const { body } = await cluster.call('GET', '/api/v1/pods?fieldSelector=spec.foo%3Dx');
    expect(body['message']).toBe('field label not supported: spec.foo');
  });
});

describe('watches', () => {
  it('send existing objects, then changes', async () => {
    const maps = await aSpace();
    await put(maps, 'a');
    const watch = openWatch(cluster, `${maps}?watch=1`);
    await vi.waitFor(() => expect(watch.events).toHaveLength(1));
    await cluster.call('PUT', `${maps}/a`, { metadata: { name: 'a' }, data: { k: 'v' } });
    await cluster.call('DELETE', `${maps}/a`);
    await vi.waitFor(() =>
      expect(typesOf(watch.events)).toEqual(['ADDED a', 'MODIFIED a', 'DELETED a']),
    );
    const [added, , deleted] = watch.events;
    expect(objectAt(added, 'object')).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1' });
    expect(Number(stringAt(deleted, 'object', 'metadata', 'resourceVersion'))).toBe(
      cluster.running.api.parts.store.revision,
    );
    expect(objectAt(deleted, 'object')['data']).toEqual({ k: 'v' });
    watch.close();
  });

  it('continue after a revision without a gap', async () => {
    const maps = await aSpace();
    const { body } = await put(maps, 'a');
    await put(maps, 'b');
    const watch = openWatch(cluster, `${maps}?watch=true&resourceVersion=${revisionOf(body)}`);
    await vi.waitFor(() => expect(typesOf(watch.events)).toEqual(['ADDED b']));
    watch.close();
  });

  it('report objects that enter a selection as added, and those that leave it as deleted', async () => {
    const maps = await aSpace();
    await put(maps, 'a');
    const watch = openWatch(cluster, `${maps}?watch=1&labelSelector=x%3Dother`);
    const relabel = (x: string) =>
      cluster.call(
        'PATCH',
        `${maps}/a`,
        { metadata: { labels: { x } } },
        { contentType: 'application/merge-patch+json' },
      );
    await relabel('other');
    await relabel('again');
    await vi.waitFor(() => expect(typesOf(watch.events)).toEqual(['ADDED a', 'DELETED a']));
    watch.close();
  });

  it('end at their timeout, and send a bookmark after the initial state on request', async () => {
    const maps = await aSpace();
    await put(maps, 'a');
    const watch = openWatch(
      cluster,
      `${maps}?watch=1&timeoutSeconds=1&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`,
    );
    await watch.ended;
    expect(typesOf(watch.events)).toEqual(['ADDED a', 'BOOKMARK undefined']);
    expect(objectAt(watch.events[1], 'object')).toEqual({
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata: {
        resourceVersion: expect.any(String),
        annotations: { 'k8s.io/initial-events-end': 'true' },
      },
    });
  });

  it('report a too old revision as an event', async () => {
    const maps = await aSpace();
    const watch = openWatch(cluster, `${maps}?watch=1&resourceVersion=0001`);
    expect(watch.events).toEqual([]);
    watch.close();
    const restarted = await new TestCluster({ state: cluster.running.snapshot() }).start();
    const old = openWatch(restarted, '/api/v1/namespaces?watch=1&resourceVersion=1');
    await old.ended;
    expect(old.events).toEqual([
      {
        type: 'ERROR',
        object: expect.objectContaining({
          kind: 'Status',
          code: 410,
          reason: 'Expired',
          message: expect.stringMatching(/^too old resource version: 1 \(\d+\)$/),
        }),
      },
    ]);
    await restarted.close();
  });

  it.each([
    [
      'sendInitialEvents=true',
      422,
      'resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
    ],
    ['resourceVersion=abc', 500, 'resourceVersion: Invalid value: "abc"'],
    ['fieldSelector=spec', 400, "invalid selector: 'spec'"],
  ])('refuse ?%s before anything is sent', async (query, code, message) => {
    const { body } = await cluster.call('GET', `/api/v1/configmaps?watch=1&${query}`);
    expect(body['code']).toBe(code);
    expect(body['message']).toContain(message);
  });

  it('follow one object by its path, in both forms', async () => {
    const maps = await aSpace();
    await put(maps, 'a');
    await put(maps, 'b');
    const old = openWatch(
      cluster,
      `${maps.replace('/api/v1/', '/api/v1/watch/')}/a?timeoutSeconds=1`,
    );
    const current = openWatch(cluster, `${maps}/b?watch=1&timeoutSeconds=1`);
    await Promise.all([old.ended, current.ended]);
    expect([typesOf(old.events), typesOf(current.events)]).toEqual([['ADDED a'], ['ADDED b']]);
  });

  it('send tables to kubectl', async () => {
    const maps = await aSpace();
    await put(maps, 'a', { data: { k: 'v' } });
    const { body } = await cluster.call('GET', maps, undefined, {
      accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json',
    });
    expect(body).toMatchObject({
      kind: 'Table',
      apiVersion: 'meta.k8s.io/v1',
      columnDefinitions: [{ name: 'Name', format: 'name' }, { name: 'Data' }, { name: 'Age' }],
      rows: [
        {
          cells: ['a', 1, expect.stringMatching(/^\d+s$/)],
          object: { kind: 'PartialObjectMetadata', metadata: { name: 'a' } },
        },
      ],
    });
  });
});

describe('the two kinds of Event', () => {
  it('are one object with different field names', async () => {
    const events = '/apis/events.k8s.io/v1/namespaces/default/events';
    const regarding = { apiVersion: 'v1', kind: 'Pod', name: 'p', namespace: 'default', uid: 'u' };
    const made = await cluster.call('POST', events, {
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      metadata: { name: 'e' },
      regarding,
      note: 'hello',
      reason: 'Testing',
      type: 'Normal',
      eventTime: '2026-11-21T10:00:00.000000Z',
      reportingController: 'kerf',
    });
    expect(made.body).toMatchObject({ apiVersion: 'events.k8s.io/v1', regarding, note: 'hello' });
    const core = await cluster.call(
      'GET',
      '/api/v1/namespaces/default/events?fieldSelector=involvedObject.name%3Dp',
    );
    expect(listAt(core.body, 'items')).toMatchObject([
      { involvedObject: regarding, message: 'hello', reportingComponent: 'kerf' },
    ]);
    const again = await cluster.call('GET', `${events}?fieldSelector=regarding.name%3Dp`);
    expect(listAt(again.body, 'items')).toMatchObject([
      { regarding, note: 'hello', reportingController: 'kerf' },
    ]);
  });
});
