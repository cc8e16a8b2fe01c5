import { livingClaimStates } from '@kerf/application';
import { invariant } from '@kerf/core';
import { CoreV1Api, type V1Node, type V1NodeCondition } from '@kubernetes/client-node';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { LiveCluster } from '../../testing/live-cluster.js';
import { describeLong } from '../../testing/long-scenario.js';

/* A reboot in the sandbox, with the product's worker. A GPU error is tolerated for ten minutes. */

const minute = 60_000;
vi.setConfig({ testTimeout: 20 * minute, hookTimeout: 2 * minute });

let live: LiveCluster;

beforeAll(async () => {
  live = await LiveCluster.open(inject('databaseUrl'), { workerId: 'reboot' });
  const { store, cluster } = live;
  const known = await store.clusters.find(cluster.id);
  invariant(known !== null, 'the cluster is registered');
  await store.clusters.save({
    ...known,
    settings: { ...known.settings, nodeRepair: true, rebootForRepair: true },
  });
  await live.create('exercise/node-class.yaml');
  await live.create('exercise/node-pool.yaml', (text) =>
    text.replace('consolidateAfter: 30s', 'consolidateAfter: Never'),
  );
  live.worker.start();
});
afterAll(() => live.close());

const gpuOf = ({ status }: V1Node): V1NodeCondition | undefined =>
  status?.conditions?.find(({ type }) => type === 'AcceleratedHardwareReady');

const nodes = async (): Promise<readonly V1Node[]> =>
  (await live.kubeconfig.makeApiClient(CoreV1Api).listNode()).items;

const claimOf = async (nodeName: string | undefined) =>
  (await live.store.nodeClaims.inStates(live.cluster.id, livingClaimStates)).find(
    (claim) => claim.nodeName === nodeName,
  );

describeLong('a node whose GPU reports an error in the sandbox', () => {
  it('is rebooted by the worker through EC2, and keeps its instance', async () => {
    await live.create('exercise/inflate.yaml');
    await vi.waitFor(async () => expect(await live.runningPods('inflate')).toHaveLength(5), {
      timeout: 3 * minute,
      interval: 500,
    });
    await live.fleet.control('scenarios/gpu-error', { cluster: live.cluster.name, size: 1 });
    const faulty = await vi.waitFor(
      async () => {
        const found = (await nodes()).find((one) => gpuOf(one)?.status === 'False');
        invariant(found !== undefined, 'a node reports the error');
        return found;
      },
      { timeout: minute, interval: 500 },
    );
    const nodeName = faulty.metadata?.name;
    const before = await claimOf(nodeName);
    await vi.waitFor(
      async () =>
        expect(await claimOf(nodeName)).toMatchObject({
          state: 'Initialized',
          reboot: { step: 'Succeeded', cause: 'AcceleratedHardwareReady/NvidiaXID48Error' },
        }),
      { timeout: 15 * minute, interval: 2_000 },
    );
    expect((await claimOf(nodeName))?.instance).toEqual(before?.instance);
    const after = (await nodes()).find(({ metadata }) => metadata?.name === nodeName);
    invariant(after !== undefined, 'the node is there');
    expect(after.status?.nodeInfo?.bootID).not.toBe(faulty.status?.nodeInfo?.bootID);
    expect(gpuOf(after)?.status).not.toBe('False');
    expect(after.spec?.taints ?? []).toEqual([]);
    const object: unknown = await live.objects.read({
      apiVersion: 'karpenter.sh/v1',
      kind: 'NodeClaim',
      metadata: { name: before?.name ?? '' },
    });
    expect(object).toMatchObject({
      status: {
        conditions: expect.arrayContaining([
          expect.objectContaining({
            type: 'Rebooting',
            status: 'False',
            reason: 'RebootSucceeded',
          }),
        ]),
      },
    });
    expect(object).not.toHaveProperty([
      'metadata',
      'annotations',
      'karpenter.sh/reboot-pre-boot-id',
    ]);
  });
});
