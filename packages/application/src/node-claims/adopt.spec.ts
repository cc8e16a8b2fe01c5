import { labelKeys } from '@kerf/core';
import { aCachedNode, aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { nodeClaimStates } from '../domain/node-claim/node-claim.js';
import type { AdoptableNodeClaim, NodeClaimEvent } from '../ports/cluster-cache.js';
import { storeNodeClaim } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { adoptNodeClaim } from './adopt.js';
import { adoptNodeClaims } from './adopt-node-claims.js';

const labels = {
  [labelKeys.instanceType]: 'm5.large',
  [labelKeys.zone]: 'us-east-1a',
  [labelKeys.capacityType]: 'spot',
};
const adoptable: AdoptableNodeClaim = {
  providerId: 'aws:///us-east-1a/i-0123',
  imageId: 'ami-7',
  nodePool: 'default',
  nodeClass: 'default',
  nodePoolHash: 'v3-a',
  nodeClassHash: 'v6-b',
  drifted: null,
  createdAt: 1_000,
  terms: { expireAfter: '24h', terminationGracePeriod: '1h' },
  standalone: null,
};
const event: NodeClaimEvent = {
  name: 'default-x2k4p',
  isStandalone: false,
  isGone: false,
  deletionRequestedAt: null,
  adoptable,
};
const ofUser = (objectUid: string): NodeClaimEvent => ({
  ...event,
  isStandalone: true,
  adoptable: { ...adoptable, nodePool: null, standalone: { objectUid, createdAt: 1_000 } },
});

/** Sets up a cluster with the node of the object. */
async function setUpNode(
  fields: Parameters<typeof setUpCluster>[0] = {},
  node: Parameters<typeof aCachedNode>[0] = {},
): Promise<ClusterSetup> {
  const setup = await setUpCluster(fields);
  setup.cluster.nodes.set(
    'ip-10-0-0-1',
    aCachedNode({
      name: 'ip-10-0-0-1',
      providerId: adoptable.providerId,
      labels,
      capacity: { cpu: 2_000 },
      allocatable: { cpu: 1_900 },
      createdAt: 2_000,
      ...node,
    }),
  );
  return setup;
}

const adopt = ({ ports, clusterId }: ClusterSetup, adopted: NodeClaimEvent = event) =>
  adoptNodeClaim(ports, clusterId, adopted);
const adopted = ({ store }: ClusterSetup) => store.tables.nodeClaims.all();

describe('adoptNodeClaim', () => {
  it.each(['auto', 'approve'] as const)(
    'records the NodeClaim as initialized, in mode %s',
    async (mode) => {
      const setup = await setUpNode({ mode });
      const { store, clusterId, clock } = setup;
      await adopt(setup);
      const [claim] = adopted(setup);
      expect(claim).toEqual({
        id: expect.stringMatching(/^ncl_/),
        clusterId,
        name: 'default-x2k4p',
        nodePool: 'default',
        nodeClass: 'default',
        nodePoolHash: 'a',
        nodeClassHash: 'b',
        decisionId: null,
        state: 'Initialized',
        plan: {
          id: 'adopted',
          nodePool: 'default',
          podUids: [],
          requests: {},
          labels,
          annotations: {},
          taints: [],
          startupTaints: [],
          expected: null,
          savingAgainstNextBestMicroUsdPerHour: null,
        },
        terms: { expireAfter: '24h', terminationGracePeriod: '1h' },
        standalone: null,
        instance: {
          instanceId: 'i-0123',
          providerId: 'aws:///us-east-1a/i-0123',
          instanceType: 'm5.large',
          zone: 'us-east-1a',
          capacityType: 'spot',
          imageId: 'ami-7',
          subnetId: '',
          priceMicroUsdPerHour: null,
          capacity: { cpu: 2_000 },
          allocatable: { cpu: 1_900 },
          labels,
        },
        nodeName: 'ip-10-0-0-1',
        failure: null,
        termination: null,
        drift: null,
        reboot: null,
        lastPodEventAt: clock.now(),
        requestedAt: 1_000,
        launchedAt: 1_000,
        registeredAt: 2_000,
        initializedAt: clock.now(),
        terminatedAt: null,
        version: 1,
      });
      expect(store.tables.changes.all()).toContainEqual({
        topic: 'nodeClaim',
        clusterId,
        id: claim?.id,
        version: 1,
      });
    },
  );

  it('113: keeps a NodeClaim that has drifted from its NodePool drifted', async () => {
    const setup = await setUpNode();
    await adopt(setup, { ...event, adoptable: { ...adoptable, drifted: 'NodePoolDrifted' } });
    expect(adopted(setup)[0]).toMatchObject({ nodePoolHash: 'a-v3-a', nodeClassHash: 'b' });
  });

  it('takes a node without labels as on-demand of an unknown type', async () => {
    const setup = await setUpNode({}, { labels: {} });
    await adopt(setup);
    expect(adopted(setup)[0]?.instance).toMatchObject({
      instanceType: '',
      zone: '',
      capacityType: 'on-demand',
    });
  });

  it.each([
    ['has no instance yet', { ...event, adoptable: null }],
    [
      'has no node in the cluster',
      { ...event, adoptable: { ...adoptable, providerId: 'aws:///us-east-1a/i-9' } },
    ],
  ])('ignores an object that %s', async (_which, ignored) => {
    const setup = await setUpNode();
    await adopt(setup, ignored);
    expect(adopted(setup)).toEqual([]);
  });

  it('adopts nothing in mode observe', async () => {
    const setup = await setUpNode({ mode: 'observe' });
    await adopt(setup);
    expect(adopted(setup)).toEqual([]);
  });

  it('removes the node of an object that is being deleted, because no other controller does', async () => {
    const setup = await setUpNode({}, { pods: [aPod('web').running()] });
    const deletionRequestedAt = setup.clock.now() - 60_000;
    await adopt(setup, { ...event, deletionRequestedAt });
    expect(adopted(setup)).toMatchObject([
      {
        state: 'Terminating',
        termination: { reason: 'DeletedByUser', deadline: deletionRequestedAt + 3_600_000 },
      },
    ]);
    expect(setup.store.tables.decisions.all()).toMatchObject([
      { kind: 'Delete', state: 'Executing', body: { pods: [{ podUid: 'web' }] } },
    ]);
    expect(setup.takeJobs().map(({ type }) => type)).toContain('node-claim.terminate');
  });

  it('removes a node that is being deleted, and an object that has outlived its node', async () => {
    const ofNode = await setUpNode({}, { deletionRequestedAt: 1 });
    await adopt(ofNode);
    expect(adopted(ofNode)).toMatchObject([
      { nodeName: 'ip-10-0-0-1', termination: { reason: 'DeletedByUser' } },
    ]);
    const ofObject = await setUpNode();
    const gone = { ...adoptable, providerId: 'aws:///us-east-1a/i-9' };
    await adopt(ofObject, { ...event, adoptable: gone });
    expect(adopted(ofObject)).toEqual([]);
    await adopt(ofObject, { ...event, adoptable: gone, deletionRequestedAt: 1 });
    expect(adopted(ofObject)).toMatchObject([{ nodeName: null, state: 'Terminating' }]);
  });

  describe('of a node that is not initialized', () => {
    const startupTaints = [{ key: 'cni', value: '', effect: 'NoSchedule' }] as const;
    const starting = {
      isRegistered: false,
      labels: { ...labels, team: 'web' },
      annotations: { owner: 'ada' },
      taints: [],
      startupTaints,
      requests: { cpu: 500 },
      capacity: { cpu: 2_000, 'example.com/dongle': 4 },
      allocatable: { cpu: 1_900, 'example.com/dongle': 4 },
    };
    const startingEvent = (isRegistered: boolean): NodeClaimEvent => ({
      ...event,
      adoptable: { ...adoptable, starting: { ...starting, isRegistered } },
    });

    it.each([
      [false, 'Launched', 'node-claim.register'],
      [true, 'Registered', 'node-claim.initialize'],
    ] as const)('goes on: registered %s is %s', async (isRegistered, state, job) => {
      const setup = await setUpNode();
      await adopt(setup, startingEvent(isRegistered));
      expect(adopted(setup)).toMatchObject([
        {
          state,
          initializedAt: null,
          plan: {
            labels: { ...labels, team: 'web' },
            annotations: { owner: 'ada' },
            startupTaints,
            requests: { cpu: 500 },
          },
          instance: { allocatable: { cpu: 1_900, 'example.com/dongle': 4 } },
        },
      ]);
      expect(setup.takeJobs().map(({ type }) => type)).toEqual([job]);
    });

    it('adopts it before it joins, so that no other is launched for its pods', async () => {
      const setup = await setUpCluster();
      await adopt(setup, startingEvent(false));
      expect(adopted(setup)).toMatchObject([
        { state: 'Launched', nodeName: null, instance: { instanceType: 'm5.large' } },
      ]);
    });
  });

  it.each(nodeClaimStates)(
    'ignores the object of a NodeClaim that is known and %s',
    async (state) => {
      const setup = await setUpNode();
      const known = await storeNodeClaim(setup, { name: event.name, state });
      await adopt(setup);
      expect(adopted(setup)).toEqual([known]);
    },
  );

  it('adopts the NodeClaim once', async () => {
    const setup = await setUpNode();
    await adopt(setup);
    await adopt(setup);
    expect(adopted(setup)).toHaveLength(1);
  });
});

describe('adoptNodeClaim of a standalone NodeClaim', () => {
  it('keeps the identity of its object', async () => {
    const setup = await setUpNode();
    await adopt(setup, ofUser('uid-2'));
    expect(adopted(setup)).toMatchObject([
      { nodePool: null, standalone: { objectUid: 'uid-2', createdAt: 1_000 } },
    ]);
  });

  it.each([
    ['adopts an object of a name that an ended one had', 'Terminated', 'uid-2', 2],
    ['adopts an object of a name that a failed one had', 'LaunchFailed', 'uid-2', 2],
    ['ignores the object of the ended one itself', 'Terminated', 'uid-1', 1],
    ['ignores an object of the name of a living one', 'Initialized', 'uid-2', 1],
  ] as const)('%s', async (_what, state, uid, count) => {
    const setup = await setUpNode();
    const standalone = { objectUid: 'uid-1', createdAt: 0 };
    await storeNodeClaim(setup, { name: event.name, nodePool: null, standalone, state });
    await adopt(setup, ofUser(uid));
    expect(adopted(setup)).toHaveLength(count);
  });
});

describe('adoptNodeClaims', () => {
  it('adopts the objects of the cluster cache that are not recorded', async () => {
    const setup = await setUpNode();
    const { ports, cluster, clusterId } = setup;
    await storeNodeClaim(setup, { name: 'default-known' });
    cluster.adoptableNodeClaims = [{ ...event, name: 'default-known' }, event];
    await adoptNodeClaims(ports, clusterId);
    expect(adopted(setup).map(({ name }) => name)).toEqual(['default-known', 'default-x2k4p']);
  });

  it('removes a known one that was deleted while another controller acted', async () => {
    const setup = await setUpNode();
    const { ports, cluster, clusterId } = setup;
    await storeNodeClaim(setup, { name: event.name, state: 'Initialized' });
    cluster.adoptableNodeClaims = [{ ...event, deletionRequestedAt: setup.clock.now() }];
    await adoptNodeClaims(ports, clusterId);
    await adoptNodeClaims(ports, clusterId);
    expect(adopted(setup)).toMatchObject([{ state: 'Terminating' }]);
    expect(setup.store.tables.decisions.all()).toHaveLength(1);
  });

  it('adopts nothing in mode observe', async () => {
    const setup = await setUpNode({ mode: 'observe' });
    setup.cluster.adoptableNodeClaims = [event];
    await adoptNodeClaims(setup.ports, setup.clusterId);
    expect(adopted(setup)).toEqual([]);
  });

  it('does not read the cluster when there is nothing to adopt', async () => {
    const { ports } = await setUpCluster();
    await expect(adoptNodeClaims(ports, 'clu_unknown')).resolves.toBeUndefined();
  });
});
