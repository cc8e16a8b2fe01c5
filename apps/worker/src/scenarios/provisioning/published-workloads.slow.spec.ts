import { invariant } from '@kerf/core';
import { CoreV1Api, type V1Node, type V1Pod } from '@kubernetes/client-node';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { LiveCluster } from '../../testing/live-cluster.js';

/* Manifests that people paste into a cluster, and the nodes that it must get. The files are those of examples/. */

vi.setConfig({ testTimeout: 400_000, hookTimeout: 240_000 });

let live: LiveCluster;

beforeAll(async () => {
  live = await LiveCluster.open(inject('databaseUrl'), { workerId: 'published' });
  await live.create('exercise/node-class.yaml');
  await live.create('exercise/node-class.yaml', (text) =>
    text.replace('name: default', 'name: gpu'),
  );
  await live.create('published/special-pools.yaml');
  await live.objects.create(ciPool());
  live.worker.start();
});
afterAll(() => live.close());

/** Returns the nodes of an app's pods once all of them run. */
async function nodesOfRunning(app: string, count: number): Promise<readonly V1Node[]> {
  const pods = await vi.waitFor(
    async () => {
      const running = await live.runningPods(app);
      expect(running, `${await skipReason(app)}\n${live.worker.log}`).toHaveLength(count);
      return running;
    },
    { timeout: 300_000, interval: 200 },
  );
  return Promise.all([...new Set(pods.map(nodeNameOf))].map(readNode));
}

async function skipReason(app: string): Promise<string> {
  const uids = (await live.pods(app)).flatMap(({ metadata }) => metadata?.uid ?? []);
  const verdicts = await live.database.prisma.podVerdict.findMany({
    where: { podUid: { in: uids } },
  });
  return JSON.stringify(verdicts);
}

function nodeNameOf({ spec }: V1Pod): string {
  invariant(spec?.nodeName !== undefined, 'a running pod has a node');
  return spec.nodeName;
}

async function readNode(name: string): Promise<V1Node> {
  return live.objects.read<V1Node>({ apiVersion: 'v1', kind: 'Node', metadata: { name } });
}

const labelsOf = ({ metadata }: V1Node) => metadata?.labels ?? {};

/** A NodePool for pods that tolerate the taint of CI, on Spot or not. */
function ciPool() {
  return {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name: 'ci-taint' },
    spec: {
      template: {
        spec: {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
          requirements: [
            {
              key: 'karpenter.sh/capacity-type',
              operator: 'In',
              values: ['spot', 'on-demand'],
            },
          ],
          taints: [{ key: 'workload-type', value: 'ci', effect: 'NoSchedule' }],
        },
      },
    },
  };
}

describe('published workloads', () => {
  it('10: one pod of 8 CPU and 16 GiB gets a node that also fits the daemons, with its price', async () => {
    await live.create('published/oversized.yaml');
    const [node, ...others] = await nodesOfRunning('oversized', 1);
    invariant(node !== undefined, 'the pod runs on a node');
    expect(others).toEqual([]);
    expect(Number(labelsOf(node)['karpenter.k8s.aws/instance-cpu'])).toBeGreaterThan(8);
    expect(Number(labelsOf(node)['karpenter.k8s.aws/instance-memory'])).toBeGreaterThan(16 * 1024);
    // The pod may run before the worker has stored that the node has registered.
    await vi.waitFor(async () => {
      const claims = await live.store.nodeClaims.inStates(live.cluster.id, [
        'Registered',
        'Initialized',
      ]);
      const claim = claims.find(({ instance }) => instance?.providerId === node.spec?.providerID);
      expect(claim?.instance?.priceMicroUsdPerHour).toBeGreaterThan(0);
    }, 60_000);
  });

  it('03: pods that select Spot run on Spot only', async () => {
    await live.create('published/ci-runner.yaml');
    const nodes = await nodesOfRunning('ci-runner', 3);
    expect(new Set(nodes.map((node) => labelsOf(node)['karpenter.sh/capacity-type']))).toEqual(
      new Set(['spot']),
    );
  });

  it('06: a pod that requests a GPU and tolerates the taint gets a g or p type', async () => {
    await live.objects.create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'cuda', namespace: 'default', labels: { app: 'cuda' } },
      spec: {
        tolerations: [{ key: 'nvidia.com/gpu', operator: 'Exists', effect: 'NoSchedule' }],
        containers: [
          { name: 'cuda', image: 'cuda', resources: { limits: { 'nvidia.com/gpu': '1' } } },
        ],
      },
    });
    const [node] = await nodesOfRunning('cuda', 1);
    invariant(node !== undefined, 'the pod runs on a node');
    expect(labelsOf(node)).toMatchObject({
      'karpenter.sh/nodepool': 'gpu',
      'karpenter.k8s.aws/instance-category': expect.stringMatching(/^[gp]$/),
    });
  });

  it('a Job whose next pods are refused gets no nodes for them', async () => {
    const priorityClass = {
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      metadata: { name: 'short-lived' },
      value: 1,
    };
    const spec = alone('refused', { priorityClassName: 'short-lived' });
    await live.objects.create(priorityClass);
    await live.objects.create(aJob('refused', spec));
    await nodesOfRunning('refused', 1);
    const launched = await live.database.prisma.nodeClaim.count();

    // No webhook runs here: the API server refuses pods of a class that is gone, too.
    await live.objects.delete(priorityClass);
    await live.objects.patch({ ...aJob('refused', spec), spec: { parallelism: 20 } });
    await vi.waitFor(async () => {
      const { items } = await live.kubeconfig
        .makeApiClient(CoreV1Api)
        .listNamespacedEvent({ namespace: 'default' });
      expect(items.map(({ reason }) => reason)).toContain('FailedCreate');
    }, 60_000);
    await live.objects.create(aJob('served', alone('served')));
    await nodesOfRunning('served', 1);
    expect(await live.database.prisma.nodeClaim.count()).toBe(launched + 1);
  });
});

/** A template of pods that need a node each. */
function alone(app: string, fields: object = {}) {
  const labels = { app, alone: 'true' };
  const resources = { requests: { cpu: '1', memory: '1Gi' } };
  const term = {
    topologyKey: 'kubernetes.io/hostname',
    labelSelector: { matchLabels: { alone: 'true' } },
  };
  return {
    metadata: { labels },
    spec: {
      restartPolicy: 'Never',
      affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } },
      containers: [{ name: 'app', image: 'busybox', command: ['sleep', '600'], resources }],
      ...fields,
    },
  };
}

function aJob(name: string, template: object) {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, namespace: 'default' },
    spec: { parallelism: 1, completions: 20, template },
  };
}
