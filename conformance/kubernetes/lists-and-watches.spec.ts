import { type JsonObject, listAt, objectAt, stringAt } from '@kerf/sandbox';
import { beforeAll, describe, expect, it } from 'vitest';
import { merge, useKubernetes } from './testing/use-kubernetes.js';

// Codes and messages were recorded from a Kubernetes 1.36 server.

const cluster = useKubernetes();

/** Each test has its own namespace. A real server puts no Leases into new ones. */
let spaces = 0;
async function aSpace(): Promise<string> {
  spaces += 1;
  const name = `conformance-lists-${spaces}`;
  await cluster.namespace(name);
  return `/apis/coordination.k8s.io/v1/namespaces/${name}/leases`;
}
const put = (leases: string, name: string, fields: JsonObject = {}) =>
  cluster.call('POST', leases, { metadata: { name, labels: { x: name } }, ...fields });
/** Returns when revision 1 is too old to be read. */
const forgetFirstRevision = (leases: string) =>
  cluster.backend.forgetFirstRevision(async () => {
    const query = 'resourceVersion=1&resourceVersionMatch=Exact';
    return (await cluster.call('GET', `${leases}?${query}`)).code === 410;
  });
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
    const leases = await aSpace();
    await put(leases, 'a');
    const { body } = await cluster.call('GET', leases);
    expect(body).toMatchObject({
      kind: 'LeaseList',
      apiVersion: 'coordination.k8s.io/v1',
      items: [{ metadata: { name: 'a' } }],
    });
    expect(objectAt(listAt(body, 'items')[0])['kind']).toBeUndefined();
    const made = revisionOf(objectAt(listAt(body, 'items')[0]));
    expect(Number(revisionOf(body))).toBeGreaterThanOrEqual(Number(made));
  });

  it('return pages of one state, despite changes in between', async () => {
    const leases = await aSpace();
    for (const name of ['a', 'b', 'c', 'd', 'e']) await put(leases, name);
    const first = (await cluster.call('GET', `${leases}?limit=2`)).body;
    expect(namesIn(first)).toEqual(['a', 'b']);
    expect(objectAt(first, 'metadata')['remainingItemCount']).toBe(3);
    await cluster.call('DELETE', `${leases}/d`);
    await put(leases, 'bb');
    const token = stringAt(first, 'metadata', 'continue') ?? '';
    const second = (await cluster.call('GET', `${leases}?limit=2&continue=${token}`)).body;
    expect([namesIn(second), revisionOf(second)]).toEqual([['c', 'd'], revisionOf(first)]);
    const last = (
      await cluster.call(
        'GET',
        `${leases}?limit=2&continue=${stringAt(second, 'metadata', 'continue')}`,
      )
    ).body;
    expect([namesIn(last), objectAt(last, 'metadata')['continue']]).toEqual([['e'], undefined]);
  });

  it('continue inconsistently after a compaction', async () => {
    const leases = await aSpace();
    for (const name of ['a', 'b', 'c']) await put(leases, name);
    const first = (await cluster.call('GET', `${leases}?limit=1`)).body;
    const text = Buffer.from(stringAt(first, 'metadata', 'continue') ?? '', 'base64url').toString();
    const old = Buffer.from(text.replace(/"rv":\d+/, '"rv":1')).toString('base64url');
    await forgetFirstRevision(leases);
    const expired = (await cluster.call('GET', `${leases}?continue=${old}`)).body;
    expect(expired).toMatchObject({ code: 410, reason: 'Expired' });
    const fresh = stringAt(expired, 'metadata', 'continue') ?? '';
    expect(namesIn((await cluster.call('GET', `${leases}?continue=${fresh}`)).body)).toEqual([
      'b',
      'c',
    ]);
  });

  it('can be of an earlier revision', async () => {
    const leases = await aSpace();
    const { body } = await put(leases, 'a');
    await put(leases, 'b');
    const exact = await cluster.call(
      'GET',
      `${leases}?resourceVersion=${revisionOf(body)}&resourceVersionMatch=Exact`,
    );
    expect([namesIn(exact.body), revisionOf(exact.body)]).toEqual([['a'], revisionOf(body)]);
    const newer = await cluster.call('GET', `${leases}?resourceVersion=${revisionOf(body)}`);
    expect(namesIn(newer.body)).toEqual(['a', 'b']);
  });

  it('select by labels and fields', async () => {
    const leases = await aSpace();
    for (const name of ['a', 'b', 'c']) await put(leases, name);
    const select = async (query: string) =>
      namesIn((await cluster.call('GET', `${leases}?${query}`)).body);
    expect(await select('labelSelector=x%20in%20(a,c)')).toEqual(['a', 'c']);
    expect(await select('fieldSelector=metadata.name!%3Da&labelSelector=x!%3Db')).toEqual(['c']);
    const limited = (await cluster.call('GET', `${leases}?limit=1&labelSelector=x`)).body;
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
    ['limit=x', 400, 'strconv.ParseInt: parsing "x": invalid syntax'],
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
    const leases = await aSpace();
    await put(leases, 'a');
    const watch = cluster.watch(`${leases}?watch=1`);
    await cluster.until(() => expect(watch.events).toHaveLength(1));
    const change = { spec: { holderIdentity: 'v' } };
    await cluster.call('PATCH', `${leases}/a`, change, merge);
    await cluster.call('DELETE', `${leases}/a`);
    await cluster.until(() =>
      expect(typesOf(watch.events)).toEqual(['ADDED a', 'MODIFIED a', 'DELETED a']),
    );
    const [added, modified, deleted] = watch.events;
    expect(objectAt(added, 'object')).toMatchObject({
      kind: 'Lease',
      apiVersion: 'coordination.k8s.io/v1',
    });
    expect(Number(revisionOf(objectAt(deleted, 'object')))).toBeGreaterThan(
      Number(revisionOf(objectAt(modified, 'object'))),
    );
    expect(objectAt(deleted, 'object')['spec']).toEqual({ holderIdentity: 'v' });
    watch.close();
  });

  it('continue after a revision without a gap', async () => {
    const leases = await aSpace();
    const { body } = await put(leases, 'a');
    await put(leases, 'b');
    const watch = cluster.watch(`${leases}?watch=true&resourceVersion=${revisionOf(body)}`);
    await cluster.until(() => expect(typesOf(watch.events)).toEqual(['ADDED b']));
    watch.close();
  });

  it('report objects that enter a selection as added, and those that leave it as deleted', async () => {
    const leases = await aSpace();
    await put(leases, 'a');
    const watch = cluster.watch(`${leases}?watch=1&labelSelector=x%3Dother`);
    const relabel = (x: string) =>
      cluster.call('PATCH', `${leases}/a`, { metadata: { labels: { x } } }, merge);
    await relabel('other');
    await relabel('again');
    await cluster.until(() => expect(typesOf(watch.events)).toEqual(['ADDED a', 'DELETED a']));
    watch.close();
  });

  it('end at their timeout, and send a bookmark after the initial state on request', async () => {
    const leases = await aSpace();
    await put(leases, 'a');
    const watch = cluster.watch(
      `${leases}?watch=1&timeoutSeconds=1&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`,
    );
    await watch.ended;
    // A server may send more bookmarks while the watch is open.
    expect(typesOf(watch.events).slice(0, 2)).toEqual(['ADDED a', 'BOOKMARK undefined']);
    expect(new Set(typesOf(watch.events)).size).toBe(2);
    expect(objectAt(watch.events[1], 'object')).toMatchObject({
      kind: 'Lease',
      apiVersion: 'coordination.k8s.io/v1',
      metadata: {
        resourceVersion: expect.any(String),
        annotations: { 'k8s.io/initial-events-end': 'true' },
      },
    });
  });

  it('report a too old revision as an event', async () => {
    const leases = await aSpace();
    await forgetFirstRevision(leases);
    const old = cluster.watch(`${leases}?watch=1&resourceVersion=1`);
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

  it('follow one object by its path or a field selector', async () => {
    const leases = await aSpace();
    await put(leases, 'a');
    await put(leases, 'b');
    const old = cluster.watch(`${leases.replace('/v1/', '/v1/watch/')}/a?timeoutSeconds=1`);
    const current = cluster.watch(
      `${leases}?watch=1&timeoutSeconds=1&fieldSelector=metadata.name%3Db`,
    );
    await Promise.all([old.ended, current.ended]);
    expect([typesOf(old.events), typesOf(current.events)]).toEqual([['ADDED a'], ['ADDED b']]);
    // On the path of an object, the parameter has no effect.
    const one = await cluster.call('GET', `${leases}/b?watch=1`);
    expect(one.body).toMatchObject({ kind: 'Lease', metadata: { name: 'b' } });
  });

  it('send tables to kubectl', async () => {
    const leases = await aSpace();
    await put(leases, 'a', { spec: { holderIdentity: 'v' } });
    const { body } = await cluster.call('GET', leases, undefined, {
      accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json',
    });
    expect(body).toMatchObject({
      kind: 'Table',
      apiVersion: 'meta.k8s.io/v1',
      columnDefinitions: [{ name: 'Name', format: 'name' }, { name: 'Holder' }, { name: 'Age' }],
      rows: [
        {
          cells: ['a', 'v', expect.stringMatching(/^\d+s$/)],
          object: { kind: 'PartialObjectMetadata', metadata: { name: 'a' } },
        },
      ],
    });
  });
});

describe('the two kinds of Event', () => {
  beforeAll(() => cluster.namespace('conformance-events'));

  it('are one object with different field names', async () => {
    const events = '/apis/events.k8s.io/v1/namespaces/conformance-events/events';
    const regarding = {
      apiVersion: 'v1',
      kind: 'Pod',
      name: 'p',
      namespace: 'conformance-events',
      uid: 'u',
    };
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
      reportingInstance: 'kerf-1',
      action: 'Test',
    });
    expect(made.body).toMatchObject({ apiVersion: 'events.k8s.io/v1', regarding, note: 'hello' });
    const core = await cluster.call(
      'GET',
      '/api/v1/namespaces/conformance-events/events?fieldSelector=involvedObject.name%3Dp',
    );
    expect(listAt(core.body, 'items')).toMatchObject([
      { involvedObject: regarding, message: 'hello', reportingComponent: 'kerf' },
    ]);
    const again = await cluster.call('GET', `${events}?fieldSelector=regarding.name%3Dp`);
    expect(listAt(again.body, 'items')).toMatchObject([
      { regarding, note: 'hello', reportingController: 'kerf' },
    ]);
  });

  it('of events.k8s.io need an action, except in the sandbox (differences.md)', async () => {
    const path = '/apis/events.k8s.io/v1/namespaces/conformance-events/events';
    const { code } = await cluster.call('POST', path, {
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      metadata: { name: 'without-action' },
      regarding: { apiVersion: 'v1', kind: 'Pod', name: 'p', namespace: 'conformance-events' },
      reason: 'Testing',
      type: 'Normal',
      eventTime: '2026-11-21T10:00:00.000000Z',
      reportingController: 'kerf',
    });
    expect(code).toBe(cluster.backend.kind === 'sandbox' ? 201 : 422);
  });
});
