import { AppError, invariant, labelKeys } from '@kerf/core';
import {
  aNodeClassDefinition,
  aNodePoolDefinition,
  aRevisionOf,
  fakeInstanceTypes,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { defaultClusterSettings } from '../domain/cluster/cluster.js';
import { override } from '../testing/override.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { resolveNodeClass, resolveNodeClasses } from './resolve-node-class.js';

describe('resolveNodeClass', () => {
  it('saves the resolution without a new version, and publishes a change', async () => {
    const { ports, clusterId, store, cloud } = await setUpCluster();
    cloud.nodeClassProblems = [
      { condition: 'SubnetsReady', reason: 'SubnetsNotFound', message: 'no subnet' },
    ];
    const published = store.tables.changes.all().length;
    await resolveNodeClass(ports, { clusterId, name: 'default' });
    const [nodeClass] = await store.definitions.nodeClasses(clusterId);
    expect(nodeClass).toMatchObject({
      version: 1,
      resolution: { problems: [{ message: 'no subnet' }] },
    });
    expect(store.tables.changes.all().slice(published)).toMatchObject([{ topic: 'definition' }]);
  });

  it('publishes nothing when only free addresses and the time changed', async () => {
    const { ports, clusterId, store, clock, takeJobs } = await setUpCluster();
    const published = store.tables.changes.all().length;
    clock.advance(60_000);
    await resolveNodeClass(ports, { clusterId, name: 'default' });
    expect((await store.definitions.nodeClasses(clusterId))[0]?.resolution?.resolvedAt).toBe(
      clock.now(),
    );
    expect(store.tables.changes.all()).toHaveLength(published);
    expect(takeJobs()).toEqual([]);
  });

  it('publishes a change when a capacity reservation has other free instances', async () => {
    const { ports, clusterId, store, cloud } = await setUpCluster();
    const reservation = { id: 'cr-1', instanceType: 'm5.large', zone: 'us-east-1a' };
    cloud.reservations.push({ ...reservation, total: 1 });
    await resolveNodeClass(ports, { clusterId, name: 'default' });
    const published = store.tables.changes.all().length;
    await resolveNodeClass(ports, { clusterId, name: 'default' });
    expect(store.tables.changes.all()).toHaveLength(published);
    cloud.reservations.splice(0, 1, { ...reservation, total: 2 });
    await resolveNodeClass(ports, { clusterId, name: 'default' });
    expect(store.tables.changes.all().slice(published)).toMatchObject([{ topic: 'definition' }]);
  });

  describe('security groups', () => {
    /** Returns the groups after the selected ones have changed and some time has passed. */
    async function groupsAfter(ms: number, securityGroupRefreshMs: number, terms?: object) {
      const { ports, clusterId, store, cloud, clock } = await setUpCluster({
        settings: { ...defaultClusterSettings, securityGroupRefreshMs },
      });
      await resolveNodeClass(ports, { clusterId, name: 'default' });
      cloud.selected = { ...cloud.selected, securityGroupIds: ['sg-new'] };
      clock.advance(ms);
      if (terms !== undefined) {
        const [found] = await store.definitions.nodeClasses(clusterId);
        invariant(found !== undefined, 'the class exists');
        const spec = { ...found.spec, securityGroupSelectorTerms: [terms] };
        const changed = { ...found, spec, revision: 2 };
        await store.definitions.save(changed, aRevisionOf(changed));
      }
      await resolveNodeClass(ports, { clusterId, name: 'default' });
      const [nodeClass] = await store.definitions.nodeClasses(clusterId);
      return nodeClass?.resolution?.securityGroups.map(({ id }) => id);
    }

    it('are looked up each time with the least interval', async () => {
      expect(await groupsAfter(1_000, 60_000)).toEqual(['sg-new']);
    });

    it('leave no time in the record with the least interval, which would be a change each minute', async () => {
      const { ports, clusterId, store } = await setUpCluster();
      await resolveNodeClass(ports, { clusterId, name: 'default' });
      const [nodeClass] = await store.definitions.nodeClasses(clusterId);
      expect(nodeClass?.resolution).not.toHaveProperty('securityGroupLookup');
    });

    it('are kept as long as the setting says, unless the selector changes', async () => {
      expect(await groupsAfter(120_000, 600_000)).not.toEqual(['sg-new']);
      expect(await groupsAfter(600_000, 600_000)).toEqual(['sg-new']);
      expect(await groupsAfter(120_000, 600_000, { id: 'sg-new' })).toEqual(['sg-new']);
    });
  });

  describe('42: dry runs', () => {
    /** Returns the names of the types that the cloud may use; `null` without dry runs. */
    async function typesFor({ ports, clusterId, store, cloud }: ClusterSetup) {
      await resolveNodeClass(ports, { clusterId, name: 'default' });
      const [nodeClass] = await store.definitions.nodeClasses(clusterId);
      const resolution = nodeClass?.resolution ?? null;
      invariant(resolution !== null, 'the EC2NodeClass is resolved');
      const types = await cloud.launchableTypes?.(resolution);
      return types?.map(({ name }) => name) ?? null;
    }
    const only = (key: string, values: readonly string[]) =>
      ({
        template: {
          metadata: { labels: {}, annotations: {} },
          spec: {
            nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
            requirements: [{ key, operator: 'In', values }],
            taints: [],
            startupTaints: [],
            expireAfter: '720h',
          },
        },
      }) as const;

    it('use the types that the NodePools allow', async () => {
      const setup = await setUpCluster({}, only(labelKeys.instanceType, ['m5.xlarge']));
      expect(await typesFor(setup)).toEqual(['m5.xlarge']);
    });

    it('use all types if no NodePool allows any', async () => {
      const setup = await setUpCluster({}, only(labelKeys.instanceType, ['z9.large']));
      expect(await typesFor(setup)).toEqual(fakeInstanceTypes.map(({ name }) => name));
    });

    it('use none while the instance types are not known', async () => {
      const setup = await setUpCluster();
      setup.store.tables.catalogs.deleteWhere(() => true);
      expect(await typesFor(setup)).toEqual([]);
    });

    it('are not made without the setting', async () => {
      const settings = { ...defaultClusterSettings, dryRunChecks: false };
      expect(await typesFor(await setUpCluster({ settings }))).toBeNull();
    });
  });

  it('lets static NodePools and standalone NodeClaims that waited for it continue', async () => {
    const { ports, clusterId, store, cloud, takeJobs } = await setUpCluster({}, { replicas: 1 });
    cloud.nodeClassProblems = [
      { condition: 'AMIsReady', reason: 'AMINotFound', message: 'no image' },
    ];
    await resolveNodeClass(ports, { clusterId, name: 'default' });
    expect(takeJobs().map(({ type }) => type)).toEqual([
      'provisioning.reconcile-standalone-claims',
      'provisioning.reconcile-static-pools',
    ]);
    const other = aNodeClassDefinition({ clusterId, name: 'other', resolution: null });
    await store.definitions.insert(other, aRevisionOf(other));
    await resolveNodeClass(ports, { clusterId, name: 'other' });
    expect(takeJobs().map(({ type }) => type)).toEqual([
      'provisioning.reconcile-standalone-claims',
    ]);
  });

  it('does not save the resolution of selectors that were changed meanwhile', async () => {
    const { ports, clusterId, store, cloud } = await setUpCluster();
    const changing = override(cloud, {
      resolveNodeClass: async () => {
        const [nodeClass] = await store.definitions.nodeClasses(clusterId);
        if (nodeClass === undefined) throw new RangeError('the EC2NodeClass exists');
        const next = { ...nodeClass, revision: 2 };
        await store.definitions.save(next, aRevisionOf(next));
        return { ...(await cloud.resolveNodeClass()), instanceProfile: 'outdated' };
      },
    });
    await resolveNodeClass({ ...ports, cloud: changing }, { clusterId, name: 'default' });
    const [nodeClass] = await store.definitions.nodeClasses(clusterId);
    expect(nodeClass?.resolution?.instanceProfile).not.toBe('outdated');
  });

  it('ignores an EC2NodeClass that was deleted', async () => {
    const { ports, clusterId } = await setUpCluster();
    expect(await resolveNodeClass(ports, { clusterId, name: 'gone' })).toEqual({ kind: 'Done' });
  });
});

describe('resolveNodeClasses', () => {
  it('resolves the others when one fails, and reports the failure', async () => {
    const { ports, clusterId, store, cloud } = await setUpCluster();
    const other = aNodeClassDefinition({ clusterId, name: 'other', resolution: null });
    await store.definitions.insert(other, aRevisionOf(other));
    const pool = aNodePoolDefinition({ clusterId, name: 'unrelated' });
    await store.definitions.insert(pool, aRevisionOf(pool));
    const failing = override(cloud, {
      resolveNodeClass: async (...[, nodeClass]: unknown[]) => {
        if (JSON.stringify(nodeClass).includes('"name":"other"')) return cloud.resolveNodeClass();
        throw new AppError({ code: 'CLOUD.UNREACHABLE', message: 'EC2 did not answer.' });
      },
    });
    await expect(
      resolveNodeClasses({ ...ports, cloud: failing }, { clusterId }),
    ).rejects.toMatchObject({ code: 'CLOUD.UNREACHABLE' });
    expect(await store.definitions.find(clusterId, 'EC2NodeClass', 'other')).toMatchObject({
      resolution: { problems: [] },
    });
  });
});
