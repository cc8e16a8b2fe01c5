import { describe, expect, it } from 'vitest';
import { receivePodEvents } from '../recording/open-batch.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { solveBatch } from './solve-batch.js';

const requests = { cpu: 1_000, memory: 1024 ** 3 };

/** Adds pending pods and returns the batch that Kerf opened for them. */
async function openBatch(setup: ClusterSetup, replicas: number) {
  const { cluster, ports, clusterId, store } = setup;
  cluster.addPendingPods(replicas, requests);
  const pending = [...cluster.pending.values()].map(({ pod }) => ({
    uid: pod.uid,
    name: pod.name,
    namespace: pod.spec.namespace,
  }));
  await receivePodEvents(ports, clusterId, pending);
  const batch = await store.batches.findOpen(clusterId);
  if (batch === null) throw new RangeError('no batch was opened');
  return { clusterId, batchId: batch.id, dueAt: batch.dueAt };
}

describe('solveBatch', () => {
  it('waits until the batch window has closed', async () => {
    const setup = await setUpCluster();
    const batch = await openBatch(setup, 3);
    const ms = batch.dueAt - setup.clock.now();
    expect(ms).toBeGreaterThan(0);
    expect(await solveBatch(setup.ports, batch)).toEqual({ kind: 'Wait', ms });
  });

  it('records a decision, its NodeClaims, the pods’ verdicts, and requests the launch', async () => {
    const setup = await setUpCluster();
    const { clusterId, store, clock } = setup;
    const batch = await openBatch(setup, 3);
    clock.advance(batch.dueAt - clock.now());
    setup.takeJobs();
    expect(await solveBatch(setup.ports, batch)).toEqual({ kind: 'Done' });
    const [decision] = store.tables.decisions.all();
    expect(decision).toMatchObject({ kind: 'Provision', state: 'Executing', podCount: 3 });
    const claims = await store.nodeClaims.inStates(clusterId, ['Requested']);
    expect(claims.map(({ id }) => id)).toEqual(decision?.nodeClaimIds);
    expect(setup.takeJobs()).toContainEqual({
      type: 'node-claim.launch',
      clusterId,
      nodeClaimIds: decision?.nodeClaimIds,
    });
    expect(store.tables.verdicts.all().map(({ verdict }) => verdict.kind)).toEqual([
      'NewNode',
      'NewNode',
      'NewNode',
    ]);
    expect(await store.batches.find(batch.batchId)).toMatchObject({
      state: 'Solved',
      outcome: { pods: 3, newNodeClaims: claims.length, unschedulable: 0 },
    });
  });
});
