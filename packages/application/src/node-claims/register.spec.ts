import { annotationKeys, labelKeys, taintKeys, terminationFinalizer } from '@kerf/core';
import { aDecision, aPlannedClaim } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { type NodeClaim, nodeClaimStates } from '../domain/node-claim/node-claim.js';
import type { NodeSync } from '../ports/cluster-gateway.js';
import { joinNode, storeNodeClaim } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { registerNodeClaim } from './register.js';

const register = ({ ports, clusterId }: ClusterSetup) =>
  registerNodeClaim(ports, { clusterId, nodeClaimId: 'ncl_1' });

/** Stores a launched NodeClaim whose node has joined. */
async function setUpJoined(
  fields: Partial<NodeClaim> = {},
  node: Parameters<typeof joinNode>[2] = {},
) {
  const setup = await setUpCluster();
  const claim = await storeNodeClaim(setup, fields);
  return { setup, claim, node: joinNode(setup, claim, node) };
}

/** Returns what the node is brought in line with. */
async function syncOf(fields: Partial<NodeClaim>): Promise<NodeSync | undefined> {
  const { setup } = await setUpJoined(fields);
  const syncs: NodeSync[] = [];
  setup.cluster.syncRegisteredNode = (_connection, sync) => Promise.resolve(void syncs.push(sync));
  await register(setup);
  return syncs[0];
}

describe('registerNodeClaim', () => {
  it('brings the node in line and records the registration', async () => {
    const { setup, node } = await setUpJoined();
    const { store, cluster, clock, clusterId } = setup;
    expect(await register(setup)).toEqual({ kind: 'Done' });
    expect(cluster.nodes.get(node.name)).toMatchObject({
      labels: { [labelKeys.registered]: 'true', [labelKeys.nodePool]: 'default' },
      taints: [],
      finalizers: [terminationFinalizer],
    });
    expect(await store.nodeClaims.find('ncl_1')).toMatchObject({
      state: 'Registered',
      nodeName: node.name,
      registeredAt: clock.now(),
    });
    expect(setup.takeJobs()).toEqual([
      { type: 'node-claim.initialize', clusterId, nodeClaimId: 'ncl_1' },
      { type: 'node-claim.sync', clusterId, nodeClaimId: 'ncl_1' },
    ]);
    expect(store.tables.findings.all()).toEqual([]);
    expect(setup.events.recorded).toEqual([]);
  });

  it('records it in the decision that requested the NodeClaim', async () => {
    const { setup, node } = await setUpJoined({ decisionId: 'dec_1' });
    const { store, clusterId } = setup;
    await store.decisions.insert(aDecision({ clusterId, id: 'dec_1', state: 'Executing' }), []);
    await register(setup);
    expect(await store.decisions.events('dec_1')).toMatchObject([
      { kind: 'NodeClaimRegistered', data: { nodeClaimId: 'ncl_1', nodeName: node.name } },
    ]);
  });

  it.each(nodeClaimStates.filter((state) => state !== 'Launched'))(
    'does nothing to a NodeClaim in state %s',
    async (state) => {
      const { setup, claim, node } = await setUpJoined({ state });
      expect(await register(setup)).toEqual({ kind: 'Done' });
      expect(await setup.store.nodeClaims.find('ncl_1')).toEqual(claim);
      expect(setup.cluster.nodes.get(node.name)).toEqual(node);
    },
  );

  it('does nothing while there is no node, or no NodeClaim', async () => {
    const setup = await setUpCluster();
    expect(await register(setup)).toEqual({ kind: 'Done' });
    const claim = await storeNodeClaim(setup);
    expect(await register(setup)).toEqual({ kind: 'Done' });
    expect(await setup.store.nodeClaims.find('ncl_1')).toEqual(claim);
  });

  it('does not record the registration when the node could not be written', async () => {
    const { setup, claim } = await setUpJoined();
    const failure = new RangeError('the cluster did not answer');
    setup.cluster.syncRegisteredNode = () => Promise.reject(failure);
    await expect(register(setup)).rejects.toBe(failure);
    expect(await setup.store.nodeClaims.find('ncl_1')).toEqual(claim);
  });

  it('registers once', async () => {
    const { setup } = await setUpJoined();
    await register(setup);
    const registered = await setup.store.nodeClaims.find('ncl_1');
    setup.takeJobs();
    await register(setup);
    expect(await setup.store.nodeClaims.find('ncl_1')).toEqual(registered);
    expect(setup.takeJobs()).toEqual([]);
  });
});

describe('the metadata of a registered node', () => {
  it('is the plan of its NodeClaim over the labels of its instance', async () => {
    const taints = [{ key: 'team', value: 'web', effect: 'NoSchedule' }] as const;
    const startupTaints = [{ key: 'cilium', value: '', effect: 'NoExecute' }] as const;
    const sync = await syncOf({
      instance: {
        instanceId: 'i-1',
        providerId: 'aws:///us-east-1a/i-1',
        instanceType: 'm5.large',
        zone: 'us-east-1a',
        capacityType: 'spot',
        imageId: 'ami-1',
        subnetId: 'subnet-1',
        priceMicroUsdPerHour: null,
        capacity: {},
        allocatable: {},
        labels: { [labelKeys.arch]: 'amd64', team: 'none' },
      },
      plan: aPlannedClaim({
        labels: { team: 'web' },
        annotations: { note: 'planned' },
        taints,
        startupTaints,
      }),
      name: 'default-x2k4p',
      nodePoolHash: 'v3-a',
      nodeClassHash: 'v4-b',
    });
    expect(sync).toEqual({
      nodeName: 'node-i-1',
      labels: {
        [labelKeys.arch]: 'amd64',
        team: 'web',
        [labelKeys.nodePool]: 'default',
        [labelKeys.nodeClass]: 'default',
        [labelKeys.capacityType]: 'spot',
      },
      annotations: {
        note: 'planned',
        [annotationKeys.nodePoolHash]: 'a',
        [annotationKeys.nodePoolHashVersion]: 'v3',
        [annotationKeys.nodeClassHash]: 'b',
        [annotationKeys.nodeClassHashVersion]: 'v4',
      },
      taints,
      startupTaints,
      owner: { nodeClaimName: 'default-x2k4p' },
    });
  });

  it('names no NodePool for a standalone NodeClaim', async () => {
    const sync = await syncOf({ nodePool: null, nodePoolHash: '' });
    expect(sync?.labels).not.toHaveProperty([labelKeys.nodePool]);
    expect(sync?.annotations).toEqual({ [annotationKeys.nodeClassHash]: 'b' });
  });
});

describe('a node that joined without its taint', () => {
  const other = { key: 'team', value: 'web', effect: 'NoSchedule' } as const;

  it.each([[[]], [[other]]])('is registered, with a finding and an Event: %o', async (taints) => {
    const { setup, node } = await setUpJoined({}, { taints });
    await register(setup);
    expect(await setup.store.nodeClaims.find('ncl_1')).toMatchObject({ state: 'Registered' });
    expect(setup.store.tables.findings.all()).toMatchObject([
      {
        code: 'UNREGISTERED_TAINT_MISSING',
        object: `Node/${node.name}`,
        message: `The node joined without the taint ${taintKeys.unregistered}. Pods may have been bound before its labels were set.`,
        lastSeenAt: setup.clock.now(),
      },
    ]);
    expect(setup.events.reasons).toEqual(['UnregisteredTaintMissing NodeClaim']);
  });

  it('is no finding when an interrupted registration has removed the taint', async () => {
    const { setup, claim } = await setUpJoined();
    const { ports, store, clusterId } = setup;
    const lost = new RangeError('no connection');
    const failing = { ...store, transaction: () => Promise.reject(lost) };
    const input = { clusterId, nodeClaimId: claim.id };
    await expect(registerNodeClaim({ ...ports, store: failing }, input)).rejects.toBe(lost);
    await register(setup);
    expect(await store.nodeClaims.find('ncl_1')).toMatchObject({ state: 'Registered' });
    expect(store.tables.findings.all()).toEqual([]);
    expect(setup.events.recorded).toEqual([]);
  });

  it('is no finding when another writer has saved the NodeClaim first', async () => {
    const { setup, claim } = await setUpJoined({}, { taints: [] });
    setup.cluster.syncRegisteredNode = async () => {
      await setup.store.nodeClaims.save({ ...claim, state: 'Terminating' });
    };
    await register(setup);
    expect(await setup.store.nodeClaims.find('ncl_1')).toMatchObject({ state: 'Terminating' });
    expect(setup.store.tables.findings.all()).toEqual([]);
    expect(setup.takeJobs()).toEqual([]);
  });
});
