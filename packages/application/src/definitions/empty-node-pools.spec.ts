import { labelKeys } from '@kerf/core';
import { fakeInstanceTypes } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { ada, type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import {
  type AppliedManifests,
  type ApplyManifestsInput,
  applyManifests,
} from './apply-manifests.js';
import { importDefinition } from './import-definition.js';

interface Requirement {
  readonly key: string;
  readonly operator: 'In' | 'NotIn';
  readonly values: readonly string[];
}

const needs = (key: string, ...values: readonly string[]): Requirement => ({
  key,
  operator: 'In',
  values,
});

const aPool = (requirements: readonly Requirement[], nodeClass = 'default') => ({
  apiVersion: 'karpenter.sh/v1',
  kind: 'NodePool',
  metadata: { name: 'web' },
  spec: {
    template: {
      spec: {
        nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: nodeClass },
        requirements,
      },
    },
  },
});

const aClass = (name: string, role = 'KarpenterNodeRole') => ({
  apiVersion: 'karpenter.k8s.aws/v1',
  kind: 'EC2NodeClass',
  metadata: { name },
  spec: {
    role,
    amiSelectorTerms: [{ alias: 'al2023@latest' }],
    subnetSelectorTerms: [{ id: 'subnet-1' }],
    securityGroupSelectorTerms: [{ id: 'sg-1' }],
  },
});

const apply = (
  { ports, clusterId }: ClusterSetup,
  documents: readonly object[],
  input: Partial<ApplyManifestsInput> = {},
): Promise<AppliedManifests> =>
  applyManifests(ports, ada, {
    clusterId,
    text: documents.map((document) => JSON.stringify(document)).join('\n---\n'),
    dryRun: false,
    replacePlaceholders: false,
    defaultNodeClass: null,
    variants: new Map(),
    expectedVersions: new Map(),
    target: null,
    requestId: null,
    ...input,
  });

const offeringsOf = async (setup: ClusterSetup, ...documents: readonly object[]) =>
  (await apply(setup, documents, { dryRun: true })).documents[0]?.offerings;

const misspelled = aPool([needs(labelKeys.zone, 'us-east-1a'), needs(labelKeys.arch, 'amd65')]);

describe('saving a NodePool', () => {
  it('is refused if no instance type remains, with the requirement that excludes the last ones', async () => {
    const setup = await setUpCluster();
    const { applied, documents } = await apply(setup, [misspelled]);
    expect(applied).toBe(false);
    expect(documents).toMatchObject([{ outcome: 'Refused', definition: null, stored: null }]);
    const findings = documents[0]?.reading.findings ?? [];
    expect(findings.find(({ code }) => code === 'NO_INSTANCE_TYPE')).toMatchObject({
      severity: 'Error',
      path: 'spec.template.spec.requirements[1]',
      line: 1,
      message: `no instance type remains, so no node can be launched: the requirement ${labelKeys.arch} In [amd65] excludes the last 6; use a value that they have (amd64), or change what EC2NodeClass default allows`,
    });
    expect(await setup.store.definitions.find(setup.clusterId, 'NodePool', 'web')).toBeNull();
  });

  it('is refused for the whole text, and its manifest can be compared', async () => {
    const setup = await setUpCluster();
    const { applied, documents } = await apply(setup, [aClass('arm'), misspelled]);
    expect(applied).toBe(false);
    expect(documents.map(({ outcome }) => outcome)).toEqual(['Created', 'Refused']);
    expect(documents[1]?.reading.definition?.name).toBe('web');
  });

  it('is allowed without a change of a stored NodePool whose instance types are gone', async () => {
    const setup = await setUpCluster();
    const named = needs(labelKeys.instanceType, 'm5.large');
    await apply(setup, [aPool([named])]);
    const { store, clusterId, ports } = setup;
    const instanceTypes = {
      ...ports.instanceTypes,
      resolve: () => fakeInstanceTypes.filter(({ name }) => name.startsWith('c5')),
    };
    const without = { ...setup, ports: { ...ports, instanceTypes } };
    expect((await apply(without, [aPool([named])])).documents[0]?.outcome).toBe('Unchanged');
    const changed = await apply(without, [aPool([named, needs(labelKeys.arch, 'amd64')])]);
    expect(changed.documents[0]?.outcome).toBe('Refused');
    expect((await store.definitions.find(clusterId, 'NodePool', 'web'))?.revision).toBe(1);
  });

  it('is the matter of its cluster: an object without instance types is imported', async () => {
    const setup = await setUpCluster();
    const { clusterId, ports, store } = setup;
    await importDefinition(ports, clusterId, {
      kind: 'NodePool',
      name: 'web',
      object: misspelled,
      generation: 1,
      createdAt: null,
      deletionRequestedAt: null,
      managedByKerf: false,
    });
    expect(await store.definitions.find(clusterId, 'NodePool', 'web')).toMatchObject({
      source: 'Cluster',
    });
    const { documents } = await apply(setup, [misspelled], { dryRun: true });
    const findings = documents[0]?.reading.findings ?? [];
    expect(findings.map(({ code, severity }) => `${severity} ${code}`)).toEqual(
      expect.arrayContaining(['Warning NO_INSTANCE_TYPE', 'Error OWNED_BY_CLUSTER']),
    );
    expect(documents[0]?.offerings).toMatchObject({ remaining: { types: [] } });
  });
});

it('A NodePool for capacity reservations can be saved before there are any', async () => {
  const setup = await setUpCluster();
  const reserved = aPool([needs(labelKeys.capacityType, 'reserved')]);
  expect(await offeringsOf(setup, reserved)).toMatchObject({ remaining: { types: [] } });
  expect((await apply(setup, [reserved])).applied).toBe(true);
});

describe('the offerings of a NodePool that is not saved yet', () => {
  it('are the instance types, zones and capacity types that remain, of those of the region', async () => {
    const setup = await setUpCluster();
    const onDemand = needs(labelKeys.capacityType, 'on-demand');
    expect(await offeringsOf(setup, aPool([onDemand]))).toMatchObject({
      kind: 'Known',
      remaining: {
        types: [
          {
            name: 'c5.large',
            cheapest: { capacityType: 'on-demand', priceMicroUsdPerHour: 85_000 },
          },
          { name: 'm5.large' },
          { name: 'c5.xlarge' },
          { name: 'm5.xlarge' },
          { name: 'c5.2xlarge' },
          { name: 'm5.2xlarge' },
        ],
        zones: ['us-east-1a', 'us-east-1b', 'us-east-1c'],
        capacityTypes: ['on-demand'],
      },
      region: { name: 'us-east-1', types: 6, zones: 3 },
    });
  });

  it('are unknown as long as the EC2NodeClass is, and such a NodePool can be saved', async () => {
    const setup = await setUpCluster();
    const pool = aPool([needs(labelKeys.arch, 'arm64')], 'arm');
    expect(await offeringsOf(setup, pool)).toEqual({
      kind: 'Unknown',
      reason: 'the cluster has no EC2NodeClass arm',
    });
    expect(await offeringsOf(setup, pool, aClass('arm'))).toMatchObject({
      reason: expect.stringContaining('EC2NodeClass arm is new'),
    });
    expect((await apply(setup, [pool, aClass('arm')])).applied).toBe(true);
    expect(await offeringsOf(setup, pool)).toMatchObject({
      reason: 'EC2NodeClass arm is not resolved yet',
    });
  });

  it('are unknown if the same text changes the EC2NodeClass', async () => {
    const setup = await setUpCluster();
    const pool = aPool([needs(labelKeys.arch, 'arm64')]);
    expect(await offeringsOf(setup, pool, aClass('default', 'AnotherRole'))).toMatchObject({
      reason: expect.stringContaining('EC2NodeClass default changes too'),
    });
  });

  it('are unknown until the instance types of the region have been read', async () => {
    const setup = await setUpCluster();
    setup.store.tables.catalogs.deleteWhere(() => true);
    expect(await offeringsOf(setup, aPool([]))).toEqual({
      kind: 'Unknown',
      reason: 'The instance types of us-east-1 have not been read yet.',
    });
  });

  it('are those of no other document', async () => {
    expect(await offeringsOf(await setUpCluster(), aClass('arm'))).toBeNull();
  });
});
