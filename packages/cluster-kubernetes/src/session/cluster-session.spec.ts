import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterEvents } from '@kerf/application';
import { toInteger, toRecord } from '@kerf/core';
import { boundPodObject, nodeObject, pendingPodObject, podObject } from '@kerf/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../testing/eventually.js';
import { loopbackEndpoints } from '../testing/loopback-endpoints.js';
import { quickTiming } from '../testing/quick-timing.js';
import { refuse, ScriptedCluster } from '../testing/scripted-cluster.js';
import type { WatchHealth } from '../watch/resource-watcher.js';
import { collectionPath, resourceNames, resources } from '../watch/resources.js';
import type { SessionTiming } from '../watch/timing.js';
import {
  type ClusterSession,
  type ClusterSessionOptions,
  createClusterSession,
} from './cluster-session.js';

const pods = collectionPath(resources.pods);
const nodes = collectionPath(resources.nodes);
const nodePools = collectionPath(resources.nodePools);

vi.setConfig({ testTimeout: 60_000 });

interface Told {
  readonly event: keyof ClusterEvents;
  readonly about: unknown;
}

let cluster: ScriptedCluster;
let session: ClusterSession;
let notified: Told[];
/** Called with each event before it is recorded. */
let handle: (event: keyof ClusterEvents) => Promise<void>;

const clock = { skewMs: 0, now: () => Date.now() + clock.skewMs };

function listenTo(event: keyof ClusterEvents) {
  return async (clusterId: string, about: unknown): Promise<void> => {
    expect(clusterId).toBe('clu_scripted');
    await handle(event);
    notified.push({ event, about });
  };
}

const events: ClusterEvents = {
  podsProvisionable: listenTo('podsProvisionable'),
  nodesChanged: listenTo('nodesChanged'),
  podsMoved: listenTo('podsMoved'),
  definitionChanged: listenTo('definitionChanged'),
  nodeClaimChanged: listenTo('nodeClaimChanged'),
  connectionChanged: listenTo('connectionChanged'),
};

function start(
  timing: Partial<SessionTiming> = {},
  limited: Pick<ClusterSessionOptions, 'limits' | 'onTooLarge'> = {},
): void {
  session = createClusterSession({
    details: cluster.details,
    tokens: async () => ({ token: 't', expiresAt: Date.now() + 600_000 }),
    events,
    clock,
    endpoints: loopbackEndpoints,
    timing: { ...quickTiming, ...timing },
    ...limited,
  });
  session.start();
}

beforeEach(async () => {
  cluster = await ScriptedCluster.start();
  notified = [];
  handle = async () => undefined;
  clock.skewMs = 0;
});

afterEach(async () => {
  await session.stop();
  await cluster.stop();
});

const eventsOf = (event: keyof ClusterEvents): readonly unknown[] =>
  notified.filter((entry) => entry.event === event).map(({ about }) => about);
const connections = () => eventsOf('connectionChanged').map(toRecord);
const kinds = () => connections().map(({ kind }) => kind);
const untilSynced = () => eventually(() => expect(kinds().at(-1)).toBe('Synced'));
const isWell = ({ phase, brokenSinceAt }: WatchHealth) =>
  phase === 'Watching' && brokenSinceAt === null;
const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

describe('a session', () => {
  it('is synced once every resource is listed', async () => {
    cluster.put(nodes, nodeObject('n1'));
    cluster.put(pods, boundPodObject('web-1', 'n1'));
    let isHeld = true;
    cluster.script = ({ path }) => path === nodePools && isHeld;
    start();
    expect(() => session.view()).toThrow(expect.objectContaining({ code: 'CLUSTER.NOT_SYNCED' }));
    await cluster.watched(pods);
    await eventually(() => expect(() => session.view()).toThrow(/: nodepools not listed yet/));
    expect(session.takeChanges()).toBeNull();
    expect(session.definitionNames('NodePool')).toBeNull();
    expect(kinds()).toEqual([]);

    isHeld = false;
    cluster.cut();
    await untilSynced();
    const view = session.view();
    expect(view.clusterId).toBe('clu_scripted');
    expect(names(view.nodes)).toEqual(['n1']);
    expect(Math.abs(clock.now() - view.asOf)).toBeLessThan(quickTiming.staleAfterMs);
    expect(session.takeChanges()).toMatchObject({
      relisted: true,
      nodes: { changed: [{ name: 'n1' }] },
      pods: { changed: [{ name: 'web-1', nodeName: 'n1' }] },
    });
    expect(session.definitionNames('NodePool')).toEqual([]);
  });

  it('watches every resource once', async () => {
    start();
    await untilSynced();
    const watched = cluster.exchanges.filter(({ query }) => query.has('watch'));
    expect(watched.map(({ path }) => path).toSorted()).toEqual(
      resourceNames.map((name) => collectionPath(resources[name])).toSorted(),
    );
  });

  it('is synced only while every watch is alive', async () => {
    start({ staleAfterMs: 30_000 });
    await untilSynced();
    clock.skewMs = 29_000;
    expect(session.view().nodes).toEqual([]);
    clock.skewMs = 31_000;
    expect(() => session.view()).toThrow(/no watch events of [\w, ]+ for 3\d s/);
    const bookmark = { type: 'BOOKMARK', object: { metadata: { resourceVersion: '200' } } };
    for (const name of resourceNames) cluster.sendEvent(collectionPath(resources[name]), bookmark);
    await eventually(() => expect(session.view().asOf).toBeGreaterThan(Date.now() + 30_000));
  });

  it('serves a cluster without the custom resources', async () => {
    cluster.script = (exchange) => {
      if (!exchange.path.includes('karpenter')) return false;
      exchange.response.writeHead(404).end('404 page not found\n');
      return true;
    };
    start();
    await untilSynced();
    expect(session.view().nodeClaimNames).toEqual([]);
    expect(session.definitionNames('NodePool')).toBeNull();
    cluster.put(nodePools, { metadata: { name: 'default', uid: 'p' }, spec: {} });
    cluster.script = () => false;
    await eventually(() => expect(eventsOf('definitionChanged')).toHaveLength(1));
    expect(session.definitionNames('NodePool')).toEqual(['default']);
    expect(kinds()).toEqual(['Synced']);
  });
});

describe('notifications of a session', () => {
  it('are only about the connection before the sync', async () => {
    cluster.put(nodes, nodeObject('n1'));
    cluster.script = (exchange) => {
      if (exchange.path !== pods) return false;
      refuse(exchange, 500, 'InternalError');
      return true;
    };
    start({ lostAfterMs: 100 });
    await eventually(() => expect(kinds()).toEqual(['Lost']));
    expect(notified.map(({ event }) => event)).toEqual(['connectionChanged']);
    cluster.script = () => false;
    await eventually(() => expect(eventsOf('nodesChanged').flat()).toMatchObject([{ name: 'n1' }]));
    expect(kinds()).toEqual(['Lost', 'Synced']);
  });

  it('contain provisionable pods in batches, repeatedly', async () => {
    start({ gatherMs: 20 });
    await untilSynced();
    const waiting = ['web-1', 'web-2', 'web-3'];
    for (const name of waiting) cluster.put(pods, pendingPodObject(name));
    await eventually(() => expect(eventsOf('podsProvisionable').length).toBeGreaterThan(1));
    const expected = waiting.map((name) => ({ uid: `uid-${name}`, namespace: 'shop', name }));
    expect(eventsOf('podsProvisionable')[0]).toEqual(
      expected.map((pod) => ({ ...pod, isAnnounced: false })),
    );
    expect(eventsOf('podsProvisionable')[1]).toEqual(
      expected.map((pod) => ({ ...pod, isRepeated: true })),
    );

    for (const name of waiting) cluster.put(pods, boundPodObject(name, 'n1'));
    await eventually(() => expect(eventsOf('podsMoved')).toHaveLength(1));
    const countBefore = eventsOf('podsProvisionable').length;
    await sleep(quickTiming.repeatPendingMs * 3);
    expect(eventsOf('podsProvisionable')).toHaveLength(countBefore);
  });

  it('tell whether the controller of a pod is watched, also after its scheduler tried it', async () => {
    const uid = 'uid-web';
    cluster.put(collectionPath(resources.replicaSets), {
      metadata: { name: 'web', namespace: 'shop', uid },
      spec: { replicas: 2 },
    });
    start();
    await untilSynced();
    const { status } = pendingPodObject('web-1');
    const ownerReferences = [{ kind: 'ReplicaSet', name: 'web', uid, controller: true }];
    cluster.put(pods, podObject('web-1', { metadata: { ownerReferences }, status }));
    await eventually(() =>
      expect(eventsOf('podsProvisionable')[0]).toMatchObject([
        { name: 'web-1', isAnnounced: true },
      ]),
    );
  });

  it('contain earlier pending pods after the sync', async () => {
    cluster.put(pods, pendingPodObject('web-1'));
    start({ repeatPendingMs: 3_600_000 });
    await eventually(() => expect(eventsOf('podsProvisionable')).toHaveLength(1));
    expect(kinds()).toEqual(['Synced']);
  });

  it('contain at most one pod move per node and period, and the last one', async () => {
    start({ moveMs: 200 });
    await untilSynced();
    const beganAt = Date.now();
    let moves = 0;
    while (Date.now() < beganAt + 300) {
      moves += 1;
      cluster.put(pods, boundPodObject(`web-${moves}`, 'n1'));
      await sleep(5);
    }
    const lastMovedAt = Date.now();
    await eventually(() => {
      const last = toRecord(eventsOf('podsMoved').flat().at(-1));
      expect(last).toMatchObject({ nodeName: 'n1' });
      expect(toInteger(last['at'])).toBeGreaterThan(lastMovedAt - 200);
    });
    const passedMs = Date.now() - beganAt;
    expect(eventsOf('podsMoved').length).toBeLessThanOrEqual(1 + Math.floor(passedMs / 200));
  });

  it('contain nodes and definitions that appear and disappear', async () => {
    start();
    await untilSynced();
    cluster.put(nodes, nodeObject('n1'));
    cluster.put(nodePools, { metadata: { name: 'default', uid: 'p' }, spec: { weight: 1 } });
    await eventually(() => {
      expect(eventsOf('nodesChanged').flat()).toMatchObject([{ name: 'n1', isGone: false }]);
      expect(eventsOf('definitionChanged')).toMatchObject([{ name: 'default', object: {} }]);
    });
    cluster.delete(nodes, 'n1');
    cluster.delete(nodePools, 'default');
    await eventually(() => {
      expect(eventsOf('nodesChanged').flat().at(-1)).toMatchObject({ name: 'n1', isGone: true });
      expect(eventsOf('definitionChanged').at(-1)).toMatchObject({ name: 'default', object: null });
    });
  });

  it('are repeated after a failure, while the watch continues', async () => {
    let refusals = 5;
    handle = async (event) => {
      if (event !== 'nodesChanged') return;
      refusals -= 1;
      if (refusals >= 0) throw new Error('the database is away');
    };
    start();
    await untilSynced();
    cluster.put(nodes, nodeObject('n1'));
    await eventually(() => expect(names(session.view().nodes)).toEqual(['n1']));
    await eventually(() => expect(eventsOf('nodesChanged')).toHaveLength(1));
    expect(session.findings()).toMatchObject([
      { subject: 'nodesChanged', problem: 'was refused: the database is away', count: 5 },
    ]);
  });
});

describe('the connection', () => {
  it('is lost when watches cannot be reopened, and restored later', async () => {
    start({ lostAfterMs: 1_000 });
    await untilSynced();
    cluster.script = (exchange) => {
      refuse(exchange, 503, 'ServiceUnavailable', { message: 'etcd is away' });
      return true;
    };
    cluster.cut();
    await eventually(() => expect(kinds()).toEqual(['Synced', 'Lost']));
    expect(connections().at(-1)).toMatchObject({
      problem: expect.stringMatching(
        /^cannot watch .*: GET \/\S+: HTTP 503 \(ServiceUnavailable\)$/,
      ),
    });
    cluster.put(nodes, nodeObject('n1'));
    cluster.script = () => false;
    await eventually(() => expect(kinds()).toEqual(['Synced', 'Lost', 'Synced']));
  });

  it('delivers no pods while it is lost, and delivers them afterwards', async () => {
    cluster.put(pods, pendingPodObject('web-1'));
    start({ lostAfterMs: 200, repeatPendingMs: 50 });
    await eventually(() => expect(eventsOf('podsProvisionable').length).toBeGreaterThan(1));
    cluster.script = (exchange) => exchange.path === nodes && Boolean(exchange.response.destroy());
    cluster.cut();
    await eventually(() => expect(kinds().at(-1)).toBe('Lost'));
    const countBefore = eventsOf('podsProvisionable').length;
    await sleep(200);
    expect(eventsOf('podsProvisionable')).toHaveLength(countBefore);
    cluster.script = () => false;
    await eventually(() =>
      expect(eventsOf('podsProvisionable').length).toBeGreaterThan(countBefore),
    );
    expect(kinds().at(-1)).toBe('Synced');
  });

  it('is lost when one resource cannot be watched, with its name', async () => {
    cluster.script = (exchange) => {
      if (exchange.path !== collectionPath(resources.csiNodes)) return false;
      refuse(exchange, 403, 'Forbidden', { message: 'kerf may not list csinodes' });
      return true;
    };
    // Longer than the first lists take on a busy machine.
    start({ lostAfterMs: 2_000 });
    await eventually(() => expect(kinds()).toEqual(['Lost']));
    expect(connections()[0]).toMatchObject({
      problem: 'cannot watch csinodes: GET /apis/storage.k8s.io/v1/csinodes: HTTP 403 (Forbidden)',
    });
    expect(() => session.view()).toThrow(/csinodes not listed yet .*HTTP 403 \(Forbidden\)/);
  });

  it('is lost when calls hang', async () => {
    start({ silenceMs: 500, lostAfterMs: 500 });
    await untilSynced();
    cluster.script = () => true;
    await eventually(() => expect(kinds().at(-1)).toBe('Lost'));
  });

  it('survives a short interruption', async () => {
    start();
    await untilSynced();
    const requested = cluster.exchanges.length;
    cluster.cut();
    await eventually(() =>
      expect(cluster.exchanges).toHaveLength(requested + resourceNames.length),
    );
    await eventually(() => expect(session.health().every(isWell)).toBe(true));
    cluster.put(nodes, nodeObject('n2'));
    await eventually(() => expect(names(session.view().nodes)).toEqual(['n2']));
    expect(kinds()).toEqual(['Synced']);
  });

  it('is not synced while a resource is listed again', async () => {
    start();
    await untilSynced();
    let isHeld = true;
    cluster.script = (exchange) => {
      if (exchange.path !== nodes) return false;
      if (exchange.query.has('watch')) refuse(exchange, 410, 'Expired');
      else return isHeld;
      return true;
    };
    cluster.cut();
    await eventually(() => expect(() => session.view()).toThrow(/nodes not listed yet/));
    isHeld = false;
    cluster.script = () => false;
    cluster.cut();
    await eventually(() => expect(session.view().nodes).toEqual([]));
  });
});

describe('stopping', () => {
  it('waits for the running delivery, and delivers nothing afterwards', async () => {
    let finished = false;
    handle = async (event) => {
      if (event !== 'nodesChanged') return;
      await sleep(50);
      finished = true;
    };
    start();
    await untilSynced();
    cluster.put(nodes, nodeObject('n1'));
    await eventually(() => expect(names(session.view().nodes)).toEqual(['n1']));
    await sleep(quickTiming.gatherMs * 2);
    await session.stop();
    expect(finished).toBe(true);
    const countBefore = notified.length;
    cluster.put(nodes, nodeObject('n2'));
    await sleep(50);
    expect(notified).toHaveLength(countBefore);
    expect([...cluster.watches.values()].every((watches) => watches.size === 0)).toBe(true);
  });

  it('has no effect on a session that was not started', async () => {
    session = createClusterSession({
      details: cluster.details,
      tokens: async () => ({ token: 't', expiresAt: 0 }),
      events,
      clock,
      endpoints: loopbackEndpoints,
    });
    await session.stop();
    expect(cluster.exchanges).toEqual([]);
  });
});

describe('a cluster with more objects than its limits allow', () => {
  const tooLarge = (what: string) =>
    expect.objectContaining({
      code: 'CLUSTER.TOO_LARGE',
      message: `The cluster is too large for this worker: the cluster has ${what}.`,
    });
  const limits = { maxObjects: 100, maxBytes: 1024 * 1024 };
  const errors: unknown[] = [];
  const startLimited = (): void => {
    errors.length = 0;
    start({}, { limits, onTooLarge: (error) => errors.push(error) });
  };

  it('is no longer watched, and has no view', async () => {
    for (let index = 0; index < 100; index += 1)
      cluster.put('/api/v1/pods', podObject(`p${index}`));
    startLimited();
    await untilSynced();
    expect(session.view().pendingPods).toHaveLength(100);
    cluster.put('/api/v1/nodes', nodeObject('n1'));
    await eventually(() => expect(errors).toEqual([tooLarge('more than 100 objects')]));
    expect(() => session.view()).toThrow(tooLarge('more than 100 objects'));
    expect(session.takeChanges()).toBeNull();
    await eventually(() => expect(cluster.watches.get('/api/v1/pods')?.size).toBe(0));
  });

  it('may replace objects within the limits', async () => {
    startLimited();
    await untilSynced();
    for (let index = 0; index < 300; index += 1) {
      cluster.put('/api/v1/pods', podObject(`p${index}`));
      if (index >= 50) cluster.delete('/api/v1/pods', `p${index - 50}`);
    }
    await eventually(() => expect(session.view().pendingPods).toHaveLength(50));
    expect(errors).toEqual([]);
  });

  it('is ended by large objects, too, before it is synced', async () => {
    // Never answered: the cluster stays unknown.
    cluster.script = ({ path }) => path === '/api/v1/namespaces';
    const spec = { disruption: { note: 'x'.repeat(100_000) } };
    for (let index = 0; index < 20; index += 1) {
      const metadata = { name: `pool-${index}`, uid: `pool-${index}` };
      cluster.put('/apis/karpenter.sh/v1/nodepools', { metadata, spec });
    }
    startLimited();
    await eventually(() => expect(errors).toEqual([tooLarge('objects that take more than 1 MiB')]));
  });

  it('is ended by objects that come and go while nothing can be handled', async () => {
    cluster.script = ({ path }) => path === '/api/v1/namespaces';
    startLimited();
    await cluster.watched('/apis/karpenter.sh/v1/nodeclaims');
    for (let index = 0; index < 5_000 && errors.length === 0; index += 1) {
      const name = `claim-${index}`;
      cluster.put('/apis/karpenter.sh/v1/nodeclaims', { metadata: { name, uid: name } });
      cluster.delete('/apis/karpenter.sh/v1/nodeclaims', name);
    }
    await eventually(() => expect(errors).toEqual([tooLarge('objects that take more than 1 MiB')]));
  });

  it('counts the specs that its pods share once', async () => {
    const args = ['x'.repeat(20_000)];
    for (let index = 0; index < 90; index += 1) {
      const pod = podObject(`p${index}`);
      const affinity = {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: 'k', operator: 'In', values: args }] }],
          },
        },
      };
      cluster.put('/api/v1/pods', { ...pod, spec: { ...toRecord(pod['spec']), affinity } });
    }
    startLimited();
    await untilSynced();
    expect(session.view().pendingPods).toHaveLength(90);
    expect(errors).toEqual([]);
  });
});
