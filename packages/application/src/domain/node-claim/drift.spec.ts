import { invariant, placementGroupLabels, reservationLabels } from '@kerf/core';
import {
  aNodeClaimRecord,
  aNodeClassDefinition,
  aNodePoolDefinition,
  FakeCloud,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { InstanceTypeFacts } from '../catalog/catalog-facts.js';
import type {
  NodeClassResolution,
  ResolvedCapacityReservation,
  ResolvedPlacementGroup,
} from '../definition/definition.js';
import type { RequirementManifest } from '../definition/node-pool-manifest.js';
import { type DriftCatalog, type DriftSources, driftOf } from './drift.js';
import { type LaunchedInstance, type NodeClaim, nodeClaimStates } from './node-claim.js';

const reservation = (
  id: string,
  state: ResolvedCapacityReservation['state'] = 'active',
): ResolvedCapacityReservation => ({
  id,
  ownerId: '111122223333',
  instanceType: 'm5.large',
  zone: 'us-east-1a',
  type: 'default',
  matchCriteria: 'open',
  interruptible: false,
  state,
  endsAt: null,
  freeInstances: 1,
});

const placementGroup = (id: string): ResolvedPlacementGroup => ({
  id,
  name: id,
  strategy: 'cluster',
  partitionCount: null,
});

const now = 5_000;
const pool = aNodePoolDefinition({ clusterId: 'clu_1', name: 'default', driftHash: 'v3-pool' });
const nodeClass = aNodeClassDefinition({
  clusterId: 'clu_1',
  name: 'default',
  driftHash: 'v4-class',
});
const definitions = { nodePools: [pool], nodeClasses: [nodeClass], catalog: null };

const aClaim = (fields: Partial<NodeClaim> = {}): NodeClaim =>
  aNodeClaimRecord({
    clusterId: 'clu_1',
    id: 'ncl_1',
    nodePoolHash: 'v3-pool',
    nodeClassHash: 'v4-class',
    ...fields,
  });

describe('driftOf', () => {
  it('returns null for a NodeClaim that matches its definitions', () => {
    expect(driftOf(aClaim(), definitions, now)).toBeNull();
  });

  it.each([
    ['its NodePool has changed', { nodePoolHash: 'v3-old' }, 'NodePoolDrifted', 'v3-pool'],
    ['its EC2NodeClass has changed', { nodeClassHash: 'v4-old' }, 'NodeClassDrift', 'v4-class'],
    [
      'both have changed: the NodePool comes first',
      { nodePoolHash: 'v3-old', nodeClassHash: 'v4-old' },
      'NodePoolDrifted',
      'v3-pool',
    ],
  ])('returns the reason and the time when %s', (_what, hashes, reason, definitionHash) => {
    expect(driftOf(aClaim(hashes), definitions, now)).toEqual({
      reason,
      definitionHash,
      since: now,
    });
  });

  it.each([
    ['without a NodePool', aClaim({ nodePool: null, nodeClassHash: 'v4-old' }), definitions],
    [
      'whose NodePool was deleted',
      aClaim({ nodePoolHash: 'v3-old' }),
      { ...definitions, nodePools: [] },
    ],
    [
      'whose EC2NodeClass was deleted',
      aClaim({ nodeClassHash: 'v4-old' }),
      { ...definitions, nodeClasses: [] },
    ],
    [
      'with hashes of other versions',
      aClaim({ nodePoolHash: 'v2-old', nodeClassHash: '' }),
      definitions,
    ],
  ])('finds no drift in a NodeClaim %s', (_what, claim, about) => {
    expect(driftOf(claim, about, now)).toBeNull();
  });

  it('compares with the EC2NodeClass that the NodePool references now', () => {
    const { template } = pool.spec;
    const nodeClassRef = { ...template.spec.nodeClassRef, name: 'gpu' };
    const moved = {
      ...pool,
      spec: { ...pool.spec, template: { ...template, spec: { ...template.spec, nodeClassRef } } },
    };
    const gpu = { ...nodeClass, name: 'gpu', driftHash: 'v4-gpu' };
    const about = { ...definitions, nodePools: [moved], nodeClasses: [nodeClass, gpu] };
    expect(driftOf(aClaim(), about, now)).toMatchObject({
      reason: 'NodeClassDrift',
      definitionHash: 'v4-gpu',
    });
  });

  it('keeps the time of a drift that is already recorded', () => {
    const drift = { reason: 'NodePoolDrifted', definitionHash: 'v3-pool', since: 1_000 };
    expect(driftOf(aClaim({ nodePoolHash: 'v3-old', drift }), definitions, now)).toBe(drift);
  });

  it.each([
    ['a later change of the definition', { reason: 'NodePoolDrifted', definitionHash: 'v3-mid' }],
    ['a drift for another reason', { reason: 'NodeClassDrift', definitionHash: 'v3-pool' }],
  ])('counts %s as a new drift', (_what, recorded) => {
    const drift = { ...recorded, since: 1_000 };
    expect(driftOf(aClaim({ nodePoolHash: 'v3-old', drift }), definitions, now)).toEqual({
      reason: 'NodePoolDrifted',
      definitionHash: 'v3-pool',
      since: now,
    });
  });

  it('forgets a recorded drift when the NodeClaim matches again', () => {
    const drift = { reason: 'NodePoolDrifted', definitionHash: 'v3-mid', since: 1_000 };
    expect(driftOf(aClaim({ drift }), definitions, now)).toBeNull();
  });
});

const hourMs = 3_600_000;
const labels = {
  'node.kubernetes.io/instance-type': 'm5.large',
  'topology.kubernetes.io/zone': 'us-east-1a',
  'karpenter.sh/capacity-type': 'spot',
  'kubernetes.io/arch': 'amd64',
};
const { instanceTypes } = await new FakeCloud(() => now).fetchCatalog();
const m5Large = instanceTypes.find(({ name }) => name === 'm5.large');
invariant(m5Large !== undefined, 'the fake cloud has an m5.large');
const { instance } = aNodeClaimRecord({ clusterId: 'clu_1', id: 'ncl_1' });
const launched = (fields: Partial<LaunchedInstance> = {}, claim: Partial<NodeClaim> = {}) =>
  aClaim({
    requestedAt: now - hourMs - 1,
    instance: instance === null ? null : { ...instance, labels, ...fields },
    ...claim,
  });
const type = (fields: Partial<InstanceTypeFacts> = {}): InstanceTypeFacts => ({
  ...m5Large,
  zones: ['us-east-1a'],
  ...fields,
});
const catalogOf = (...types: readonly InstanceTypeFacts[]): DriftCatalog => ({
  typeOf: (name) => types.find((each) => each.name === name),
  imageOf: ({ architectures }, images) =>
    images.find(({ architecture }) => architectures.includes(architecture)) ?? null,
});
const known = { ...definitions, catalog: catalogOf(type()) };
const requiring = (...requirements: readonly RequirementManifest[]): DriftSources => {
  const { template } = pool.spec;
  const spec = { ...template.spec, requirements };
  return {
    ...known,
    nodePools: [{ ...pool, spec: { ...pool.spec, template: { ...template, spec } } }],
  };
};
const resolvingTo = (fields: Partial<NodeClassResolution>): DriftSources => {
  const { resolution } = nodeClass;
  return {
    ...known,
    nodeClasses: [
      { ...nodeClass, resolution: resolution === null ? null : { ...resolution, ...fields } },
    ],
  };
};
const image = (id: string, architecture: 'amd64' | 'arm64' = 'amd64') => ({
  id,
  name: id,
  architecture,
  variant: 'standard' as const,
  createdAt: 1,
  deprecated: false,
});
const subnet = (id: string) => ({ id, zone: 'us-east-1a', zoneId: '', freeAddresses: 9 });
const group = (id: string) => ({ id, name: id });
const found = (claim: NodeClaim, sources: DriftSources) => {
  const drift = driftOf(claim, sources, now);
  return drift === null ? null : [drift.reason, drift.definitionHash];
};

describe('113: the drift of a NodeClaim from the requirements of its NodePool', () => {
  it.each<[string, RequirementManifest]>([
    ['excludes it', { key: 'kubernetes.io/arch', operator: 'In', values: ['arm64'] }],
    ['needs a label that it lacks', { key: 'team', operator: 'Exists' }],
    ['forbids its label', { key: 'kubernetes.io/arch', operator: 'DoesNotExist' }],
  ])('is found if one %s', (_what, requirement) => {
    expect(found(launched(), requiring(requirement))?.[0]).toBe('RequirementsDrifted');
  });

  it('is not found for an instance that was recorded without the labels of its type', () => {
    const team = { key: 'team', operator: 'In', values: ['web'] } as const;
    expect(found(launched({ capacity: {} }), requiring(team))).toBeNull();
  });

  it('names the requirements that it does not satisfy', () => {
    const arch = { key: 'kubernetes.io/arch', operator: 'In', values: ['arm64'] } as const;
    const zone = { key: 'topology.kubernetes.io/zone', operator: 'Exists' } as const;
    expect(found(launched(), requiring(arch, zone))).toEqual([
      'RequirementsDrifted',
      'kubernetes.io/arch In [arm64]',
    ]);
  });

  it.each<[string, RequirementManifest]>([
    ['is wider', { key: 'kubernetes.io/arch', operator: 'In', values: ['amd64', 'arm64'] }],
    ['only needs the label', { key: 'kubernetes.io/arch', operator: 'Exists' }],
    ['excludes another value', { key: 'team', operator: 'NotIn', values: ['web'] }],
    [
      'is about a label whose value is unknown',
      { key: 'topology.k8s.aws/zone-id', operator: 'In', values: ['use1-az1'] },
    ],
  ])('is not found if it %s', (_what, requirement) => {
    expect(found(launched(), requiring(requirement))).toBeNull();
  });
});

describe('113: InstanceTypeNotFound', () => {
  it.each([
    ['the region has no such type', []],
    ['no zone of the node offers it', [type({ zones: ['us-east-1b'] })]],
    ['it is not offered as spot', [type({ usageClasses: ['on-demand'] })]],
  ])('is found if %s', (_what, types) => {
    const about = { ...definitions, catalog: catalogOf(...types) };
    expect(found(launched(), about)).toEqual(['InstanceTypeNotFound', '']);
  });

  it.each([
    ['younger than an hour', { requestedAt: now - hourMs }, {}],
    ['of an unknown type', {}, { instanceType: '' }],
  ])('is not found for a NodeClaim %s', (_what, claim, fields) => {
    const about = { ...definitions, catalog: catalogOf() };
    expect(found(launched(fields, claim), about)).toBeNull();
  });

  it('accepts on-demand offerings for a reserved node', () => {
    const about = { ...definitions, catalog: catalogOf(type({ usageClasses: ['on-demand'] })) };
    expect(found(launched({ capacityType: 'reserved' }), about)).toBeNull();
  });
});

describe('113: the drift of a NodeClaim from what its EC2NodeClass resolves to', () => {
  const twoGroups = { securityGroupIds: ['sg-2', 'sg-1'] };
  const inGroup = { labels: { [placementGroupLabels.id]: 'pg-1' } };
  const inReservation = {
    capacityType: 'reserved',
    labels: { [reservationLabels.id]: 'cr-1' },
  } as const;
  it.each<[string, Partial<LaunchedInstance>, Partial<NodeClassResolution>, readonly string[]]>([
    ['another image', {}, { images: [image('ami-2')] }, ['AMIDrift', 'ami-2']],
    [
      'an image of another architecture',
      {},
      { images: [image('ami-1', 'arm64')] },
      ['AMIDrift', ''],
    ],
    ['another subnet', {}, { subnets: [subnet('subnet-2')] }, ['SubnetDrift', 'subnet-2']],
    [
      'another reservation',
      inReservation,
      { capacityReservations: [reservation('cr-2')] },
      ['CapacityReservationDrift', 'cr-2'],
    ],
    ['no reservation', inReservation, {}, ['CapacityReservationDrift', '']],
    [
      'another placement group',
      inGroup,
      { placementGroup: placementGroup('pg-2') },
      ['PlacementGroupDrift', 'pg-2'],
    ],
    ['no placement group', inGroup, { placementGroup: null }, ['PlacementGroupDrift', '']],
    ['other groups', {}, { securityGroups: [group('sg-2')] }, ['SecurityGroupDrift', 'sg-2']],
    ['fewer groups', twoGroups, {}, ['SecurityGroupDrift', 'sg-1']],
    [
      'more groups',
      {},
      { securityGroups: [group('sg-1'), group('sg-2')] },
      ['SecurityGroupDrift', 'sg-1,sg-2'],
    ],
  ])('is found for %s', (_what, fields, resolution, drift) => {
    expect(found(launched(fields), resolvingTo(resolution))).toEqual(drift);
  });

  it.each<[string, Partial<LaunchedInstance>, Partial<NodeClassResolution>]>([
    ['the same ids', {}, {}],
    ['the same reservation', inReservation, { capacityReservations: [reservation('cr-1')] }],
    [
      'a reservation that has ended',
      inReservation,
      { capacityReservations: [reservation('cr-1', 'ended')] },
    ],
    [
      'a node that was demoted',
      { ...inReservation, capacityType: 'on-demand' },
      { capacityReservations: [reservation('cr-2')] },
    ],
    [
      'the same groups in another order',
      twoGroups,
      { securityGroups: [group('sg-1'), group('sg-2')] },
    ],
    ['one of several subnets', {}, { subnets: [subnet('subnet-0'), subnet('subnet-1')] }],
    ['an unknown image', { imageId: '' }, { images: [image('ami-2')] }],
    ['an unknown subnet', { subnetId: '' }, { subnets: [subnet('subnet-2')] }],
    ['unknown groups', { securityGroupIds: [] }, { securityGroups: [group('sg-2')] }],
    ['no image at all', {}, { images: [] }],
    ['no subnet at all', {}, { subnets: [] }],
    ['the same placement group', inGroup, { placementGroup: placementGroup('pg-1') }],
    ['a placement group that is not resolved yet', inGroup, {}],
    ['an unknown placement group', {}, { placementGroup: placementGroup('pg-2') }],
    ['no group at all', {}, { securityGroups: [] }],
    [
      'a class that is not ready',
      {},
      {
        images: [image('ami-2')],
        problems: [{ condition: 'SubnetsReady', reason: 'SubnetsNotFound', message: 'none' }],
      },
    ],
  ])('is not found for %s', (_what, fields, resolution) => {
    expect(found(launched(fields), resolvingTo(resolution))).toBeNull();
  });

  it('is found for no image while the instance types are unknown', () => {
    const about = resolvingTo({ images: [image('ami-2')] });
    expect(found(launched(), { ...about, catalog: null })).toBeNull();
    expect(found(launched(), { ...about, catalog: catalogOf() })?.[0]).toBe('InstanceTypeNotFound');
  });
});

describe('113: the reasons of drift', () => {
  it('come in the order of upstream', () => {
    const arch = { key: 'kubernetes.io/arch', operator: 'In', values: ['arm64'] } as const;
    const { nodeClasses } = resolvingTo({
      images: [image('ami-2')],
      securityGroups: [group('sg-2')],
      subnets: [subnet('subnet-2')],
    });
    const all = { ...requiring(arch), nodeClasses, catalog: catalogOf() };
    const stale = { nodePoolHash: 'v3-old', nodeClassHash: 'v4-old' };
    const fixed = [
      stale,
      { nodeClassHash: 'v4-old' },
      { nodeClassHash: 'v4-old' },
      { nodeClassHash: 'v4-old' },
      {},
    ];
    const sources = [
      all,
      all,
      { ...all, nodePools: [pool] },
      { ...known, nodeClasses },
      { ...known, nodeClasses },
    ];
    const reasons = fixed.map(
      (fields, index) => found(launched({}, fields), sources[index] ?? all)?.[0],
    );
    expect(reasons).toEqual([
      'NodePoolDrifted',
      'RequirementsDrifted',
      'InstanceTypeNotFound',
      'NodeClassDrift',
      'AMIDrift',
    ]);
    const group2 = launched({ imageId: 'ami-2' });
    expect(found(group2, { ...known, nodeClasses })?.[0]).toBe('SecurityGroupDrift');
    const subnet2 = launched({ imageId: 'ami-2', securityGroupIds: ['sg-2'] });
    expect(found(subnet2, { ...known, nodeClasses })?.[0]).toBe('SubnetDrift');
  });

  it.each(nodeClaimStates)('exist after the launch only: %s', (state) => {
    const claim = aClaim({ state, nodePoolHash: 'v3-old' });
    const isLaunched = ['Launched', 'Registered', 'Initialized'].includes(state);
    expect(driftOf(claim, definitions, now) !== null).toBe(isLaunched);
  });

  it('are kept while the NodeClaim terminates', () => {
    const drift = { reason: 'AMIDrift', definitionHash: 'ami-2', since: 1 };
    expect(driftOf(aClaim({ state: 'Terminating', drift }), definitions, now)).toBe(drift);
  });
});
