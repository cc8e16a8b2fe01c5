import { AppError, terminationFinalizer } from '@kerf/core';
import { describe, expect, it, vi } from 'vitest';
import { connectionOf, requireCluster, requireKnown } from '../clusters/require-cluster.js';
import { runNode } from '../testing/running-nodes.js';
import { setUpCluster } from '../testing/set-up-cluster.js';
import { deleteObjects } from './delete-objects.js';

/** Sets up a node that is removed, and that its finalizer keeps. */
async function setUp(instanceEndsAt: number | null = null) {
  const setup = await setUpCluster();
  const { ports, store, cluster, clusterId, clock } = setup;
  const now = clock.now();
  const { claim, node } = await runNode(
    setup,
    {
      state: 'Terminating',
      termination: {
        step: 'Requested',
        reason: 'Drifted',
        startedAt: now,
        deadline: null,
        instanceEndsAt,
        waitingFor: null,
        stepAt: now,
      },
    },
    { finalizers: [terminationFinalizer] },
  );
  const connection = connectionOf(requireKnown(await requireCluster(store, clusterId)));
  const remove = () => deleteObjects(ports, connection, claim, node);
  const marks = () => [
    cluster.deletedNodeClaims.get(claim.name) ?? null,
    cluster.nodes.get(node.name)?.deletionRequestedAt ?? null,
  ];
  return { setup, claim, node, remove, marks };
}

const refused = new AppError({
  code: 'CLUSTER.FORBIDDEN',
  message: 'DELETE /apis/karpenter.sh/v1/nodeclaims/default-ncl_1: HTTP 403 (Forbidden)',
  retry: { kind: 'backoff' },
});

describe('deleteObjects', () => {
  it('deletes the NodeClaim, then its node, and nothing changes when it is repeated', async () => {
    const { setup, remove, marks } = await setUp();
    const calls = [
      vi.spyOn(setup.cluster, 'deleteNodeClaim'),
      vi.spyOn(setup.cluster, 'deleteNode'),
    ];
    await remove();
    const [first = 0, second = 0] = calls.map(({ mock }) => mock.invocationCallOrder[0]);
    expect(first).toBeLessThan(second);
    const deleted = marks();
    expect(deleted).toEqual([setup.clock.now(), setup.clock.now()]);
    setup.clock.advance(1_000);
    await remove();
    expect(marks()).toEqual(deleted);
  });

  it('leaves a node with the same name that belongs to another instance', async () => {
    const { setup, node, remove, marks } = await setUp();
    setup.cluster.changeNode(node.name, { providerId: 'aws:///us-east-1a/i-other' });
    await remove();
    expect(marks()).toEqual([setup.clock.now(), null]);
  });

  it('leaves a node that no finalizer keeps, because it would be gone at once', async () => {
    const { setup, node, remove } = await setUp();
    setup.cluster.changeNode(node.name, { finalizers: [] });
    await remove();
    expect(setup.cluster.nodes.get(node.name)?.deletionRequestedAt).toBeNull();
  });

  it('fails with what refuses it, and leaves the node', async () => {
    const { setup, remove, marks } = await setUp();
    setup.cluster.deleteNodeClaim = () => Promise.reject(refused);
    await expect(remove()).rejects.toBe(refused);
    expect(marks()).toEqual([null, null]);
  });

  it('is not waited for when AWS ends the instance: its pods are evicted in time', async () => {
    const { setup, remove } = await setUp(9e15);
    setup.cluster.deleteNodeClaim = () => Promise.reject(refused);
    await expect(remove()).resolves.toBeUndefined();
  });

  it('does not hide a defect, even when AWS ends the instance', async () => {
    const { setup, remove } = await setUp(9e15);
    const defect = new RangeError('defect');
    setup.cluster.deleteNodeClaim = () => Promise.reject(defect);
    await expect(remove()).rejects.toBe(defect);
  });
});
