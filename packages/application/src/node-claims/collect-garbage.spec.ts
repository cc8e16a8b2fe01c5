import { invariant, tagKeys } from '@kerf/core';
import { aNodeClaimRecord } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { type NodeClaim, nodeClaimStates } from '../domain/node-claim/node-claim.js';
import type { CloudInstance, CloudProvider } from '../ports/cloud-provider.js';
import { withOtherWriter } from '../testing/other-writer.js';
import { addInstance, joinNode, runNode, storeNodeClaim } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { collectGarbage } from './collect-garbage.js';

const collect = ({ ports, clusterId }: ClusterSetup) => collectGarbage(ports, clusterId);

/** Adds an instance that no stored NodeClaim owns, launched one minute ago. */
function addUnowned(setup: ClusterSetup, fields: Partial<CloudInstance> = {}): void {
  const claim = aNodeClaimRecord({ clusterId: setup.clusterId, id: 'lost', name: 'default-lost' });
  addInstance(setup, claim);
  const instance = setup.cloud.instances.get('i-lost');
  if (instance !== undefined) setup.cloud.instances.set('i-lost', { ...instance, ...fields });
}

const stateOf = ({ cloud }: ClusterSetup, instanceId: string) =>
  cloud.instances.get(instanceId)?.state;

describe('an instance without a NodeClaim', () => {
  it('is terminated, with a finding', async () => {
    const setup = await setUpCluster();
    addUnowned(setup);
    await collect(setup);
    expect(stateOf(setup, 'i-lost')).toBe('shutting-down');
    expect(setup.store.tables.findings.all()).toMatchObject([
      {
        code: 'INSTANCE_WITHOUT_CLAIM',
        object: 'Instance/i-lost',
        message: 'The instance had no NodeClaim (its tag has default-lost) and was terminated.',
        lastSeenAt: setup.clock.now(),
      },
    ]);
  });

  it.each([
    [29_999, 'running'],
    [30_000, 'shutting-down'],
  ])('is terminated from an age of thirty seconds: at %d ms it is %s', async (ms, state) => {
    const setup = await setUpCluster();
    addUnowned(setup, { launchedAt: setup.clock.now() - ms });
    await collect(setup);
    expect(stateOf(setup, 'i-lost')).toBe(state);
  });

  it.each([
    ['does not name a NodeClaim', { [tagKeys.nodeClass]: 'default' }],
    ['has no EC2NodeClass, as those of EKS Auto Mode', { [tagKeys.nodeClaim]: 'default-lost' }],
  ])('stays when it %s', async (_which, tags) => {
    const setup = await setUpCluster();
    addUnowned(setup, { tags });
    await collect(setup);
    expect(stateOf(setup, 'i-lost')).toBe('running');
  });

  it('is terminated and reported once while it shuts down', async () => {
    const setup = await setUpCluster();
    addUnowned(setup);
    await collect(setup);
    await collect(setup);
    expect(setup.store.tables.findings.all()).toMatchObject([{ count: 1 }]);
  });

  it('is not reported when it has ended already', async () => {
    const setup = await setUpCluster();
    addUnowned(setup, { state: 'terminated' });
    await collect(setup);
    expect(stateOf(setup, 'i-lost')).toBe('terminated');
    expect(setup.store.tables.findings.all()).toEqual([]);
  });

  it('stays while its NodeClaim object can be adopted', async () => {
    const setup = await setUpCluster();
    addUnowned(setup);
    const claim = aNodeClaimRecord({ clusterId: 'clu_1', id: 'lost', name: 'default-lost' });
    setup.cluster.nodeClaims.set('default-lost', claim);
    await collect(setup);
    expect(stateOf(setup, 'i-lost')).toBe('running');
  });

  it('stays while its NodeClaim is being launched', async () => {
    const setup = await setUpCluster();
    addUnowned(setup);
    await storeNodeClaim(setup, { name: 'default-lost', state: 'Launching', instance: null });
    await collect(setup);
    expect(stateOf(setup, 'i-lost')).toBe('running');
  });

  it('stays when its NodeClaim was requested after the NodeClaims were read', async () => {
    const setup = await setUpCluster();
    const { ports, clusterId, cloud } = setup;
    // A clock ahead of AWS's takes the new instance for an old one.
    const slow: CloudProvider = Object.assign(Object.create(cloud), {
      listInstances: async () => {
        await storeNodeClaim(setup, { name: 'default-lost', state: 'Launching', instance: null });
        addUnowned(setup);
        return cloud.listInstances();
      },
    });
    await collectGarbage({ ...ports, cloud: slow }, clusterId);
    expect(stateOf(setup, 'i-lost')).toBe('running');
    expect(setup.store.tables.findings.all()).toEqual([]);
  });

  it('is terminated when its NodeClaim has another instance', async () => {
    const setup = await setUpCluster();
    addUnowned(setup);
    const { claim } = await runNode(setup, { name: 'default-lost' });
    await collect(setup);
    expect(stateOf(setup, 'i-lost')).toBe('shutting-down');
    expect(stateOf(setup, claim.instance?.instanceId ?? '')).toBe('running');
  });

  const living = nodeClaimStates.filter((state) => !['Terminated', 'LaunchFailed'].includes(state));
  it.each(living)('is owned by a NodeClaim in state %s', async (state) => {
    const setup = await setUpCluster();
    const claim = await storeNodeClaim(setup, { state });
    addInstance(setup, claim);
    await collect(setup);
    expect(stateOf(setup, 'i-ncl_1')).toBe('running');
  });

  it.each(['Terminated', 'LaunchFailed'] as const)(
    'is terminated when its NodeClaim is %s',
    async (state) => {
      const setup = await setUpCluster();
      const claim = await storeNodeClaim(setup, { state });
      addInstance(setup, claim);
      await collect(setup);
      expect(stateOf(setup, 'i-ncl_1')).toBe('shutting-down');
    },
  );

  it('stays when the row of its living NodeClaim cannot be read', async () => {
    const setup = await setUpCluster();
    const { ports, store, clusterId } = setup;
    const claim = await storeNodeClaim(setup);
    addInstance(setup, claim);
    const nodeClaims = { ...store.nodeClaims, inStates: () => Promise.resolve([]) };
    await collectGarbage({ ...ports, store: { ...store, nodeClaims } }, clusterId);
    expect(stateOf(setup, 'i-ncl_1')).toBe('running');
    expect(store.tables.findings.all()).toEqual([]);
  });
});

describe('113: an instance of a NodeClaim', () => {
  it('is recorded with the security groups that EC2 reports', async () => {
    const setup = await setUpCluster();
    const { claim } = await runNode(setup);
    const { instances } = setup.cloud;
    const found = instances.get('i-ncl_1');
    invariant(found !== undefined, 'the instance exists');
    instances.set('i-ncl_1', { ...found, securityGroupIds: ['sg-2'] });
    await collect(setup);
    expect((await setup.store.nodeClaims.find(claim.id))?.instance?.securityGroupIds).toEqual([
      'sg-2',
    ]);
  });
});

describe('a NodeClaim without an instance', () => {
  /** Stores a NodeClaim whose instance is gone and whose node is not Ready. */
  async function setUpGone(fields: Partial<NodeClaim> = {}, isReady = false) {
    const setup = await setUpCluster();
    const launchedAt = setup.clock.now() - 60_000;
    const claim = await storeNodeClaim(setup, { state: 'Initialized', launchedAt, ...fields });
    joinNode(setup, claim, { isReady });
    return { setup, claim };
  }

  it.each(['Registered', 'Initialized'] as const)(
    'is terminated in state %s, with a finding',
    async (state) => {
      const { setup } = await setUpGone({ state });
      await collect(setup);
      expect(await setup.store.nodeClaims.find('ncl_1')).toMatchObject({
        state: 'Terminating',
        termination: { reason: 'GarbageCollected' },
      });
      expect(setup.store.tables.findings.all()).toMatchObject([
        {
          code: 'CLAIM_WITHOUT_INSTANCE',
          object: 'NodeClaim/default-ncl_1',
          message: 'Instance i-ncl_1 does not exist, and its node is not Ready.',
          lastSeenAt: setup.clock.now(),
        },
      ]);
    },
  );

  it('is terminated when it has no node either', async () => {
    const { setup } = await setUpGone();
    setup.cluster.nodes.clear();
    await collect(setup);
    expect(await setup.store.nodeClaims.find('ncl_1')).toMatchObject({ state: 'Terminating' });
  });

  it.each([
    [29_999, 'Initialized'],
    [30_000, 'Terminating'],
  ])('stays while EC2 may not list it yet: %d ms after its launch it is %s', async (ms, state) => {
    const { setup, claim } = await setUpGone();
    const launchedAt = setup.clock.now() - ms;
    await setup.store.nodeClaims.save({ ...claim, launchedAt });
    await collect(setup);
    expect(await setup.store.nodeClaims.find('ncl_1')).toMatchObject({ state });
  });

  it('stays while its node is Ready', async () => {
    const { setup, claim } = await setUpGone({}, true);
    await collect(setup);
    expect(await setup.store.nodeClaims.find('ncl_1')).toEqual(claim);
  });

  it.each([
    ['running', 'Initialized'],
    ['shutting-down', 'Initialized'],
    ['terminated', 'Terminating'],
  ] as const)('counts an instance that is %s: it is %s', async (state, expected) => {
    const { setup, claim } = await setUpGone();
    addInstance(setup, claim);
    const instance = setup.cloud.instances.get('i-ncl_1');
    if (instance !== undefined) setup.cloud.instances.set('i-ncl_1', { ...instance, state });
    await collect(setup);
    expect(await setup.store.nodeClaims.find('ncl_1')).toMatchObject({ state: expected });
  });

  it.each(['Requested', 'Launching', 'Launched', 'Terminating'] as const)(
    'is left to other jobs in state %s',
    async (state) => {
      const { setup, claim } = await setUpGone({ state });
      await collect(setup);
      expect(await setup.store.nodeClaims.find('ncl_1')).toEqual(claim);
    },
  );

  it('is no finding when another writer has saved it first', async () => {
    const { setup, claim } = await setUpGone();
    const { ports, store, clusterId } = setup;
    const busy = withOtherWriter(store, () => store.nodeClaims.save(claim));
    await collectGarbage({ ...ports, store: busy }, clusterId);
    expect(await store.nodeClaims.find('ncl_1')).toMatchObject({ state: 'Initialized' });
    expect(store.tables.findings.all()).toEqual([]);
  });
});

describe('the object of a NodeClaim that has ended', () => {
  const sync = { type: 'node-claim.sync', clusterId: 'clu_1', nodeClaimId: 'ncl_1' };
  const standalone = { objectUid: 'uid-1', createdAt: 0 };

  /** Stores a NodeClaim in this state, with an object in the cluster. */
  async function setUpObject(fields: Partial<NodeClaim>) {
    const setup = await setUpCluster();
    const claim = await storeNodeClaim(setup, fields);
    setup.cluster.nodeClaims.set(claim.name, claim);
    await collect(setup);
    return setup.takeJobs();
  }

  it.each(['Terminated', 'LaunchFailed'] as const)('is removed by a sync: %s', async (state) => {
    expect(await setUpObject({ state })).toEqual([sync]);
  });

  it.each(['Requested', 'Launched', 'Initialized', 'Terminating'] as const)(
    'stays while the NodeClaim lives: %s',
    async (state) => {
      const setup = await setUpCluster();
      await runNode(setup, { state });
      await collect(setup);
      expect(setup.takeJobs()).toEqual([]);
    },
  );

  it('is removed when the cluster does not serve its UID', async () => {
    expect(await setUpObject({ nodePool: null, state: 'Terminated', standalone })).toEqual([sync]);
  });

  it('stays when Kerf has no record of it', async () => {
    const setup = await setUpCluster();
    const claim = aNodeClaimRecord({ clusterId: 'clu_1', id: 'ncl_1' });
    setup.cluster.nodeClaims.set(claim.name, claim);
    await collect(setup);
    expect(setup.takeJobs()).toEqual([]);
  });

  it.each([
    ['is removed when it is the object of this NodeClaim', 'uid-1', [sync]],
    ['stays when a user has created another one of this name', 'uid-2', []],
  ])('%s', async (_what, uid, jobs) => {
    const setup = await setUpCluster();
    await storeNodeClaim(setup, { name: 'gpu', nodePool: null, state: 'Terminated', standalone });
    setup.cluster.applyStandaloneClaim({ name: 'gpu', uid, spec: {} });
    await collect(setup);
    expect(setup.takeJobs()).toEqual(jobs);
  });
});

describe('collectGarbage', () => {
  it('deletes launch templates that are older than a day', async () => {
    const setup = await setUpCluster();
    const calls: unknown[] = [];
    setup.cloud.removeLaunchTemplates = (...args: readonly unknown[]) => {
      calls.push(args[1]);
      return Promise.resolve(0);
    };
    await collect(setup);
    expect(calls).toEqual([setup.clock.now() - 86_400_000]);
  });

  it('does nothing in mode observe', async () => {
    const setup = await setUpCluster({ mode: 'observe' });
    addUnowned(setup);
    const claim = await storeNodeClaim(setup, { state: 'Initialized' });
    await collect(setup);
    expect(stateOf(setup, 'i-lost')).toBe('running');
    expect(await setup.store.nodeClaims.find('ncl_1')).toEqual(claim);
  });

  it('leaves a running node alone', async () => {
    const setup = await setUpCluster();
    const { claim } = await runNode(setup);
    await collect(setup);
    expect(await setup.store.nodeClaims.find('ncl_1')).toEqual(claim);
    expect(stateOf(setup, 'i-ncl_1')).toBe('running');
    expect(setup.store.tables.findings.all()).toEqual([]);
    expect(setup.takeJobs()).toEqual([]);
  });
});
