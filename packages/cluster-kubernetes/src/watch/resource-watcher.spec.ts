import { setTimeout as sleep } from 'node:timers/promises';
import { toRecord, toText } from '@kerf/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ClusterConnection } from '../connect/cluster-connection.js';
import { eventually } from '../testing/eventually.js';
import { loopbackEndpoints } from '../testing/loopback-endpoints.js';
import { quickTiming } from '../testing/quick-timing.js';
import { answer, type Exchange, refuse, ScriptedCluster } from '../testing/scripted-cluster.js';
import { type ResourceSink, ResourceWatcher, type WatchHealth } from './resource-watcher.js';
import { collectionPath, type Resource, resources } from './resources.js';
import { defaultTiming, type SessionTiming } from './timing.js';

/** A sink that keeps the names of the objects. */
class NameSink implements ResourceSink {
  readonly names = new Set<string>();
  readonly calls: string[] = [];
  #listed = new Set<string>();

  beginList(): void {
    this.calls.push('begin');
    this.#listed = new Set();
  }
  endList(): void {
    this.calls.push('end');
    for (const name of this.names) if (!this.#listed.has(name)) this.names.delete(name);
  }
  forget(): void {
    this.calls.push('forget');
    this.names.clear();
  }
  put(object: unknown): void {
    const name = nameOf(object);
    this.calls.push(`put ${name}`);
    this.#listed.add(name);
    this.names.add(name);
  }
  remove(object: unknown): void {
    this.calls.push(`remove ${nameOf(object)}`);
    this.names.delete(nameOf(object));
  }
}

function nameOf(object: unknown): string {
  return toText(toRecord(toRecord(object)['metadata'])['name']);
}

const object = (name: string) => ({ metadata: { name, uid: name } });
const path = collectionPath(resources.nodes);

let cluster: ScriptedCluster;
let connection: ClusterConnection;
let sink: NameSink;
let stopping: AbortController;
let running: Promise<void>;
/** Milliseconds by which the watcher's clock is advanced. */
let skewMs: number;

beforeEach(async () => {
  cluster = await ScriptedCluster.start();
  connection = new ClusterConnection({
    details: cluster.details,
    tokens: async () => ({ token: 't', expiresAt: Date.now() + 600_000 }),
    clock: { now: () => Date.now() },
    endpoints: loopbackEndpoints,
  });
  sink = new NameSink();
  stopping = new AbortController();
  running = Promise.resolve();
  skewMs = 0;
});

afterEach(async () => {
  stopping.abort();
  await running;
  await connection.close();
  await cluster.stop();
});

function watch(
  resource: Resource = resources.nodes,
  timing: Partial<SessionTiming> = {},
): ResourceWatcher {
  const watcher = new ResourceWatcher({
    connection,
    resource,
    sink,
    clock: { now: () => Date.now() + skewMs },
    timing: { ...quickTiming, ...timing },
    maxObjects: 1_000,
    onChange: () => undefined,
  });
  running = watcher.run(stopping.signal);
  return watcher;
}

const names = () => [...sink.names].toSorted();
const watchRequests = () => cluster.exchanges.filter(({ query }) => query.has('watch'));
const listRequests = () => cluster.exchanges.filter(({ query }) => !query.has('watch'));
const isWatch = ({ query }: Exchange) => query.has('watch');

describe('ResourceWatcher', () => {
  it('lets other work run while it puts the objects of a page', async () => {
    for (let index = 0; index < 250; index += 1) cluster.put(path, object(`n${index}`));
    const sizes: number[] = [];
    const put = sink.put.bind(sink);
    sink.put = (item) => {
      if (sink.names.size === 0) setImmediate(() => sizes.push(sink.names.size));
      put(item);
    };
    watch();
    await cluster.watched(path);
    expect(sink.names.size).toBe(250);
    expect(sizes[0]).toBeLessThan(250);
  });

  it('lists, then follows every change from there', async () => {
    cluster.put(path, object('a'));
    const watcher = watch();
    await cluster.watched(path);
    expect(names()).toEqual(['a']);
    cluster.put(path, object('b'));
    cluster.put(path, object('a'));
    cluster.delete(path, 'a');
    await eventually(() => expect(names()).toEqual(['b']));
    await eventually(() =>
      expect(watcher.health()).toMatchObject({
        phase: 'Watching',
        brokenSinceAt: null,
        problem: null,
      }),
    );
    expect(watchRequests()[0]?.query.get('resourceVersion')).toBe('101');
    expect(watchRequests()[0]?.query.get('allowWatchBookmarks')).toBe('true');
    const seconds = Number(watchRequests()[0]?.query.get('timeoutSeconds'));
    expect(seconds).toBeGreaterThanOrEqual(15);
    expect(seconds).toBeLessThanOrEqual(20);
  });

  it('lists by pages, and drops objects that are on no page', async () => {
    sink.names.add('long gone');
    const pages = [
      { metadata: { resourceVersion: '7', continue: 'two' }, items: [object('a')] },
      { metadata: { resourceVersion: '7' }, items: [object('b')] },
    ];
    cluster.script = (exchange) => {
      if (isWatch(exchange)) return false;
      answer(exchange, pages[exchange.query.get('continue') === 'two' ? 1 : 0]);
      return true;
    };
    watch();
    await cluster.watched(path);
    expect(names()).toEqual(['a', 'b']);
    expect(listRequests().map(({ query }) => query.get('limit'))).toEqual(['100', '200']);
    expect(watchRequests()[0]?.query.get('resourceVersion')).toBe('7');
  });

  it('continues a watch at the last event or bookmark', async () => {
    watch();
    await cluster.watched(path);
    cluster.sendEvent(path, {
      type: 'ADDED',
      object: { metadata: { name: 'a', resourceVersion: '150' } },
    });
    cluster.sendEvent(path, { type: 'BOOKMARK', object: { metadata: { resourceVersion: '200' } } });
    cluster.sendEvent(path, { type: 'BOOKMARK', object: {} });
    await eventually(() => expect(names()).toEqual(['a']));
    for (const response of cluster.watches.get(path) ?? []) response.end();
    await eventually(() => expect(watchRequests()).toHaveLength(2));
    expect(watchRequests()[1]?.query.get('resourceVersion')).toBe('200');
    expect(listRequests()).toHaveLength(1);
    expect(sink.calls).toEqual(['begin', 'end', 'put a']);
  });

  it('reopens a watch that reached its timeout without a pause', async () => {
    const watcher = watch(resources.nodes, { firstPauseMs: 60_000, lastPauseMs: 60_000 });
    // Uses the watcher's own state, because the server sees a watch first.
    await eventually(() => expect(watcher.health().phase).toBe('Watching'));
    skewMs += 5_000;
    for (const response of cluster.watches.get(path) ?? []) response.end();
    await eventually(() => expect(watchRequests()).toHaveLength(2));
  });

  it('misses nothing when a connection breaks', async () => {
    watch();
    await cluster.watched(path);
    cluster.cut();
    cluster.put(path, object('meanwhile'));
    await eventually(() => expect(watchRequests().length).toBeGreaterThan(1));
    expect(watchRequests().at(-1)?.query.get('resourceVersion')).toBe('100');
  });

  it.each([
    [
      'as an event',
      (exchange: Exchange) => {
        exchange.response.writeHead(200);
        exchange.response.end(
          `${JSON.stringify({ type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired' } })}\n`,
        );
      },
    ],
    ['as an answer', (exchange: Exchange) => refuse(exchange, 410, 'Expired')],
  ])('lists again when its place is too old, notified %s', async (_how, expire) => {
    cluster.put(path, object('a'));
    cluster.put(path, object('b'));
    let expired = false;
    cluster.script = (exchange) => {
      if (!isWatch(exchange) || expired) return false;
      expired = true;
      cluster.lose(path, 'b');
      expire(exchange);
      return true;
    };
    const watcher = watch();
    await cluster.watched(path);
    expect(names()).toEqual(['a']);
    expect(listRequests()).toHaveLength(2);
    await eventually(() =>
      expect(watcher.health()).toMatchObject({ phase: 'Watching', problem: null }),
    );
  });

  it('restarts a list when a page has expired', async () => {
    let requested = 0;
    cluster.script = (exchange) => {
      if (isWatch(exchange)) return false;
      requested += 1;
      if (requested === 1)
        answer(exchange, {
          metadata: { resourceVersion: '1', continue: 'c' },
          items: [object('old')],
        });
      else if (requested === 2) refuse(exchange, 410, 'Expired');
      else answer(exchange, { metadata: { resourceVersion: '9' }, items: [object('new')] });
      return true;
    };
    watch();
    await cluster.watched(path);
    expect(names()).toEqual(['new']);
  });

  it('notices a connection that hangs', async () => {
    let hung = false;
    cluster.script = (exchange) => {
      if (!isWatch(exchange) || hung) return false;
      hung = true;
      exchange.response.writeHead(200).flushHeaders();
      return true;
    };
    watch(resources.nodes, { silenceMs: 250 });
    await cluster.watched(path);
    expect(watchRequests()).toHaveLength(2);
  });

  it('lists again after a watch that delivered nothing, and reports it until one delivers', async () => {
    let hung = 0;
    cluster.script = (exchange) => {
      if (!isWatch(exchange) || hung > 1) return false;
      hung += 1;
      cluster.put(path, object(`during ${hung}`));
      exchange.response.writeHead(200).flushHeaders();
      return true;
    };
    const watcher = watch(resources.nodes, { silenceMs: 250 });
    await eventually(() => expect(watcher.health().silentSinceAt).not.toBeNull());
    await cluster.watched(path);
    await eventually(() => expect(names()).toEqual(['during 1', 'during 2']));
    await eventually(() => {
      cluster.put(path, object('event'));
      expect(watcher.health().silentSinceAt).toBeNull();
    });
    expect(names()).toContain('event');
  });

  it('lists again after a watch that delivers events but not its end, and reports it until one ends', async () => {
    const watcher = watch(resources.nodes, { silenceMs: 250 });
    await eventually(() => {
      cluster.put(path, object('event'));
      expect(listRequests().length).toBeGreaterThan(3);
      expect(watcher.health().silentSinceAt).not.toBeNull();
    });
    cluster.script = (exchange) => {
      if (!isWatch(exchange)) return false;
      exchange.response.writeHead(200).end();
      return true;
    };
    await eventually(() => expect(watcher.health().silentSinceAt).toBeNull());
    expect(names()).toContain('event');
  });

  it('lists again when the last sign of the server is too old for decisions', async () => {
    const watcher = watch();
    await eventually(() => expect(watcher.health().phase).toBe('Watching'));
    skewMs = quickTiming.staleAfterMs + 1;
    cluster.cut();
    cluster.put(path, object('missed'));
    await eventually(() => expect(names()).toEqual(['missed']));
  });

  it('pauses before it reopens a watch that ended soon after an event', async () => {
    cluster.script = (exchange) => {
      if (!isWatch(exchange)) return false;
      const bookmark = { type: 'BOOKMARK', object: { metadata: { resourceVersion: '150' } } };
      exchange.response.writeHead(200).end(`${JSON.stringify(bookmark)}\n`);
      return true;
    };
    const watcher = watch(resources.nodes, { firstPauseMs: 60_000, lastPauseMs: 60_000 });
    await eventually(() => expect(watcher.health()).toMatchObject({ phase: 'Watching' }));
    await eventually(() => expect(watcher.health().brokenSinceAt).not.toBeNull());
    await sleep(100);
    expect(watchRequests()).toHaveLength(1);
  });

  it.each([
    [
      'the header Retry-After',
      (exchange: Exchange) => {
        exchange.response.setHeader('retry-after', '20');
        refuse(exchange, 429, 'TooManyRequests');
      },
    ],
    [
      'an error event',
      (exchange: Exchange) => {
        if (!isWatch(exchange)) return answer(exchange, { metadata: { resourceVersion: '1' } });
        const status = { kind: 'Status', code: 429, details: { retryAfterSeconds: 20 } };
        return exchange.response.end(`${JSON.stringify({ type: 'ERROR', object: status })}\n`);
      },
    ],
  ])('waits as long as %s says', async (_what, script) => {
    cluster.script = (exchange) => {
      script(exchange);
      return true;
    };
    const watcher = watch();
    await eventually(() => expect(watcher.health().problem).toContain('429'));
    const sent = cluster.exchanges.length;
    await sleep(200);
    expect(cluster.exchanges).toHaveLength(sent);
  });

  it.each([
    ['a line that is no JSON', 'not json\n'],
    ['an event of no known type', '{"type":"SURPRISE","object":{}}\n'],
    ['an event without a type', '{"object":{"metadata":{"name":"x"}}}\n'],
    ['a text', '"ADDED"\n'],
  ])('opens a watch again after %s, from the last event it could read', async (_what, garbage) => {
    let isCorrupted = false;
    cluster.script = (exchange) => {
      if (!isWatch(exchange) || isCorrupted) return false;
      isCorrupted = true;
      exchange.response.writeHead(200);
      const good = { type: 'ADDED', object: { metadata: { name: 'a', resourceVersion: '150' } } };
      exchange.response.end(`${JSON.stringify(good)}\n${garbage}`);
      return true;
    };
    watch();
    await cluster.watched(path);
    expect(names()).toEqual(['a']);
    expect(watchRequests().at(-1)?.query.get('resourceVersion')).toBe('150');
  });

  it('reports its problem while it lasts', async () => {
    cluster.script = (exchange) => {
      refuse(exchange, 403, 'Forbidden', { message: 'kerf may not list nodes' });
      return true;
    };
    const watcher = watch();
    await eventually(() =>
      expect(watcher.health()).toMatchObject({
        phase: 'Listing',
        problem: 'GET /api/v1/nodes: HTTP 403 (Forbidden)',
        brokenSinceAt: expect.any(Number),
      }),
    );
    cluster.script = () => false;
    await cluster.watched(path);
    await eventually(() =>
      expect(watcher.health()).toMatchObject({
        phase: 'Watching',
        problem: null,
        brokenSinceAt: null,
      }),
    );
  });

  it.each([
    ['a body that is no list', []],
    ['a list without a version', { metadata: {}, items: [] }],
    ['items that are no list', { metadata: { resourceVersion: '1' }, items: { a: 1 } }],
  ])('does not take %s for an empty cluster', async (_what, body) => {
    sink.names.add('a');
    cluster.script = (exchange) => {
      answer(exchange, body);
      return true;
    };
    const watcher = watch();
    await eventually(() => expect(watcher.health().problem).not.toBeNull());
    expect(names()).toEqual(['a']);
  });

  it('fails for a list with a repeated continue token', async () => {
    cluster.script = (exchange) => {
      answer(exchange, { metadata: { resourceVersion: '1', continue: 'same' }, items: [] });
      return true;
    };
    const watcher = watch();
    await eventually(() =>
      expect(watcher.health().problem).toContain('repeats its continue token'),
    );
  });

  it('reads no faster than its sink', async () => {
    const lines = 2_000;
    const label = 'x'.repeat(10_000);
    let drained = 0;
    cluster.script = (exchange) => {
      if (!isWatch(exchange) || watchRequests().length > 1) return false;
      const { response } = exchange;
      response.writeHead(200);
      const write = (next: number): void => {
        for (let index = next; index < lines; index += 1) {
          const event = { type: 'ADDED', object: { metadata: { name: `n${index}`, label } } };
          if (!response.write(`${JSON.stringify(event)}\n`)) {
            drained += 1;
            response.once('drain', () => write(index + 1));
            return;
          }
        }
        response.end();
      };
      write(0);
      return true;
    };
    watch();
    await eventually(() => expect(sink.names.size).toBe(lines));
    expect(drained).toBeGreaterThan(0);
  });

  it('stops during a list, a watch or a pause', async () => {
    for (const until of [
      () => undefined,
      () => cluster.watched(path),
      async () => {
        cluster.script = ({ response }) => Boolean(response.destroy());
        cluster.cut();
        const requested = cluster.exchanges.length;
        await eventually(() => expect(cluster.exchanges.length).toBeGreaterThan(requested + 1));
      },
    ]) {
      stopping = new AbortController();
      watch();
      await until();
      stopping.abort();
      await expect(running).resolves.toBeUndefined();
    }
  });
});

describe('a resource that the cluster does not serve', () => {
  const pools = collectionPath(resources.nodePools);
  const unserved = (exchange: Exchange): boolean => {
    exchange.response.writeHead(404).end('404 page not found\n');
    return true;
  };

  it('has no objects, and is requested again later', async () => {
    cluster.script = unserved;
    const watcher = watch(resources.nodePools);
    await eventually(() =>
      expect(watcher.health()).toMatchObject({
        phase: 'Absent',
        brokenSinceAt: null,
        problem: null,
      }),
    );
    cluster.put(pools, object('default'));
    cluster.script = () => false;
    await cluster.watched(pools);
    await eventually(() => expect(watcher.health().phase).toBe('Watching'));
    expect(names()).toEqual(['default']);
  });

  it('is requested every few seconds if launches need it', async () => {
    cluster.script = unserved;
    const lookedFor = () => cluster.exchanges.filter((exchange) => exchange.path === pools).length;
    const watcher = watch(resources.nodePools, { extraAbsentMs: 3_600_000 });
    await eventually(() => expect(watcher.health().phase).toBe('Absent'));
    await eventually(() => expect(lookedFor()).toBeGreaterThan(2));
    expect(defaultTiming.absentMs).toBeLessThanOrEqual(5_000);
  });

  it('is a failure if every cluster has it', async () => {
    cluster.script = unserved;
    const watcher = watch(resources.nodes);
    await eventually(() => expect(watcher.health().problem).toContain('404'));
    expect(watcher.health().phase).toBe('Listing');
  });

  it('is not dropped at the first 404, and its objects are not reported as deleted', async () => {
    cluster.put(pools, object('default'));
    const watcher = watch(resources.nodePools);
    await cluster.watched(pools);
    cluster.script = unserved;
    cluster.cut();
    await eventually(() => expect(watcher.health().problem).toContain('404'));
    expect(names()).toEqual(['default']);
    await eventually(() => expect(watcher.health().phase).toBe('Absent'));
    expect(sink.calls.at(-1)).toBe('forget');
  });
});

describe('a resource that Kerf may have no permission to read', () => {
  const overlays = collectionPath(resources.nodeOverlays);
  const discovery = '/apis/karpenter.sh/v1alpha1';

  function forbid(served: readonly string[]): void {
    cluster.script = (exchange) => {
      if (exchange.path !== discovery) refuse(exchange, 403, 'Forbidden');
      else if (served.length === 0) refuse(exchange, 404, 'NotFound');
      else answer(exchange, { resources: served.map((name) => ({ name })) });
      return true;
    };
  }

  it.each([
    ['is notified where the cluster has it', ['nodeoverlays'], 'Denied'],
    ['is not missed where the cluster does not', [], 'Absent'],
    ['is not missed where the cluster has only others', ['nodepools'], 'Absent'],
  ])('%s', async (_what, served, phase) => {
    forbid(served);
    const watcher = watch(resources.nodeOverlays);
    await eventually(() =>
      expect(watcher.health()).toMatchObject({ phase, brokenSinceAt: null, problem: null }),
    );
  });

  it('is not dropped because the API server has just started', async () => {
    let refused = 0;
    cluster.put(overlays, object('cheap'));
    cluster.script = (exchange) => {
      if (exchange.path === discovery || refused === 3) return false;
      refused += 1;
      refuse(exchange, 403, 'Forbidden');
      return true;
    };
    const watcher = watch(resources.nodeOverlays);
    await eventually(() => expect(watcher.health().phase).toBe('Watching'));
    expect(names()).toEqual(['cheap']);
    expect(sink.calls).not.toContain('forget');
  });

  it('is read once the permission exists', async () => {
    forbid(['nodeoverlays']);
    const watcher = watch(resources.nodeOverlays);
    await eventually(() => expect(watcher.health().phase).toBe('Denied'));
    cluster.put(overlays, object('cheap'));
    cluster.script = () => false;
    await cluster.watched(overlays);
    await eventually(() => expect(watcher.health().phase).toBe('Watching'));
    expect(names()).toEqual(['cheap']);
  });

  it('is reported if it is unknown whether the cluster has it', async () => {
    cluster.script = (exchange) => {
      refuse(exchange, 403, 'Forbidden');
      return true;
    };
    const watcher = watch(resources.nodeOverlays);
    await eventually(() => expect(watcher.health().phase).toBe('Denied'));
  });
});

describe('the lists and watches of a hostile API server', () => {
  const page = (items: readonly unknown[], next: string) => ({
    metadata: { resourceVersion: '7', continue: next },
    items,
  });
  const tooLarge = expect.objectContaining({ code: 'CLUSTER.TOO_LARGE' });
  const problemOf = async (watcher: ResourceWatcher): Promise<WatchHealth> => {
    await eventually(() => expect(watcher.health().problem).not.toBeNull());
    return watcher.health();
  };

  it.each([
    [
      'full pages',
      (count: number) => page([object(`a${count}`), object(`b${count}`)], `t${count}`),
    ],
    ['empty pages', (count: number) => page([], `t${count}`)],
  ])('end although every one of its %s has a new continue token', async (_name, pageOf) => {
    let count = 0;
    cluster.script = (exchange) => {
      count += 1;
      answer(exchange, pageOf(count));
      return true;
    };
    const { problem, cause } = await problemOf(watch());
    expect(problem).toBe('GET /api/v1/nodes: the list has more than 1000 objects');
    expect(cause).toEqual(tooLarge);
    expect(count).toBeLessThan(30);
  });

  it('end when the continue tokens go round', async () => {
    let count = 0;
    cluster.script = (exchange) => {
      count += 1;
      answer(exchange, page([object(`a${count}`)], `t${count % 3}`));
      return true;
    };
    const { problem } = await problemOf(watch());
    expect(problem).toBe('GET /api/v1/nodes: the list repeats its continue token');
  });

  it.each([
    [
      'with an endless token',
      page([object('a')], 't'.repeat(20_000)),
      'a continue token is too long',
    ],
    [
      'with more objects than requested',
      page(
        Array.from({ length: 501 }, (_, index) => object(`a${index}`)),
        '',
      ),
      'a page has more objects than requested',
    ],
  ])('refuse a page %s', async (_name, body, problem) => {
    cluster.script = (exchange) => {
      answer(exchange, body);
      return true;
    };
    expect((await problemOf(watch())).problem).toBe(`GET /api/v1/nodes: ${problem}`);
    expect(names()).toEqual([]);
  });

  it('pause for long after a line without an end', async () => {
    cluster.script = (exchange) => {
      if (!isWatch(exchange)) return false;
      const { response } = exchange;
      response.writeHead(200);
      const pour = (): void => {
        while (!response.destroyed && response.write('x'.repeat(1_000_000)));
      };
      response.on('drain', pour);
      pour();
      return true;
    };
    const { problem, cause } = await problemOf(watch());
    expect(problem).toBe('WATCH /api/v1/nodes: a line exceeds 8388608 bytes');
    expect(cause).toMatchObject({ retry: { kind: 'after', ms: 30_000 } });
    await sleep(100);
    expect(watchRequests()).toHaveLength(1);
  });
});

describe('the pages of a cluster with large objects', () => {
  const listOf = async (listed: readonly string[], bytesOf: (name: string) => number) => {
    cluster.script = (exchange) => {
      if (isWatch(exchange)) return false;
      const from = Number(exchange.query.get('continue') ?? 0);
      const to = from + Number(exchange.query.get('limit'));
      const next = to < listed.length ? String(to) : '';
      const items = listed
        .slice(from, to)
        .map((name) => ({ ...object(name), data: 'x'.repeat(bytesOf(name)) }));
      answer(exchange, { metadata: { resourceVersion: '7', continue: next }, items });
      return true;
    };
    watch();
    await cluster.watched(path);
    return listRequests().map(({ query }) => Number(query.get('limit')));
  };
  const numbered = (amount: number): readonly string[] =>
    Array.from({ length: amount }, (_, index) => `n${String(index).padStart(4, '0')}`);

  it('get smaller until they have a mebibyte', async () => {
    const all = numbered(42);
    const limits = await listOf(all, () => 100_000);
    expect(limits).toEqual([100, 12, 10, 10, 10]);
    expect(names()).toEqual(all);
  });

  it('may have one object that is larger, after which they grow again', async () => {
    const all = numbered(20);
    const limits = await listOf(all, (name) => (name === 'n0000' ? 3_000_000 : 10));
    expect(limits).toEqual([100, 12, 1, 1, 2, 4, 8, 16]);
    expect(names()).toEqual(all);
  });

  it('get larger when the objects are small', async () => {
    const limits = await listOf(numbered(1_000), () => 10);
    expect(limits).toEqual([100, 200, 400, 500]);
  });
});
