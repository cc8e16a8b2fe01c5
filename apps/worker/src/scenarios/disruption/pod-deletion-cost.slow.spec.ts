import { annotationKeys, invariant } from '@kerf/core';
import { AppsV1Api, type V1Pod } from '@kubernetes/client-node';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { LiveCluster } from '../../testing/live-cluster.js';
import { describeLong } from '../../testing/long-scenario.js';

/* The deletion costs that the product's worker writes, and the ReplicaSet controller of the sandbox. */

vi.setConfig({ testTimeout: 330_000, hookTimeout: 330_000 });

const { podDeletionCost, ownDeletionCost, doNotDisrupt } = annotationKeys;
const namespace = 'default';
/** Costs are written once a minute at most. */
const soon = { timeout: 300_000, interval: 200 };
/** Room for three pods of one CPU. */
const instanceType = 'm5.xlarge';

let live: LiveCluster;

beforeAll(async () => {
  live = await LiveCluster.open(inject('databaseUrl'), { workerId: 'costs' });
  await live.create('exercise/node-class.yaml');
  await live.create('exercise/node-pool.yaml', (text) =>
    text
      .replace('["spot", "on-demand"]', '["on-demand"]')
      .replace(
        '      nodeClassRef:',
        `        - { key: node.kubernetes.io/instance-type, operator: In, values: [${instanceType}] }\n      nodeClassRef:`,
      )
      // Nothing is consolidated meanwhile; the order is known all the same.
      .replace('consolidateAfter: 30s', 'consolidateAfter: 1h\n    budgets: [{ nodes: "100%" }]'),
  );
  await live.create('exercise/inflate.yaml', (text) => text.replace('replicas: 5', 'replicas: 3'));
  live.worker.start();
  await waitForPods(3);
  await scale(4);
});
afterAll(() => live.close());

async function scale(replicas: number): Promise<void> {
  const body = [{ op: 'replace', path: '/spec/replicas', value: replicas }];
  const apps = live.kubeconfig.makeApiClient(AppsV1Api);
  await apps.patchNamespacedDeployment({ namespace, name: 'inflate', body });
}

const waitForPods = (count: number): Promise<readonly V1Pod[]> =>
  vi.waitFor(async () => {
    const running = await live.runningPods('inflate');
    expect(running, `the worker says:\n${live.worker.log}`).toHaveLength(count);
    return running;
  }, soon);

/** Returns the pods by their node, the node with the fewest pods first. */
async function byNode(): Promise<readonly (readonly V1Pod[])[]> {
  const groups = new Map<string, V1Pod[]>();
  for (const pod of await live.runningPods('inflate')) {
    const node = pod.spec?.nodeName ?? '';
    groups.set(node, [...(groups.get(node) ?? []), pod]);
  }
  return [...groups.values()].toSorted((a, b) => a.length - b.length);
}

const namesOf = (pods: readonly V1Pod[]): ReadonlySet<string> =>
  new Set(pods.map(({ metadata }) => metadata?.name ?? ''));

const costOf = ({ metadata }: V1Pod): string | undefined =>
  metadata?.annotations?.[podDeletionCost];
const costs = async (): Promise<readonly (string | undefined)[]> =>
  (await byNode()).flat().map(costOf);
const waitForCosts = (expected: readonly (string | undefined)[]): Promise<void> =>
  vi.waitFor(
    async () => expect(await costs(), `the worker says:\n${live.worker.log}`).toEqual(expected),
    soon,
  );

const findings = () =>
  live.database.prisma.finding.findMany({ where: { code: 'DELETION_COST_NOT_WRITTEN' } });

describeLong('row 137: the deletion cost of pods', () => {
  it('makes a scale-in empty the node that consolidation would remove first', async () => {
    await waitForPods(4);
    const [lone = [], full = []] = await byNode();
    expect([lone.length, full.length]).toEqual([1, 3]);
    expect(await costs()).toEqual([undefined, undefined, undefined, undefined]);
    await live.changeSettings({ podDeletionCost: true });
    await waitForCosts(['-2', '-1', '-1', '-1']);
    await scale(3);
    await vi.waitFor(async () => {
      expect(namesOf(await live.pods('inflate'))).toEqual(namesOf(full));
    }, soon);
  });

  it('is removed when the setting is turned off', async () => {
    await live.changeSettings({ podDeletionCost: false });
    await waitForCosts([undefined, undefined, undefined]);
    const [pod] = await live.runningPods('inflate');
    expect(pod?.metadata?.annotations ?? {}).not.toHaveProperty([ownDeletionCost]);
  });

  it('is not written over that of another writer, which is a finding', async () => {
    const [pods = []] = await byNode();
    const name = pods[0]?.metadata?.name;
    invariant(name !== undefined, 'a pod runs');
    const metadata = { name, namespace, annotations: { [podDeletionCost]: '7' } };
    await live.objects.patch({ apiVersion: 'v1', kind: 'Pod', metadata });
    await live.changeSettings({ podDeletionCost: true });
    await vi.waitFor(async () => {
      expect(new Set(await costs()), `the worker says:\n${live.worker.log}`).toEqual(
        new Set(['-1', '7']),
      );
      expect(await findings()).toMatchObject([{ message: expect.stringContaining(name) }]);
    }, soon);
  });

  it('is removed from a node that cannot be disrupted any more, but for that of another writer', async () => {
    const [pods = []] = await byNode();
    const name = pods[0]?.spec?.nodeName ?? '';
    const metadata = { name, annotations: { [doNotDisrupt]: 'true' } };
    await live.objects.patch({ apiVersion: 'v1', kind: 'Node', metadata });
    await vi.waitFor(async () => {
      expect((await costs()).filter((cost) => cost !== undefined)).toEqual(['7']);
      expect(await findings()).toEqual([]);
    }, soon);
  });
});
