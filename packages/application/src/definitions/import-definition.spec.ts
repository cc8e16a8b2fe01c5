import { aDefinitionRefusal, recordedAt } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { DefinitionEvent } from '../ports/cluster-cache.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { importDefinition } from './import-definition.js';
import { reconcileDefinitions } from './reconcile-definitions.js';

const objectOf = (name: string, weight?: unknown) => ({
  apiVersion: 'karpenter.sh/v1',
  kind: 'NodePool',
  metadata: { name },
  spec: {
    template: {
      spec: {
        nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
        requirements: [],
      },
    },
    ...(weight === undefined ? {} : { weight }),
  },
});

const withBudgets = (name: string, budgets: readonly object[]) => {
  const { spec, ...object } = objectOf(name);
  return { ...object, spec: { ...spec, disruption: { budgets } } };
};

const event = (name: string, fields: Partial<DefinitionEvent> = {}): DefinitionEvent => ({
  kind: 'NodePool',
  name,
  object: objectOf(name),
  generation: 1,
  createdAt: recordedAt,
  deletionRequestedAt: null,
  managedByKerf: false,
  ...fields,
});

const find = ({ store, clusterId }: ClusterSetup, name: string) =>
  store.definitions.find(clusterId, 'NodePool', name);
const importOf = ({ ports, clusterId }: ClusterSetup, ...of: Parameters<typeof event>) =>
  importDefinition(ports, clusterId, event(...of));
const refusals = ({ store, clusterId }: ClusterSetup) => store.definitions.refusals(clusterId);
const findings = ({ store }: ClusterSetup) =>
  store.tables.findings.all().map(({ code, object }) => `${code} ${object}`);

describe('importDefinition', () => {
  it('takes over an object of the cluster, which stays its source', async () => {
    const setup = await setUpCluster();
    await importOf(setup, 'web');
    expect(await find(setup, 'web')).toMatchObject({ source: 'Cluster', revision: 1 });
    await importOf(setup, 'web', { object: objectOf('web', 5) });
    expect(await find(setup, 'web')).toMatchObject({ revision: 2, spec: { weight: 5 } });
    expect(setup.takeJobs()).toEqual([]);
  });

  it('keeps the last readable definition of an object that becomes unreadable, with a finding', async () => {
    const setup = await setUpCluster();
    await importOf(setup, 'web');
    await importOf(setup, 'web', { object: objectOf('web', 'heavy'), generation: 2 });
    expect(await find(setup, 'web')).toMatchObject({ revision: 1, objectGeneration: 1 });
    expect(findings(setup)).toEqual(['DEFINITION_REFUSED NodePool/web']);
    expect(setup.store.tables.findings.all()[0]?.message).toMatch(
      /^spec\.weight: .*\. Until this is corrected, no node of the NodePool is launched or disrupted voluntarily\.$/,
    );
    expect(await refusals(setup)).toMatchObject([
      { name: 'web', generation: 2, extent: 'Everything', field: 'spec.weight' },
    ]);
    expect(setup.store.tables.changes.all().at(-1)).toMatchObject({ topic: 'definition' });
    await importOf(setup, 'web', { generation: 3 });
    expect(findings(setup)).toEqual([]);
    expect(await refusals(setup)).toEqual([]);
    expect(await find(setup, 'web')).toMatchObject({ revision: 1, objectGeneration: 3 });
  });

  it('saves a change of which only disruption settings are unreadable, and refuses these', async () => {
    const setup = await setUpCluster();
    await importOf(setup, 'web', { object: withBudgets('web', [{ nodes: '100%' }]) });
    const budgets = [{ nodes: '0', schedule: '30 10 * * 1-7', duration: '22h' }];
    await importOf(setup, 'web', { object: withBudgets('web', budgets), generation: 2 });
    expect(await find(setup, 'web')).toMatchObject({
      revision: 2,
      objectGeneration: 2,
      spec: { disruption: { budgets } },
    });
    expect(await refusals(setup)).toMatchObject([
      { generation: 2, extent: 'Disruption', field: 'spec.disruption.budgets[0].schedule' },
    ]);
    expect(findings(setup)).toEqual(['DEFINITION_REFUSED NodePool/web']);
  });

  it('records a refusal once when the same object is reported again', async () => {
    const setup = await setUpCluster();
    const object = objectOf('web', 'heavy');
    await importOf(setup, 'web', { object });
    const [first] = await refusals(setup);
    const changes = setup.store.tables.changes.all();
    setup.clock.advance(60_000);
    await importOf(setup, 'web', { object });
    expect(await refusals(setup)).toEqual([first]);
    expect(setup.store.tables.changes.all()).toEqual(changes);
  });

  it('says the first of many problems in a text that reasons of 10,000 pods can have', async () => {
    const setup = await setUpCluster();
    const { spec, ...object } = objectOf('web');
    const unknown = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`${'x'.repeat(300)}${index}`, 1]),
    );
    await importOf(setup, 'web', { object: { ...object, spec: { ...spec, ...unknown } } });
    const [refusal] = await refusals(setup);
    expect(refusal?.message).toMatch(/^spec\.x+0?.*; and 47 more$/);
    expect(refusal?.message.length).toBeLessThan(1_100);
  });

  it('records that a refused object is being deleted', async () => {
    const setup = await setUpCluster();
    await importOf(setup, 'web');
    const deletionRequestedAt = recordedAt + 1_000;
    await importOf(setup, 'web', { object: objectOf('web', 'heavy'), deletionRequestedAt });
    expect(await find(setup, 'web')).toMatchObject({ revision: 1, deletionRequestedAt });
    expect(await refusals(setup)).toHaveLength(1);
  });

  it('records the generation of an object that is as the API defines it', async () => {
    const setup = await setUpCluster();
    const pool = await find(setup, 'default');
    const object = { ...objectOf('default'), spec: pool?.spec };
    await importOf(setup, 'default', { object, managedByKerf: true, generation: 4 });
    expect(await find(setup, 'default')).toMatchObject({ version: 1, objectGeneration: 4 });
  });

  it('forgets that an object was refused once the API defines its name', async () => {
    const setup = await setUpCluster();
    await importOf(setup, 'default', { kind: 'EC2NodeClass', object: {}, managedByKerf: true });
    expect(await refusals(setup)).toEqual([]);
    await setup.store.definitions.saveRefusal(
      aDefinitionRefusal({ clusterId: setup.clusterId, name: 'default' }),
    );
    await importOf(setup, 'default', { object: objectOf('default', 'heavy') });
    expect(await refusals(setup)).toEqual([]);
  });

  it.each([
    ['a definition of the API', 'default', {}],
    ['an object that Kerf manages and no longer defines', 'web', { managedByKerf: true }],
  ])('writes %s to the cluster again', async (_, name, fields) => {
    const setup = await setUpCluster();
    await importOf(setup, name, { object: objectOf(name, 9), ...fields });
    const { clusterId } = setup;
    expect(setup.takeJobs()).toEqual([
      { type: 'definition.sync', clusterId, kind: 'NodePool', name },
    ]);
  });

  it('writes nothing back when the object is as the API defines it', async () => {
    const setup = await setUpCluster();
    const pool = await find(setup, 'default');
    const object = { ...objectOf('default'), spec: pool?.spec };
    await importOf(setup, 'default', { object, managedByKerf: true });
    expect(setup.takeJobs()).toEqual([]);
  });

  it.each([
    ['nothing of an object with labels of other writers', { labels: { team: 'web', a: 'b' } }, 0],
    ['an object again that lost a label', { labels: { a: 'b' } }, 1],
  ])('writes %s', async (_, metadata, jobs) => {
    const setup = await setUpCluster();
    const pool = await find(setup, 'default');
    const [revision] = pool === null ? [] : await setup.store.definitions.revisions(pool);
    if (pool?.kind !== 'NodePool' || revision === undefined) throw new RangeError('it is stored');
    const objectMetadata = { labels: { team: 'web' }, annotations: {} };
    const labeled = { ...pool, spec: { ...pool.spec, objectMetadata }, revision: 2 };
    await setup.store.definitions.save(labeled, { ...revision, revision: 2 });
    const object = {
      ...objectOf('default'),
      spec: pool.spec,
      metadata: { name: 'default', ...metadata },
    };
    await importOf(setup, 'default', { object, managedByKerf: true });
    expect(setup.takeJobs()).toHaveLength(jobs);
  });

  it('saves changed labels of an object of the cluster as a revision that replaces no nodes', async () => {
    const setup = await setUpCluster();
    await importOf(setup, 'web');
    const before = await find(setup, 'web');
    const object = { ...objectOf('web'), metadata: { name: 'web', labels: { team: 'web' } } };
    await importOf(setup, 'web', { object, generation: 1 });
    expect(await find(setup, 'web')).toMatchObject({
      revision: 2,
      driftHash: before?.driftHash,
      spec: { objectMetadata: { labels: { team: 'web' } } },
    });
  });

  it('restores an object of the API that was deleted in the cluster', async () => {
    const setup = await setUpCluster();
    await importOf(setup, 'default', { object: null });
    expect(setup.takeJobs()).toMatchObject([{ type: 'definition.sync', name: 'default' }]);
    expect(await find(setup, 'default')).not.toBeNull();
  });

  it('forgets a definition whose object was deleted', async () => {
    const setup = await setUpCluster();
    await importOf(setup, 'web');
    await importOf(setup, 'web', { object: null });
    expect(await find(setup, 'web')).toBeNull();
    expect(setup.store.tables.changes.all().at(-1)).toMatchObject({ topic: 'definition' });
  });

  it('records that an object was deleted while finalizers keep it, without a new revision', async () => {
    const setup = await setUpCluster();
    await importOf(setup, 'web');
    await importOf(setup, 'web', { deletionRequestedAt: recordedAt + 1_000 });
    expect(await find(setup, 'web')).toMatchObject({
      revision: 1,
      version: 1,
      deletionRequestedAt: recordedAt + 1_000,
    });
    const changes = setup.store.tables.changes.all();
    expect(changes.at(-1)).toMatchObject({ topic: 'definition', version: 1 });
    await importOf(setup, 'web', { deletionRequestedAt: recordedAt + 1_000 });
    expect(setup.store.tables.changes.all()).toEqual(changes);
  });

  it.each([
    ['that never had a definition', false],
    ['that has a definition', true],
  ])('forgets the refusal of an object %s when it is deleted', async (_, isDefined) => {
    const setup = await setUpCluster();
    if (isDefined) await importOf(setup, 'web');
    await importOf(setup, 'web', { object: objectOf('web', 'heavy') });
    expect(findings(setup)).toHaveLength(1);
    await importOf(setup, 'web', { object: null });
    expect(findings(setup)).toEqual([]);
    expect(await refusals(setup)).toEqual([]);
    expect(await find(setup, 'web')).toBeNull();
  });
});

describe('reconcileDefinitions', () => {
  it('removes definitions whose objects were deleted while Kerf was not watching', async () => {
    const setup = await setUpCluster();
    await importOf(setup, 'web');
    await importOf(setup, 'gone');
    await reconcileDefinitions(setup.ports, setup.clusterId, {
      nodePools: ['web'],
      nodeClasses: [],
    });
    expect(await find(setup, 'web')).not.toBeNull();
    expect(await find(setup, 'gone')).toBeNull();
    // Definitions of the API are written to the cluster again.
    expect(setup.takeJobs()).toMatchObject([
      { type: 'definition.sync', kind: 'NodePool', name: 'default' },
      { type: 'definition.sync', kind: 'EC2NodeClass', name: 'default' },
    ]);
  });

  it('removes nothing while the objects of the cluster are unknown', async () => {
    const setup = await setUpCluster();
    await importOf(setup, 'web');
    await importOf(setup, 'bad', { object: objectOf('bad', 'heavy') });
    const unknown = { nodePools: null, nodeClasses: null };
    await reconcileDefinitions(setup.ports, setup.clusterId, unknown);
    expect(await find(setup, 'web')).not.toBeNull();
    expect(findings(setup)).toEqual(['DEFINITION_REFUSED NodePool/bad']);
  });

  it('clears the findings of refused objects that are gone', async () => {
    const setup = await setUpCluster();
    await importOf(setup, 'bad', { object: objectOf('bad', 'heavy') });
    const present = { nodePools: ['default'], nodeClasses: ['default'] };
    await reconcileDefinitions(setup.ports, setup.clusterId, present);
    expect(findings(setup)).toEqual([]);
    expect(await refusals(setup)).toEqual([]);
  });
});
