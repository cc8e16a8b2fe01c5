import { expect, it } from 'vitest';
import { holds } from '../domain/cluster/cluster-revision.js';
import { readRevision } from '../snapshot/read-revision.js';
import { runNode } from '../testing/running-nodes.js';
import { setUpCluster } from '../testing/set-up-cluster.js';
import { recordPodEvents } from './record-pod-events.js';

it('a pod that comes to a node sets the time of its NodeClaim, and ends the passes over the cluster', async () => {
  const setup = await setUpCluster();
  const { ports, store, clusterId, clock } = setup;
  const { claim, node } = await runNode(setup);
  const at = clock.now();
  const revision = await readRevision(ports, clusterId);
  const isCurrent = async (): Promise<boolean> =>
    revision !== null &&
    holds({ revision, at, nextAt: at + 60_000 }, await readRevision(ports, clusterId), at);
  expect(await isCurrent()).toBe(true);
  await recordPodEvents(ports, clusterId, [{ nodeName: node.name, at }]);
  expect(await isCurrent()).toBe(false);
  expect((await store.nodeClaims.find(claim.id))?.lastPodEventAt).toBe(at);
});
