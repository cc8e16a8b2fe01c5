import { createServer } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TestCluster, type TestClusterOptions } from '../testing/test-cluster.js';
import { aBudget, aDeployment, aTemplate } from '../testing/workloads.js';
import { type JsonObject, listAt, objectAt, stringAt } from './json/json.js';
import { kinds } from './resources/kind.js';
import type { Pod } from './resources/types/pod.js';

const started: TestCluster[] = [];
async function aCluster(options: TestClusterOptions = {}): Promise<TestCluster> {
  const cluster = await new TestCluster(options).start();
  started.push(cluster);
  return cluster;
}
afterEach(async () => {
  for (const cluster of started.splice(0)) await cluster.close();
});

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
}

const soon = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 30_000, interval: 20 });
const nodesOf = (cluster: TestCluster) => cluster.running.api.list(kinds.node);
const podsOf = (cluster: TestCluster, app?: string): readonly Pod[] =>
  cluster.running.api
    .list(kinds.pod)
    .filter(({ metadata }) => app === undefined || metadata.labels?.['app'] === app);
const isReady = ({ status }: Pod): boolean =>
  status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') ?? false;
const readyPods = (cluster: TestCluster, app: string): readonly Pod[] =>
  podsOf(cluster, app).filter(
    (pod) => isReady(pod) && pod.metadata.deletionTimestamp === undefined,
  );

async function withNodes(count: number, options: TestClusterOptions = {}): Promise<TestCluster> {
  const cluster = await aCluster(options);
  for (let number = 1; number <= count; number += 1) cluster.bootNode(number);
  await soon(() =>
    expect(nodesOf(cluster).filter(({ spec }) => spec.taints === undefined)).toHaveLength(count),
  );
  return cluster;
}

const merge = { contentType: 'application/merge-patch+json' };
const pods = '/api/v1/namespaces/default/pods';
const evict = (cluster: TestCluster, name: string, fields: JsonObject = {}) =>
  cluster.call('POST', `${pods}/${name}/eviction`, {
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: { name, namespace: 'default' },
    ...fields,
  });

describe('an instance', () => {
  it('joins as its user data says, and becomes ready', async () => {
    const cluster = await aCluster();
    const name = cluster.bootNode(
      7,
      {
        gpus: [{ name: 'T4', count: 1, memoryMiB: 16_384 }],
        zone: 'us-east-1b',
        zoneId: 'use1-az2',
      },
      {
        labels: 'karpenter.sh/nodepool=default',
        taints: [{ key: 'karpenter.sh/unregistered', effect: 'NoExecute' }],
        maxPods: 20,
      },
    );
    await soon(() =>
      expect(nodesOf(cluster)[0]?.status?.conditions).toContainEqual(
        expect.objectContaining({ type: 'Ready', status: 'True' }),
      ),
    );
    await soon(() =>
      expect(nodesOf(cluster)[0]?.spec.taints).toEqual([
        { key: 'karpenter.sh/unregistered', effect: 'NoExecute' },
      ]),
    );
    expect(nodesOf(cluster)[0]).toMatchObject({
      metadata: {
        name,
        labels: {
          'karpenter.sh/nodepool': 'default',
          'kubernetes.io/arch': 'amd64',
          'kubernetes.io/hostname': name,
          'node.kubernetes.io/instance-type': 'm5.large',
          'topology.kubernetes.io/zone': 'us-east-1b',
          'topology.kubernetes.io/region': 'us-east-1',
          'topology.k8s.aws/zone-id': 'use1-az2',
        },
      },
      spec: { providerID: 'aws:///us-east-1b/i-00000000000000007' },
      status: {
        capacity: { pods: '20', 'nvidia.com/gpu': '1' },
        nodeInfo: { kubeletVersion: expect.stringMatching(/^v1\.36\.4-eks-/) },
      },
    });
    await soon(() =>
      expect(
        cluster.running.api.find(kinds.lease, 'kube-node-lease', name)?.spec?.holderIdentity,
      ).toBe(name),
    );
  });

  it.each<[string, Parameters<TestCluster['userData']>[0], RegExp]>([
    [
      'another cluster’s name',
      { clusterName: 'other' },
      /the token is for cluster "other", not "test"/,
    ],
    [
      'a wrong certificate',
      { certificateAuthority: 'Q0E=' },
      /certificate signed by unknown authority/,
    ],
  ])('does not join with %s', async (_what, fields, reason) => {
    const cluster = await aCluster();
    cluster.bootNode(1, {}, fields);
    expect(cluster.running.joinFailures()).toEqual([
      { instanceId: 'i-00000000000000001', reason: expect.stringMatching(reason) },
    ]);
    cluster.bootNode(2);
    await soon(() => expect(nodesOf(cluster)).toHaveLength(1));
  });

  it('is of no concern when it is meant for another endpoint', async () => {
    const cluster = await aCluster();
    cluster.bootNode(1, {}, { endpoint: 'https://127.0.0.1:1' });
    cluster.bootNode(2, { accountId: '999', userData: '#!/bin/sh' });
    expect(cluster.running.joinFailures()).toEqual([]);
  });

  it('that stops becomes unknown, loses its pods and then its node', async () => {
    const cluster = await withNodes(2);
    cluster.running.apply([aDeployment('web', 4)]);
    await soon(() => expect(readyPods(cluster, 'web')).toHaveLength(4));
    cluster.instances.stop('i-00000000000000001');
    await soon(() =>
      expect(nodesOf(cluster).map(({ metadata }) => metadata.name)).toEqual([
        'ip-10-0-0-2.ec2.internal',
      ]),
    );
    await soon(() =>
      expect(readyPods(cluster, 'web').map(({ spec }) => spec.nodeName)).toEqual(
        Array.from({ length: 4 }, () => 'ip-10-0-0-2.ec2.internal'),
      ),
    );
    const events = cluster.running.api.list(kinds.event).map(({ reason }) => reason);
    expect(events).toEqual(
      expect.arrayContaining(['RegisteredNode', 'NodeNotReady', 'DeletingNode']),
    );
  });

  it('that stops keeps its node while a finalizer holds it', async () => {
    const cluster = await withNodes(1);
    const [node] = nodesOf(cluster);
    await cluster.call(
      'PATCH',
      `/api/v1/nodes/${node?.metadata.name}`,
      { metadata: { finalizers: ['karpenter.sh/termination'] } },
      merge,
    );
    cluster.instances.stop('i-00000000000000001');
    await soon(() => expect(nodesOf(cluster)[0]?.metadata.deletionTimestamp).toBeDefined());
    expect(nodesOf(cluster)[0]?.spec.taints?.map(({ key, effect }) => `${key}:${effect}`)).toEqual([
      'node.kubernetes.io/unreachable:NoSchedule',
      'node.kubernetes.io/unreachable:NoExecute',
    ]);
    await cluster.call(
      'PATCH',
      `/api/v1/nodes/${node?.metadata.name}`,
      { metadata: { finalizers: null } },
      merge,
    );
    expect(nodesOf(cluster)).toEqual([]);
  });
});

describe('a deployment', () => {
  it('has running pods with addresses of their own', async () => {
    const cluster = await withNodes(2);
    cluster.running.apply([aDeployment('web', 3)]);
    await soon(() =>
      expect(cluster.running.api.find(kinds.deployment, 'default', 'web')?.status).toMatchObject({
        replicas: 3,
        readyReplicas: 3,
        availableReplicas: 3,
        updatedReplicas: 3,
        observedGeneration: 1,
      }),
    );
    const running = podsOf(cluster, 'web');
    expect(new Set(running.map(({ status }) => status?.podIP)).size).toBe(3);
    expect(running[0]?.status).toMatchObject({
      phase: 'Running',
      containerStatuses: [{ ready: true, state: { running: {} } }],
    });
    expect(
      cluster.running.api
        .find(kinds.deployment, 'default', 'web')
        ?.status?.conditions?.map(({ reason }) => reason),
    ).toEqual(['MinimumReplicasAvailable', 'NewReplicaSetAvailable']);
  });

  it('waits where there is no room, says why, and goes on when a node comes', async () => {
    const cluster = await aCluster();
    cluster.running.apply([aDeployment('web', 2)]);
    await soon(() =>
      expect(podsOf(cluster, 'web').map(({ status }) => status?.conditions?.[0])).toEqual(
        Array.from({ length: 2 }, () =>
          expect.objectContaining({
            type: 'PodScheduled',
            status: 'False',
            reason: 'Unschedulable',
            message: 'no nodes available to schedule pods',
          }),
        ),
      ),
    );
    cluster.bootNode(
      1,
      {},
      { taints: [{ key: 'karpenter.sh/unregistered', effect: 'NoExecute' }] },
    );
    await soon(() =>
      expect(podsOf(cluster, 'web')[0]?.status?.conditions?.[0]?.message).toContain(
        '0/1 nodes are available: 1 node(s) had untolerated taint(s).',
      ),
    );
    await soon(() =>
      expect(nodesOf(cluster)[0]?.status?.conditions).toContainEqual(
        expect.objectContaining({ type: 'Ready', status: 'True' }),
      ),
    );
    await cluster.call(
      'PATCH',
      '/api/v1/nodes/ip-10-0-0-1.ec2.internal',
      { spec: { taints: null } },
      merge,
    );
    await soon(() => expect(readyPods(cluster, 'web')).toHaveLength(2));
  });

  it('rolls to a new template and keeps the old one’s ReplicaSet', async () => {
    const cluster = await withNodes(2);
    cluster.running.apply([aDeployment('web', 4)]);
    await soon(() => expect(readyPods(cluster, 'web')).toHaveLength(4));
    cluster.running.apply([aDeployment('web', 4, { terminationGracePeriodSeconds: 5 })]);
    await soon(() =>
      expect(podsOf(cluster, 'web').map(({ spec }) => spec.terminationGracePeriodSeconds)).toEqual([
        5, 5, 5, 5,
      ]),
    );
    await soon(() => expect(readyPods(cluster, 'web')).toHaveLength(4));
    const replicasByRevision = () =>
      Object.fromEntries(
        cluster.running.api
          .list(kinds.replicaSet)
          .map(({ spec, metadata }) => [
            metadata.annotations?.['deployment.kubernetes.io/revision'],
            spec.replicas,
          ]),
      );
    expect(replicasByRevision()).toEqual({ 1: 0, 2: 4 });
    cluster.running.apply([aDeployment('web', 4)]);
    await soon(() => expect(Object.keys(replicasByRevision())).toEqual(['2', '3']));
  });

  it('recreates when it is told to', async () => {
    const cluster = await withNodes(1);
    const strategy = { strategy: { type: 'Recreate' } };
    cluster.running.apply([aDeployment('web', 2, {}, strategy)]);
    await soon(() => expect(readyPods(cluster, 'web')).toHaveLength(2));
    cluster.running.apply([
      aDeployment('web', 2, { priorityClassName: 'system-cluster-critical' }, strategy),
    ]);
    await soon(() =>
      expect(readyPods(cluster, 'web').map(({ spec }) => spec.priority)).toEqual([
        2_000_000_000, 2_000_000_000,
      ]),
    );
  });

  it('scales both ways, and takes everything with it when it goes', async () => {
    const cluster = await withNodes(1);
    cluster.running.apply([aDeployment('web', 5)]);
    await soon(() => expect(readyPods(cluster, 'web')).toHaveLength(5));
    await cluster.call(
      'PATCH',
      '/apis/apps/v1/namespaces/default/deployments/web/scale',
      { spec: { replicas: 2 } },
      merge,
    );
    await soon(() => expect(podsOf(cluster, 'web')).toHaveLength(2));
    await cluster.call('DELETE', '/apis/apps/v1/namespaces/default/deployments/web');
    await soon(() =>
      expect([podsOf(cluster, 'web'), cluster.running.api.list(kinds.replicaSet)]).toEqual([
        [],
        [],
      ]),
    );
  });

  it('waits for its dependents or leaves them, as the deletion asks', async () => {
    const cluster = await withNodes(1);
    cluster.running.apply([aDeployment('first', 1), aDeployment('second', 1)]);
    await soon(() => expect(podsOf(cluster).filter(isReady)).toHaveLength(2));
    const path = '/apis/apps/v1/namespaces/default/deployments';
    const foreground = await cluster.call('DELETE', `${path}/first`, {
      propagationPolicy: 'Foreground',
    });
    expect(listAt(foreground.body, 'metadata', 'finalizers')).toEqual(['foregroundDeletion']);
    await soon(async () => expect((await cluster.call('GET', `${path}/first`)).code).toBe(404));
    expect(podsOf(cluster, 'first')).toEqual([]);
    await cluster.call('DELETE', `${path}/second?propagationPolicy=Orphan`);
    await soon(async () => expect((await cluster.call('GET', `${path}/second`)).code).toBe(404));
    expect(
      cluster.running.api.list(kinds.replicaSet).map(({ metadata }) => metadata.ownerReferences),
    ).toEqual([undefined]);
    expect(readyPods(cluster, 'second')).toHaveLength(1);
  });
});

describe('other workloads', () => {
  it('of a DaemonSet run on every matching node, including new ones', async () => {
    const cluster = await withNodes(2);
    const template = aTemplate('agent', { nodeSelector: { 'kubernetes.io/os': 'linux' } });
    cluster.running.apply([
      {
        apiVersion: 'apps/v1',
        kind: 'DaemonSet',
        metadata: { name: 'agent' },
        spec: { selector: { matchLabels: { app: 'agent' } }, template },
      },
    ]);
    await soon(() => expect(readyPods(cluster, 'agent')).toHaveLength(2));
    await cluster.call(
      'PATCH',
      '/api/v1/nodes/ip-10-0-0-1.ec2.internal',
      { spec: { unschedulable: true } },
      merge,
    );
    cluster.bootNode(3);
    await soon(() => expect(readyPods(cluster, 'agent')).toHaveLength(3));
    await soon(() =>
      expect(cluster.running.api.find(kinds.daemonSet, 'default', 'agent')?.status).toMatchObject({
        desiredNumberScheduled: 3,
        numberReady: 3,
        numberMisscheduled: 0,
      }),
    );
    await cluster.call(
      'PATCH',
      '/api/v1/nodes/ip-10-0-0-2.ec2.internal',
      { metadata: { labels: { 'kubernetes.io/os': 'other' } } },
      merge,
    );
    await soon(() => expect(podsOf(cluster, 'agent')).toHaveLength(2));
  });

  it('of a StatefulSet come in order, with volumes in the zone of their node', async () => {
    const cluster = await withNodes(1);
    cluster.running.apply([
      {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'StorageClass',
        metadata: { name: 'gp3' },
        provisioner: 'ebs.csi.aws.com',
        volumeBindingMode: 'WaitForFirstConsumer',
      },
      {
        apiVersion: 'apps/v1',
        kind: 'StatefulSet',
        metadata: { name: 'db' },
        spec: {
          serviceName: 'db',
          replicas: 2,
          selector: { matchLabels: { app: 'db' } },
          template: aTemplate('db'),
          volumeClaimTemplates: [
            {
              metadata: { name: 'data' },
              spec: {
                storageClassName: 'gp3',
                accessModes: ['ReadWriteOnce'],
                resources: { requests: { storage: '1Gi' } },
              },
            },
          ],
        },
      },
    ]);
    await soon(() =>
      expect(readyPods(cluster, 'db').map(({ metadata }) => metadata.name)).toEqual([
        'db-0',
        'db-1',
      ]),
    );
    const claim = cluster.running.api.find(kinds.persistentVolumeClaim, 'default', 'data-db-0');
    expect(claim?.status?.phase).toBe('Bound');
    expect(
      cluster.running.api.find(kinds.persistentVolume, undefined, claim?.spec.volumeName ?? '')
        ?.spec?.nodeAffinity?.required?.nodeSelectorTerms,
    ).toEqual([
      {
        matchExpressions: [
          { key: 'topology.kubernetes.io/zone', operator: 'In', values: ['us-east-1a'] },
        ],
      },
    ]);
    await cluster.call('DELETE', `${pods}/db-1`);
    // The volume is in us-east-1a, so a node elsewhere does not help.
    await cluster.call(
      'PATCH',
      '/api/v1/nodes/ip-10-0-0-1.ec2.internal',
      { spec: { unschedulable: true } },
      merge,
    );
    cluster.bootNode(2, { zone: 'us-east-1b' });
    await soon(() =>
      expect(podsOf(cluster, 'db')[1]?.status?.conditions?.[0]?.message).toContain(
        "1 node(s) didn't match PersistentVolume's node affinity, 1 node(s) were unschedulable",
      ),
    );
  });

  it('of a Job end after their sleep, and are counted once', async () => {
    const cluster = await withNodes(1);
    const template = aTemplate('job', {
      restartPolicy: 'Never',
      containers: [{ name: 'c', image: 'busybox', command: ['sleep', '3'] }],
    });
    cluster.running.apply([
      {
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata: { name: 'good' },
        spec: { completions: 3, parallelism: 2, template },
      },
      {
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata: { name: 'bad' },
        spec: {
          backoffLimit: 1,
          template: {
            ...template,
            metadata: { annotations: { 'sandbox.kerf.dev/exit-code': '1' } },
          },
        },
      },
    ]);
    const statusOf = (name: string) => cluster.running.api.find(kinds.job, 'default', name)?.status;
    await soon(() =>
      expect(statusOf('good')).toMatchObject({
        succeeded: 3,
        conditions: [{ type: 'Complete', status: 'True' }],
        completionTime: expect.any(String),
      }),
    );
    await soon(() =>
      expect(statusOf('bad')).toMatchObject({
        failed: 2,
        conditions: [{ type: 'Failed', status: 'True', reason: 'BackoffLimitExceeded' }],
      }),
    );
    const finished = podsOf(cluster, 'job');
    expect(finished.map(({ status }) => status?.phase)).toEqual([
      'Succeeded',
      'Succeeded',
      'Succeeded',
    ]);
    expect(finished.every(({ metadata }) => metadata.finalizers === undefined)).toBe(true);
  });

  it('end with their namespace', async () => {
    const cluster = await withNodes(1);
    await cluster.call('POST', '/api/v1/namespaces', { metadata: { name: 'team' } });
    await soon(() =>
      expect(cluster.running.api.find(kinds.serviceAccount, 'team', 'default')).not.toBeNull(),
    );
    cluster.running.apply([
      { ...aDeployment('web', 2), metadata: { name: 'web', namespace: 'team' } },
    ]);
    await soon(() => expect(readyPods(cluster, 'web')).toHaveLength(2));
    const { body } = await cluster.call('DELETE', '/api/v1/namespaces/team');
    expect(stringAt(body, 'metadata', 'deletionTimestamp')).toBeDefined();
    const late = await cluster.call('POST', '/api/v1/namespaces/team/configmaps', {
      metadata: { name: 'x' },
    });
    expect(late.body['message']).toBe(
      'configmaps "x" is forbidden: unable to create new content in namespace team because it is being terminated',
    );
    await soon(async () =>
      expect((await cluster.call('GET', '/api/v1/namespaces/team')).code).toBe(404),
    );
    expect(podsOf(cluster, 'web')).toEqual([]);
  });
});

// Codes and sentences were recorded from a Kubernetes 1.36 server.
describe('evictions', () => {
  async function withWeb(
    spec: JsonObject,
  ): Promise<{ cluster: TestCluster; names: readonly string[] }> {
    const cluster = await withNodes(2);
    cluster.running.apply([aDeployment('web', 3), aBudget('web', 'web', spec)]);
    await soon(() =>
      expect(
        cluster.running.api.find(kinds.podDisruptionBudget, 'default', 'web')?.status,
      ).toMatchObject({ expectedPods: 3, currentHealthy: 3 }),
    );
    return { cluster, names: readyPods(cluster, 'web').map(({ metadata }) => metadata.name) };
  }
  const cause = (body: JsonObject): string | undefined =>
    stringAt(listAt(body, 'details', 'causes')[0], 'message');

  it('use the budget up, and are refused beyond it', async () => {
    const {
      cluster,
      names: [first = '', second = ''],
    } = await withWeb({ maxUnavailable: 1 });
    expect((await evict(cluster, first, { deleteOptions: { dryRun: ['All'] } })).body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      code: 201,
    });
    expect(
      (await evict(cluster, first, { deleteOptions: { preconditions: { uid: 'x' } } })).code,
    ).toBe(409);
    expect((await evict(cluster, first)).code).toBe(201);
    const refused = await evict(cluster, second);
    expect(refused.body).toMatchObject({
      code: 429,
      reason: 'TooManyRequests',
      message: "Cannot evict pod as it would violate the pod's disruption budget.",
      details: { causes: [{ reason: 'DisruptionBudget' }] },
    });
    expect(cause(refused.body)).toBe(
      'The disruption budget web needs 2 healthy pods and has 2 currently',
    );
    await soon(async () => expect((await evict(cluster, second)).code).toBe(201));
  });

  it('fail with two budgets, and pass by them for pods that serve nobody', async () => {
    const {
      cluster,
      names: [first = ''],
    } = await withWeb({ maxUnavailable: 0 });
    cluster.running.apply([aBudget('second', 'web', { minAvailable: 1 })]);
    expect((await evict(cluster, first)).body).toMatchObject({
      code: 500,
      message:
        'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    });
    await cluster.call('DELETE', '/apis/policy/v1/namespaces/default/poddisruptionbudgets/second');
    cluster.running.apply([
      aDeployment(
        'web',
        4,
        { nodeSelector: { none: 'such' } },
        { strategy: { rollingUpdate: { maxUnavailable: 0 } } },
      ),
    ]);
    const pending = await soon(() => {
      const found = podsOf(cluster, 'web').find(({ spec }) => spec.nodeName === undefined);
      expect(found).toBeDefined();
      return found?.metadata.name ?? '';
    });
    expect((await evict(cluster, pending)).code).toBe(201);
  });

  it('know pods by name', async () => {
    const cluster = await aCluster();
    expect((await evict(cluster, 'none')).body).toMatchObject({
      code: 404,
      message: 'pods "none" not found',
    });
    expect(
      (await cluster.call('POST', `${pods}/a/eviction`, { metadata: { name: 'b' } })).body[
        'message'
      ],
    ).toBe('name in URL does not match name in Eviction object');
    expect((await cluster.call('GET', `${pods}/a/eviction`)).code).toBe(405);
  });

  it('give pods their grace: the preStop hook runs before they end', async () => {
    const cluster = await withNodes(1);
    cluster.running.apply([
      aDeployment('slow', 1, {
        containers: [
          { name: 'c', image: 'x', lifecycle: { preStop: { sleep: { seconds: 600 } } } },
        ],
        terminationGracePeriodSeconds: 900,
      }),
    ]);
    await soon(() => expect(readyPods(cluster, 'slow')).toHaveLength(1));
    const [pod] = podsOf(cluster, 'slow');
    await evict(cluster, pod?.metadata.name ?? '');
    expect(
      objectAt((await cluster.call('GET', `${pods}/${pod?.metadata.name}`)).body, 'metadata')[
        'deletionGracePeriodSeconds'
      ],
    ).toBe(900);
    await soon(() =>
      expect(
        podsOf(cluster, 'slow').some(({ metadata }) => metadata.uid === pod?.metadata.uid),
      ).toBe(false),
    );
  });
});

describe('a restart', () => {
  it('keeps its token, certificate and pods', async () => {
    const first = await withNodes(2);
    first.running.apply([aDeployment('web', 3), aBudget('web', 'web', { maxUnavailable: 1 })]);
    await soon(() => expect(readyPods(first, 'web')).toHaveLength(3));
    const before = readyPods(first, 'web').map(({ metadata, status }) => [
      metadata.uid,
      status?.podIP,
    ]);
    await first.close();
    const state = JSON.parse(JSON.stringify(first.running.snapshot()));
    started.splice(started.indexOf(first), 1);
    const second = await aCluster({ state, instances: first.instances });
    expect([
      second.running.adminToken,
      second.running.certificateAuthority,
      second.running.endpoint,
    ]).toEqual([
      first.running.adminToken,
      first.running.certificateAuthority,
      first.running.endpoint,
    ]);
    expect(second.running.snapshot().store.collections['pods']).toEqual(
      state.store.collections.pods,
    );
    second.running.apply([aDeployment('web', 4)]);
    await soon(() => expect(readyPods(second, 'web')).toHaveLength(4));
    expect(
      readyPods(second, 'web').map(({ metadata, status }) => [metadata.uid, status?.podIP]),
    ).toEqual(expect.arrayContaining(before));
    expect(nodesOf(second)).toHaveLength(2);
  });

  it('may move to another port and host, and is believed there by those who knew it', async () => {
    const first = await withNodes(1);
    await first.close();
    started.splice(started.indexOf(first), 1);
    const state = first.running.snapshot();
    const port = await freePort();
    const second = await aCluster({ state, port, instances: first.instances });
    expect(second.running.endpoint).toBe(`https://127.0.0.1:${port}`);
    await second.close();
    started.splice(started.indexOf(second), 1);
    const advertisedHost = 'localhost';
    const third = await aCluster({ state, advertisedHost, instances: first.instances });
    expect(third.running.endpoint).toBe(`https://localhost:${state.port}`);
    expect(third.running.certificateAuthority).toBe(first.running.certificateAuthority);
    expect((await third.call('GET', '/version')).code).toBe(200);
    expect(third.running.joinFailures()).toEqual([]);
  });

  it('lets nodes go whose instances did not come back', async () => {
    const first = await withNodes(2);
    await first.close();
    started.splice(started.indexOf(first), 1);
    first.instances.stop('i-00000000000000001');
    const second = await aCluster({ state: first.running.snapshot(), instances: first.instances });
    await soon(() =>
      expect(nodesOf(second).map(({ metadata }) => metadata.name)).toEqual([
        'ip-10-0-0-2.ec2.internal',
      ]),
    );
  });
});
