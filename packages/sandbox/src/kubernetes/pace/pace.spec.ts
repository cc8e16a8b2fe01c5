import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TestCluster } from '../../testing/test-cluster.js';
import { aDeployment, aTemplate } from '../../testing/workloads.js';
import { ManualClock } from '../../world/time/manual-clock.js';
import { stringAt } from '../json/json.js';
import { kinds } from '../resources/kind.js';
import type { Pace } from './pace-switch.js';

const clusters: TestCluster[] = [];
afterEach(async () => {
  for (const cluster of clusters.splice(0)) await cluster.close();
});

const reader = { token: 'reader-token', user: { name: 'reader', groups: ['readers'] } };

async function aCluster(pace: Pace): Promise<{ clock: ManualClock; cluster: TestCluster }> {
  const clock = new ManualClock(1);
  const cluster = await new TestCluster({ clock, pace, staticTokens: [reader] }).start();
  clusters.push(cluster);
  return { clock, cluster };
}

const soon = (isMet: () => void) => vi.waitFor(isMet, { timeout: 30_000, interval: 20 });

/** Lets the components do all that they may do at this time of the clock. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 100; turns += 1) await turn();
}

const podsOf = (cluster: TestCluster) => cluster.running.api.list(kinds.pod);
const markedOf = (cluster: TestCluster) =>
  podsOf(cluster).filter(({ status }) =>
    status?.conditions?.some(({ reason }) => reason === 'Unschedulable'),
  );
const createPods = (cluster: TestCluster, count: number): void => {
  for (let number = 0; number < count; number += 1) {
    cluster.running.api.create(kinds.pod, 'default', {
      ...aTemplate('bare'),
      metadata: { name: `bare-${number}` },
    });
  }
};

describe('at the pace of a real control plane', () => {
  it('pods of a workload are created with a burst of 30, then 20 a second', async () => {
    const { clock, cluster } = await aCluster('Real');
    cluster.running.apply([aDeployment('web', 100)]);
    await soon(() => expect(podsOf(cluster)).toHaveLength(30));
    await settle();
    expect(podsOf(cluster)).toHaveLength(30);
    clock.advance(1_000);
    await soon(() => expect(podsOf(cluster)).toHaveLength(50));
    await settle();
    expect(podsOf(cluster)).toHaveLength(50);
    await soon(() => {
      clock.advance(500);
      expect(podsOf(cluster)).toHaveLength(100);
    });
  });

  it('pods of a Job and of a StatefulSet are created at that rate, too', async () => {
    const { clock, cluster } = await aCluster('Real');
    const spec = { template: aTemplate('many', { restartPolicy: 'Never' }) };
    cluster.running.apply([
      {
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata: { name: 'many', namespace: 'default' },
        spec: { ...spec, parallelism: 60, completions: 60 },
      },
      {
        ...aDeployment('ordered', 60, {}, { podManagementPolicy: 'Parallel', serviceName: 'x' }),
        kind: 'StatefulSet',
      },
    ]);
    const owned = (kind: string) =>
      podsOf(cluster).filter(({ metadata }) => metadata.ownerReferences?.[0]?.kind === kind);
    await soon(() => expect([owned('Job').length, owned('StatefulSet').length]).toEqual([30, 30]));
    await settle();
    expect(podsOf(cluster)).toHaveLength(60);
    // They say what they have once their controllers have tried to create all that they lack.
    const jobStatus = () => cluster.running.api.find(kinds.job, 'default', 'many')?.status;
    const setStatus = () =>
      cluster.running.api.find(kinds.statefulSet, 'default', 'ordered')?.status;
    expect(jobStatus()).not.toHaveProperty('startTime');
    expect(setStatus()).not.toHaveProperty('observedGeneration');
    clock.advance(2_000);
    await soon(() => {
      clock.advance(100);
      expect(jobStatus()).toMatchObject({ startTime: expect.any(String), active: 60 });
      expect(setStatus()).toMatchObject({ observedGeneration: 1, replicas: 60 });
    });
  });

  it('pods are marked Unschedulable with a burst of 100, then 50 a second', async () => {
    const { clock, cluster } = await aCluster('Real');
    createPods(cluster, 180);
    await soon(() => expect(markedOf(cluster)).toHaveLength(100));
    await settle();
    expect(markedOf(cluster)).toHaveLength(100);
    clock.advance(1_000);
    await soon(() => expect(markedOf(cluster)).toHaveLength(150));
    await settle();
    expect(markedOf(cluster)).toHaveLength(150);
  });

  it('a new node changes between the read and the write of a client', async () => {
    const { clock, cluster } = await aCluster('Real');
    const nodes = '/api/v1/nodes';
    const { body } = await cluster.call('POST', nodes, { metadata: { name: 'new' } });
    clock.advance(500);
    const stale = { metadata: { labels: { a: 'b' }, resourceVersion: revisionOf(body) } };
    const merge = { contentType: 'application/merge-patch+json' };
    expect((await cluster.call('PATCH', `${nodes}/new`, stale, merge)).code).toBe(409);
    const blind = { metadata: { labels: { a: 'b' } } };
    expect((await cluster.call('PATCH', `${nodes}/new`, blind, merge)).code).toBe(200);
    clock.advance(60_000);
    const settled = revisionOf((await cluster.call('GET', `${nodes}/new`)).body);
    clock.advance(30_000);
    expect(revisionOf((await cluster.call('GET', `${nodes}/new`)).body)).toBe(settled);
  });

  it('a server that starts responds with 403, then with 429, then as usual', async () => {
    const { clock, cluster } = await aCluster('Real');
    cluster.running.apply(readersMayListPods);
    const list = () => cluster.call('GET', '/api/v1/pods', undefined, { token: reader.token });
    expect((await list()).code).toBe(403);
    clock.advance(1_000);
    const initializing = await list();
    expect([initializing.code, initializing.header('retry-after')]).toEqual([429, '1']);
    expect(initializing.body['message']).toBe('storage is (re)initializing');
    clock.advance(1_000);
    expect((await list()).code).toBe(200);
  });
});

describe('at the instant pace', () => {
  it('all pods exist and are marked, and nothing else writes to nodes', async () => {
    const { clock, cluster } = await aCluster('Instant');
    cluster.running.apply([aDeployment('web', 150), ...readersMayListPods]);
    await soon(() => expect(markedOf(cluster)).toHaveLength(150));
    const { code } = await cluster.call('GET', '/api/v1/pods', undefined, { token: reader.token });
    expect(code).toBe(200);
    const node = { metadata: { name: 'new' }, spec: { providerID: 'aws:///a/i-1' } };
    await cluster.call('POST', '/api/v1/nodes', node);
    await settle();
    const before = revisionOf((await cluster.call('GET', '/api/v1/nodes/new')).body);
    clock.advance(5_000);
    expect(revisionOf((await cluster.call('GET', '/api/v1/nodes/new')).body)).toBe(before);
  });

  it('begins when the pace is changed, and pods that waited are created', async () => {
    const { clock, cluster } = await aCluster('Real');
    cluster.running.apply([aDeployment('web', 100)]);
    await soon(() => expect(podsOf(cluster)).toHaveLength(30));
    cluster.running.pace.set('Instant');
    clock.advance(50);
    await soon(() => expect(podsOf(cluster)).toHaveLength(100));
  });
});

const readersMayListPods = [
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'pod-reader' },
    rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['list'] }],
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'pod-reader' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'pod-reader' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'readers' }],
  },
];

function revisionOf(body: Parameters<typeof stringAt>[0]): string {
  return stringAt(body, 'metadata', 'resourceVersion') ?? '';
}
