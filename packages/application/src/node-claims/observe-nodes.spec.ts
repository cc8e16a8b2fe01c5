import { AppError } from '@kerf/core';
import { aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { type NodeClaim, nodeClaimStates } from '../domain/node-claim/node-claim.js';
import type { NodeClaimEvent, NodeEvent } from '../ports/cluster-cache.js';
import { withOtherWriter } from '../testing/other-writer.js';
import { runNode, storeNodeClaim } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { observeNodeClaim, observeNodes } from './observe-nodes.js';

const nodeEvent = (fields: Partial<NodeEvent> = {}): NodeEvent => ({
  name: 'node-i-ncl_1',
  providerId: 'aws:///us-east-1a/i-ncl_1',
  isReady: true,
  isGone: false,
  deletionRequestedAt: null,
  ...fields,
});
const observe = ({ ports, clusterId }: ClusterSetup, ...events: readonly NodeEvent[]) =>
  observeNodes(ports, clusterId, events.length === 0 ? [nodeEvent()] : events);

const deleted = { deletionRequestedAt: 1_000 };
const hold = {
  code: 'KARPENTER_RUNNING',
  object: 'Lease/kube-system/karpenter-leader-election',
  message: 'A Karpenter runs in the cluster.',
  since: 0,
} as const;
const deletable = ['Launched', 'Registered', 'Initialized'];

describe('observeNodes', () => {
  it.each([
    ['Launched', 'node-claim.register'],
    ['Registered', 'node-claim.initialize'],
  ] as const)('requests the next job of a NodeClaim in state %s at once', async (state, type) => {
    const setup = await setUpCluster();
    const { store, clusterId, clock } = setup;
    await storeNodeClaim(setup, { state });
    await observe(setup);
    expect(store.tables.outbox.all()).toEqual([
      { message: { type, clusterId, nodeClaimId: 'ncl_1' }, deliverAt: clock.now() },
    ]);
  });

  it.each(nodeClaimStates.filter((state) => state !== 'Launched' && state !== 'Registered'))(
    'requests nothing for a NodeClaim in state %s',
    async (state) => {
      const setup = await setUpCluster();
      await storeNodeClaim(setup, { state });
      await observe(setup);
      expect(setup.takeJobs()).toEqual([]);
    },
  );

  it.each([
    ['without a provider ID', { providerId: null }],
    ['that Kerf does not manage', { providerId: 'aws:///us-east-1a/i-other' }],
  ])('ignores a node %s', async (_which, fields) => {
    const setup = await setUpCluster();
    const claim = await storeNodeClaim(setup);
    await observe(setup, nodeEvent({ ...fields, ...deleted }));
    expect(setup.takeJobs()).toEqual([]);
    expect(await setup.store.nodeClaims.find('ncl_1')).toEqual(claim);
  });

  it('handles several nodes', async () => {
    const setup = await setUpCluster();
    await storeNodeClaim(setup);
    await storeNodeClaim(setup, { id: 'ncl_2', state: 'Registered' });
    const second = nodeEvent({ providerId: 'aws:///us-east-1a/i-ncl_2' });
    await observe(setup, nodeEvent(), second);
    expect(setup.takeJobs().map(({ type }) => type)).toEqual([
      'node-claim.register',
      'node-claim.initialize',
    ]);
  });

  it('terminates the NodeClaim of a node that a user deleted', async () => {
    const setup = await setUpCluster();
    const { store } = setup;
    await runNode(setup, {}, { pods: [aPod('web').running()] });
    await observe(setup, nodeEvent(deleted));
    expect(await store.nodeClaims.find('ncl_1')).toMatchObject({
      state: 'Terminating',
      termination: { reason: 'DeletedByUser' },
    });
    expect(store.tables.decisions.all()).toMatchObject([
      {
        kind: 'Delete',
        state: 'Executing',
        body: {
          deleted: { kind: 'Node', name: 'node-i-ncl_1' },
          pods: [{ podUid: 'web' }],
        },
      },
    ]);
  });

  it.each(nodeClaimStates)('terminates a NodeClaim with an instance only: %s', async (state) => {
    const setup = await setUpCluster();
    const claim = await storeNodeClaim(setup, { state });
    await observe(setup, nodeEvent(deleted));
    expect(await setup.store.nodeClaims.find('ncl_1')).toMatchObject({
      state: deletable.includes(state) ? 'Terminating' : claim.state,
    });
    expect(setup.store.tables.decisions.all()).toHaveLength(deletable.includes(state) ? 1 : 0);
  });

  it('leaves a deleted node to another controller that acts in the cluster', async () => {
    const setup = await setUpCluster({ hold });
    const { claim } = await runNode(setup);
    await observe(setup, nodeEvent(deleted));
    expect(await setup.store.nodeClaims.find('ncl_1')).toEqual(claim);
  });

  it('counts the terminationGracePeriod from the deletion', async () => {
    const setup = await setUpCluster();
    const terms = { expireAfter: 'Never', terminationGracePeriod: '1h' };
    await runNode(setup, { terms });
    const deletionRequestedAt = setup.clock.now() - 60_000;
    await observe(setup, nodeEvent({ deletionRequestedAt }));
    expect(await setup.store.nodeClaims.find('ncl_1')).toMatchObject({
      termination: { deadline: deletionRequestedAt + 3_600_000 },
    });
  });

  it('terminates the NodeClaim once, however often the deletion is reported', async () => {
    const setup = await setUpCluster();
    await runNode(setup);
    await observe(setup, nodeEvent(deleted), nodeEvent(deleted));
    await observe(setup, nodeEvent(deleted));
    expect(setup.store.tables.decisions.all()).toHaveLength(1);
  });

  it('lists no pods while the state of the cluster is unknown', async () => {
    const setup = await setUpCluster();
    await runNode(setup, {}, { pods: [aPod('web').running()] });
    setup.cluster.view = () => {
      throw new AppError({ code: 'CLUSTER.NOT_SYNCED', message: 'the first list is running' });
    };
    await observe(setup, nodeEvent(deleted));
    expect(setup.store.tables.decisions.all()).toMatchObject([{ podCount: 0 }]);
  });

  it('asks for a retry when another writer changes the NodeClaim at the same time', async () => {
    const setup = await setUpCluster();
    const { ports, store, clusterId } = setup;
    const { claim } = await runNode(setup);
    const busy = withOtherWriter(store, () => store.nodeClaims.save(claim));
    await expect(
      observeNodes({ ...ports, store: busy }, clusterId, [nodeEvent(deleted)]),
    ).rejects.toMatchObject({ code: 'STATE.CONFLICT', retry: { kind: 'backoff' } });
  });
});

describe('observeNodeClaim', () => {
  const claimEvent = (fields: Partial<NodeClaimEvent> = {}): NodeClaimEvent => ({
    name: 'default-ncl_1',
    isStandalone: false,
    isGone: false,
    deletionRequestedAt: null,
    adoptable: null,
    ...fields,
  });

  /** Handles the event of the object of a NodeClaim in this state. */
  async function observeClaim(
    event: NodeClaimEvent,
    fields: Partial<NodeClaim> = {},
    cluster: Parameters<typeof setUpCluster>[0] = {},
  ) {
    const setup = await setUpCluster(cluster);
    const claim = await storeNodeClaim(setup, { state: 'Initialized', ...fields });
    await observeNodeClaim(setup.ports, setup.clusterId, event);
    return { setup, claim, saved: await setup.store.nodeClaims.find('ncl_1') };
  }

  it.each([
    ['deletes the object', deleted],
    ['removes the object with its finalizer', { isGone: true }],
  ])('terminates the NodeClaim when a user %s', async (_what, fields) => {
    const { setup, saved } = await observeClaim(claimEvent(fields));
    expect(saved).toMatchObject({
      state: 'Terminating',
      termination: { reason: 'DeletedByUser' },
    });
    expect(setup.store.tables.decisions.all()).toMatchObject([
      { body: { deleted: { kind: 'NodeClaim', name: 'default-ncl_1' } } },
    ]);
  });

  it('leaves the removal to another controller that acts in the cluster', async () => {
    const { claim, saved } = await observeClaim(claimEvent(deleted), {}, { hold });
    expect(saved).toEqual(claim);
  });

  it('ends the NodeClaim when another controller has removed its object', async () => {
    const { saved } = await observeClaim(claimEvent({ ...deleted, isGone: true }), {}, { hold });
    expect(saved).toMatchObject({ state: 'Terminating' });
  });

  it.each([
    ['the object only changes', claimEvent(), {}],
    ['the object is unknown', claimEvent({ name: 'other', ...deleted }), {}],
    ['it is terminating already', claimEvent({ isGone: true }), { state: 'Terminating' }],
    ['it has ended', claimEvent({ isGone: true }), { state: 'Terminated' }],
    ['it has no instance yet', claimEvent(deleted), { state: 'Requested', instance: null }],
  ] as const)('does nothing to a NodeClaim when %s', async (_when, event, fields) => {
    const { setup, claim, saved } = await observeClaim(event, fields);
    expect(saved).toEqual(claim);
    expect(setup.store.tables.decisions.all()).toEqual([]);
    expect(setup.takeJobs()).toEqual([]);
  });

  it.each([
    ['changes', {}],
    ['is deleted', deleted],
  ])('requests the reconciliation when a standalone NodeClaim %s', async (_what, fields) => {
    const { setup, claim, saved } = await observeClaim(
      claimEvent({ isStandalone: true, ...fields }),
    );
    const { clusterId, clock, store } = setup;
    expect(store.tables.outbox.all()).toEqual([
      {
        message: { type: 'provisioning.reconcile-standalone-claims', clusterId },
        deliverAt: clock.now(),
      },
    ]);
    expect(saved).toEqual(claim);
  });
});
