import type { ClusterEvents, ClusterView, ConnectionChange } from '@kerf/application';
import {
  type ClusterSession,
  createClusterSession,
  type SessionTiming,
} from '@kerf/cluster-kubernetes';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../packages/cluster-kubernetes/src/testing/eventually.js';
import { loopbackEndpoints } from '../../packages/cluster-kubernetes/src/testing/loopback-endpoints.js';
import { quickTiming } from '../../packages/cluster-kubernetes/src/testing/quick-timing.js';
import {
  aDeployment,
  SandboxCluster,
} from '../../packages/cluster-kubernetes/src/testing/sandbox-cluster.js';
import { makeCertificate } from './certificate.js';
import { type Exchange, type Fault, statusFault, type WatchFault } from './fault.js';
import { type Certificate, type FaultProxy, startFaultProxy } from './fault-proxy.js';

/* The product's cluster cache with a faulty network before an API server of the sandbox. */

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const pods = '/api/v1/pods';
const cluster = new SandboxCluster();
let certificate: Certificate;
let proxy: FaultProxy;
/** Without faults before the same server. */
let reference: ClusterSession;
let session: ClusterSession;
let changes: ConnectionChange[];
let replicas = 2;

beforeAll(async () => {
  await cluster.start();
  cluster.bootNode(1);
  cluster.apply(aDeployment('web', replicas));
  certificate = await makeCertificate();
  proxy = await startFaultProxy(cluster.details.endpoint, {
    server: certificate,
    upstreamAuthority: Buffer.from(cluster.details.certificateAuthority, 'base64').toString(),
  });
  reference = open(cluster.details, quickTiming, () => undefined);
});
afterEach(async () => {
  proxy.choose = () => null;
  proxy.connections = 'serve';
  await session.stop();
});
afterAll(async () => {
  await reference.stop();
  await proxy.close();
  await cluster.close();
});

const nothing = async (): Promise<void> => undefined;

function open(
  details: SandboxCluster['details'],
  timing: SessionTiming,
  onChange: (change: ConnectionChange) => void,
): ClusterSession {
  const events: ClusterEvents = {
    podsProvisionable: nothing,
    nodesChanged: nothing,
    podsMoved: nothing,
    definitionChanged: nothing,
    nodeClaimChanged: nothing,
    connectionChanged: async (_clusterId, change) => onChange(change),
  };
  const opened = createClusterSession({
    details,
    tokens: cluster.tokens,
    events,
    clock: { now: () => Date.now() },
    endpoints: loopbackEndpoints,
    timing,
  });
  opened.start();
  return opened;
}

/**
 * Hangs end early, and a lost connection is reported early. The server ends a watch before. Lists and watches that
 * work keep these limits on a busy machine, too: a session begins with two dozen lists at once.
 */
const hasty: SessionTiming = {
  ...quickTiming,
  watchMs: 1_000,
  silenceMs: 4_000,
  pageMs: 4_000,
  lostAfterMs: 1_000,
};

function watch(timing: Partial<SessionTiming> = {}): void {
  changes = [];
  session = open(
    {
      ...cluster.details,
      endpoint: proxy.url,
      certificateAuthority: Buffer.from(certificate.certificate).toString('base64'),
    },
    { ...hasty, ...timing },
    (change) => changes.push(change),
  );
}

/** The parts of a view that do not depend on when it was read. */
const contentOf = ({ nodes, pendingPods, namespaces, daemonSets }: ClusterView) => ({
  nodes: nodes.map((node) => ({ ...node, pods: node.pods.map(({ uid }) => uid).sort() })),
  pendingPods: pendingPods.map(({ pod }) => pod.uid).sort(),
  namespaces,
  daemonSets,
});

/**
 * Waits until the cache has the state of the server, which changed only before.
 * @returns the number of pods on the node
 */
async function converged(): Promise<number> {
  let podCount = 0;
  await eventually(() => {
    const expected = contentOf(reference.view());
    expect(expected.nodes[0]?.pods).toHaveLength(replicas);
    const content = contentOf(session.view());
    expect(content).toEqual(expected);
    podCount = content.nodes[0]?.pods.length ?? 0;
  });
  return podCount;
}

/** Holds every other event of one watch back until the next one, and delivers both twice. */
function lateAndTwice(): (line: string) => readonly string[] {
  const held: string[] = [];
  return (line) => {
    held.push(line);
    return held.length % 2 === 0 ? held.splice(0).flatMap((each) => [each, each]) : [];
  };
}

/** Changes the number of pods. @returns when they run, or are gone, on the server */
async function scale(): Promise<void> {
  replicas = replicas === 2 ? 5 : 2;
  cluster.apply(aDeployment('web', replicas));
  await eventually(() => expect(reference.view().nodes[0]?.pods).toHaveLength(replicas));
}

const isList = ({ method, isWatch, path }: Exchange): boolean =>
  method === 'GET' && !isWatch && path === pods;

describe('a watch', () => {
  const cuts: readonly WatchFault[] = [
    'end',
    'reset',
    'half-close',
    'silence',
    'expire',
    'truncate',
  ];
  it.each(cuts)('with the fault "%s" is reopened, and misses nothing', async (fault) => {
    watch();
    await converged();
    proxy.faultWatches(fault);
    await scale();
    await converged();
    await scale();
    proxy.faultWatches(fault);
    expect(await converged()).toBe(replicas);
  });

  it('may deliver events late and twice', async () => {
    proxy.choose = ({ isWatch }) =>
      isWatch ? { kind: 'rewrite-watch', rewrite: lateAndTwice() } : null;
    watch();
    await converged();
    await scale();
    proxy.choose = () => null;
    proxy.faultWatches('end');
    expect(await converged()).toBe(replicas);
  });

  it('that never delivers anything is replaced by lists, and is reported', async () => {
    proxy.choose = ({ isWatch }) => (isWatch ? { kind: 'silent-watch' } : null);
    watch({ silentAfterMs: 500 });
    await converged();
    await scale();
    await converged();
    await eventually(() => expect(session.view().silentKinds).toContain('pods'));
    proxy.choose = () => null;
    await scale();
    expect(await converged()).toBe(replicas);
    await eventually(() => expect(session.view().silentKinds).not.toContain('pods'));
  });

  it('whose events arrive byte by byte is replaced by lists, and is reported', async () => {
    proxy.choose = ({ isWatch }) => (isWatch ? { kind: 'trickle', everyMs: 50 } : null);
    watch({ silentAfterMs: 500 });
    await converged();
    await scale();
    await converged();
    await eventually(() => expect(session.view().silentKinds).toContain('pods'));
    proxy.choose = () => null;
    await scale();
    expect(await converged()).toBe(replicas);
    await eventually(() => expect(session.view().silentKinds).not.toContain('pods'));
  });
});

describe('a list', () => {
  const faults: readonly (readonly [string, Fault])[] = [
    ['403', statusFault(403, 'Forbidden')],
    ['409', statusFault(409, 'Conflict')],
    ['410', statusFault(410, 'Expired')],
    ['429', statusFault(429, 'TooManyRequests')],
    ['500', statusFault(500, 'InternalError')],
    ['503 of a proxy', { kind: 'answer', status: 503, body: '<html>no upstream</html>' }],
    ['an empty page', { kind: 'answer', status: 200, body: '' }],
    ['no answer', { kind: 'hang' }],
    ['a reset', { kind: 'reset' }],
    ['a reset in the middle', { kind: 'cut-answer' }],
    ['an end in the middle', { kind: 'truncate-answer' }],
    ['nothing after the middle', { kind: 'stall-answer' }],
    ['a half-closed connection', { kind: 'half-close' }],
    ['a byte now and then', { kind: 'trickle', everyMs: 500 }],
    ['interim responses only', { kind: 'interim-only', everyMs: 50 }],
  ];

  it.each(faults)(
    'that gets %s is repeated with back-off; until then nothing is decided',
    async (_name, fault) => {
      proxy.choose = (exchange) => (isList(exchange) ? fault : null);
      const before = proxy.exchanges.length;
      const began = performance.now();
      watch({ lostAfterMs: 300, firstPauseMs: 100, lastPauseMs: 200 });
      await eventually(() => expect(changes[0]).toMatchObject({ kind: 'Lost' }));
      expect(() => session.view()).toThrow(expect.objectContaining({ code: 'CLUSTER.NOT_SYNCED' }));
      // Each pause takes half of the first one at least.
      const mostPauses = (performance.now() - began) / 45;
      expect(proxy.exchanges.slice(before).filter(isList).length).toBeLessThan(mostPauses + 2);
      proxy.choose = () => null;
      await converged();
      await eventually(() => expect(changes.at(-1)).toMatchObject({ kind: 'Synced' }));
    },
  );

  it('that arrives late is brought up to date by the watch', async () => {
    proxy.choose = (exchange) => (isList(exchange) ? { kind: 'delay', ms: 300 } : null);
    watch();
    await eventually(() => expect(proxy.exchanges.some(isList)).toBe(true));
    await scale();
    expect(await converged()).toBe(replicas);
  });

  it('is not repeated before the time in Retry-After', async () => {
    proxy.choose = (exchange) =>
      isList(exchange) ? statusFault(429, 'TooManyRequests', 20) : null;
    const before = proxy.exchanges.length;
    watch({ lostAfterMs: 300 });
    await eventually(() => expect(changes).toMatchObject([{ kind: 'Lost' }]));
    expect(proxy.exchanges.slice(before).filter(isList)).toHaveLength(1);
  });
});

describe('the connections', () => {
  it.each(['hang', 'reset'] as const)('that %s are retried', async (mode) => {
    watch({ lostAfterMs: 300 });
    await converged();
    proxy.connections = mode;
    proxy.closeConnections();
    await eventually(() => expect(changes.at(-1)).toMatchObject({ kind: 'Lost' }));
    proxy.connections = 'serve';
    proxy.closeConnections();
    await scale();
    await converged();
    await eventually(() => expect(changes.at(-1)).toMatchObject({ kind: 'Synced' }));
  });

  it('to a server with another certificate are refused, until it has its own again', async () => {
    watch({ lostAfterMs: 300 });
    await converged();
    proxy.showCertificate(await makeCertificate());
    const problem = expect.stringContaining('certificate');
    await eventually(() => expect(changes.at(-1)).toMatchObject({ kind: 'Lost', problem }));
    proxy.showCertificate(certificate);
    await scale();
    expect(await converged()).toBe(replicas);
  });
});

describe('a clock of the API server', () => {
  const minuteMs = 60_000;
  it.each([20 * minuteMs, -20 * minuteMs])(
    'that is %i ms ahead is measured, and times are read by it',
    async (aheadMs) => {
      proxy.choose = () => ({ kind: 'shift-clock', aheadMs });
      watch();
      const timesOf = ({ nodes }: ClusterView): readonly number[] =>
        nodes.flatMap(({ createdAt, readyChangedAt, pods: running }) => [
          createdAt,
          readyChangedAt ?? 0,
          ...running.map(({ startedAt }) => startedAt ?? 0).sort((a, b) => a - b),
        ]);
      await eventually(() => {
        const expected = timesOf(reference.view());
        const times = timesOf(session.view());
        expect(times).toHaveLength(expected.length);
        const differences = times.map((at, index) => Math.abs(at - (expected[index] ?? 0)));
        expect(Math.max(...differences)).toBeLessThan(5_000);
      });
      expect(Math.abs((session.clockAheadMs() ?? 0) - aheadMs)).toBeLessThan(5_000);
      expect(reference.clockAheadMs()).toBe(0);
    },
  );
});
