import type { V1Node, V1Pod } from '@kubernetes/client-node';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { LiveCluster } from '../../testing/live-cluster.js';
import { describeLong } from '../../testing/long-scenario.js';

/* The ends of a reservation and of a Capacity Block in the sandbox's EC2, followed by the product's worker. */

vi.setConfig({ testTimeout: 900_000, hookTimeout: 240_000 });

const label = (name: string) => `karpenter.k8s.aws/capacity-reservation-${name}`;
const capacityType = 'karpenter.sh/capacity-type';
/** Reservations are looked up, and their ends are followed, once a minute. */
const followed = { timeout: 400_000, interval: 500 };

let live: LiveCluster;
beforeAll(async () => {
  live = await LiveCluster.open(inject('databaseUrl'), { workerId: 'reservations' });
});
afterAll(() => live.close());

/** Creates the exercise, without consolidation, with an EC2NodeClass that selects the scenario's reservations. */
async function createExercise(): Promise<void> {
  await live.create('exercise/node-class.yaml', (text) =>
    text.replace(
      '  blockDeviceMappings:',
      `  capacityReservationSelectorTerms:\n    - tags:\n        karpenter.sh/discovery: ${live.cluster.name}\n  blockDeviceMappings:`,
    ),
  );
  await live.create('exercise/node-pool.yaml', (text) =>
    text
      .replace('["spot", "on-demand"]', '["reserved", "on-demand"]')
      .replace('consolidateAfter: 30s', 'consolidateAfter: Never'),
  );
  await live.create('exercise/inflate.yaml', (text) => text.replace('replicas: 5', 'replicas: 1'));
}

/** Returns the one pod of the exercise and its node, once it runs. */
async function podAndNode(): Promise<{ readonly pod: V1Pod; readonly node: V1Node }> {
  const [pod, ...others] = await live.runningPods('inflate');
  expect([pod?.spec?.nodeName, others]).toEqual([expect.any(String), []]);
  const metadata = { name: pod?.spec?.nodeName ?? '' };
  const node = await live.objects.read<V1Node>({ apiVersion: 'v1', kind: 'Node', metadata });
  return { pod: pod ?? {}, node };
}

const waitForNode = (type: string) =>
  vi.waitFor(async () => {
    const found = await podAndNode();
    expect(found.node.metadata?.labels?.[capacityType]).toBe(type);
    return found;
  }, followed);

const decisionKinds = async () =>
  (await live.database.prisma.decision.findMany({ orderBy: { proposedAt: 'asc' } })).map(
    ({ kind }) => kind,
  );

describeLong('row 127: the end of a capacity reservation', () => {
  it('makes its node On-Demand in the cluster and in Kerf, and its pod stays', async () => {
    const { cluster, fleet } = live;
    await fleet.control('scenarios/reservation-end', { cluster: cluster.name, seconds: 45 });
    await createExercise();
    live.worker.start();
    const before = await waitForNode('reserved');
    expect(before.node.metadata?.labels).toMatchObject({
      [label('id')]: expect.stringMatching(/^cr-/),
      [label('type')]: 'default',
    });
    const after = await waitForNode('on-demand');
    expect(after.pod.metadata?.uid).toBe(before.pod.metadata?.uid);
    expect(after.node.metadata?.labels).not.toHaveProperty([label('id')]);
    const claims = await vi.waitFor(async () => {
      const found = await live.store.nodeClaims.inStates(cluster.id, ['Initialized']);
      expect(found).toMatchObject([{ drift: null, instance: { capacityType: 'on-demand' } }]);
      return found;
    }, followed);
    await vi.waitFor(async () => {
      const { metadata } = await live.objects.read({
        apiVersion: 'karpenter.sh/v1',
        kind: 'NodeClaim',
        metadata: { name: claims[0]?.name ?? '' },
      });
      expect(metadata?.labels).toMatchObject({ [capacityType]: 'on-demand' });
      expect(metadata?.labels).not.toHaveProperty([label('id')]);
    }, followed);
    expect(await decisionKinds()).toEqual(['Provision']);
  });

  it('drains the node of a Capacity Block first, and its pod gets another node', async () => {
    const { cluster, fleet } = live;
    await fleet.control('scenarios/block-end', { cluster: cluster.name, seconds: 100 });
    // The reserved offering is known after the next look-up; consolidation then moves the pod there.
    await live.changeDisruption('default', { consolidateAfter: '1s' });
    await waitForNode('reserved');
    const after = await waitForNode('on-demand');
    expect(after.node.metadata?.labels).not.toHaveProperty([label('id')]);
    const kinds = await decisionKinds();
    expect(kinds).toContain('Expire');
  });
});
