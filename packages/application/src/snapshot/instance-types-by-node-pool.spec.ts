import { aNodeClassDefinition, aNodePoolDefinition, fakeInstanceTypes } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { requireCluster, requireKnown } from '../clusters/require-cluster.js';
import type { NodeClassDefinition, NodePoolDefinition } from '../domain/definition/definition.js';
import type { Ports } from '../ports/ports.js';
import { setUpCluster } from '../testing/set-up-cluster.js';
import {
  catalogGapsByNodePool,
  instanceTypesByNodePool,
  instanceTypesOf,
} from './instance-types-by-node-pool.js';
import { loadOfferings } from './load-offerings.js';

const clusterId = 'clu_1';

/** A cluster whose types are resolved by a resolver that counts its calls. */
async function prepare() {
  const { ports, store, clock } = await setUpCluster({ id: clusterId });
  const calls = { resolve: 0, gapsOf: 0, previous: 0 };
  const instanceTypes: Ports['instanceTypes'] = {
    ...ports.instanceTypes,
    resolve(input, previous = []) {
      calls.resolve += 1;
      calls.previous = previous.length;
      return ports.instanceTypes.resolve(input, previous);
    },
    gapsOf(input) {
      calls.gapsOf += 1;
      return ports.instanceTypes.gapsOf(input);
    },
  };
  const cluster = requireKnown(await requireCluster(store, clusterId));
  const sources = await loadOfferings(store, cluster, { now: clock.now(), nodeClasses: [] });
  return { ports: { ...ports, instanceTypes }, sources, calls };
}

const nodeClass = (fields: Partial<NodeClassDefinition> = {}) =>
  aNodeClassDefinition({ clusterId, name: 'default', ...fields });

/** A NodePool that launches nodes of this EC2NodeClass. */
function poolOf(name: string, className = 'default'): NodePoolDefinition {
  const pool = aNodePoolDefinition({ clusterId, name });
  const { spec } = pool.spec.template;
  const nodeClassRef = { ...spec.nodeClassRef, name: className };
  const template = { ...pool.spec.template, spec: { ...spec, nodeClassRef } };
  return { ...pool, spec: { ...pool.spec, template } };
}

const marked = {
  instanceType: 'm5.large',
  zone: 'us-east-1a',
  capacityType: 'spot',
  code: 'SpotInterrupted',
  until: 9,
} as const;

describe('instanceTypesByNodePool', () => {
  it('resolves one list for all NodePools of an EC2NodeClass', async () => {
    const { ports, sources, calls } = await prepare();
    const pools = [poolOf('a'), poolOf('b')];
    const types = instanceTypesByNodePool(ports, sources, pools, [nodeClass()]);
    expect(types['a']?.map(({ name }) => name)).toEqual(fakeInstanceTypes.map(({ name }) => name));
    expect(types['b']).toBe(types['a']);
    expect(calls.resolve).toBe(1);
  });

  it('marks an offering that a placement group has no room for in that group only', async () => {
    const { ports, sources } = await prepare();
    const inGroup = (id: string): NodeClassDefinition => {
      const { resolution } = nodeClass();
      const placementGroup = { id, name: id, strategy: 'cluster', partitionCount: null } as const;
      return nodeClass({
        name: id,
        resolution: resolution === null ? null : { ...resolution, placementGroup },
      });
    };
    const unavailable = [{ ...marked, placementGroupId: 'pg-full' }];
    const classes = [nodeClass(), inGroup('pg-full'), inGroup('pg-other')];
    const types = instanceTypesByNodePool(
      ports,
      { ...sources, unavailable },
      classes.map(({ name }) => poolOf(name, name)),
      classes,
    );
    const isAvailable = (pool: string) =>
      types[pool]
        ?.find(({ name }) => name === marked.instanceType)
        ?.offerings.find(
          ({ zone, capacityType }) => zone === marked.zone && capacityType === marked.capacityType,
        )?.available;
    expect([isAvailable('default'), isAvailable('pg-full'), isAvailable('pg-other')]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it.each([
    ['does not exist', []],
    ['is not resolved', [nodeClass({ resolution: null })]],
  ])('has no types for a NodePool whose EC2NodeClass %s', async (_, classes) => {
    const { ports, sources, calls } = await prepare();
    expect(instanceTypesByNodePool(ports, sources, [poolOf('a')], classes)).toEqual({ a: [] });
    expect(calls.resolve).toBe(0);
  });
});

describe('instanceTypesOf', () => {
  it('builds the same list once', async () => {
    const { ports, sources, calls } = await prepare();
    const types = instanceTypesOf(ports, clusterId, nodeClass(), sources);
    expect(instanceTypesOf(ports, clusterId, nodeClass(), { ...sources })).toBe(types);
    expect(calls.resolve).toBe(1);
  });

  it('passes the list on when only offerings have changed', async () => {
    const { ports, sources, calls } = await prepare();
    instanceTypesOf(ports, clusterId, nodeClass(), sources);
    expect(calls.previous).toBe(0);
    const types = instanceTypesOf(ports, clusterId, nodeClass(), {
      ...sources,
      unavailable: [marked],
    });
    expect(calls).toMatchObject({ resolve: 2, previous: fakeInstanceTypes.length });
    const offerings = types.find(({ name }) => name === 'm5.large')?.offerings;
    expect(offerings?.filter(({ available }) => !available)).toMatchObject([
      { zone: 'us-east-1a', capacityType: 'spot', unavailableUntil: 9 },
    ]);
  });

  const { resolution } = nodeClass();
  const [image] = resolution?.images ?? [];
  const [subnet] = resolution?.subnets ?? [];

  it.each<readonly [string, Partial<NodeClassDefinition>]>([
    ['its revision', { revision: 2 }],
    [
      'its images',
      {
        resolution: resolution && image ? { ...resolution, images: [{ ...image, id: 'x' }] } : null,
      },
    ],
    [
      'the zones of its subnets',
      {
        resolution:
          resolution && subnet ? { ...resolution, subnets: [{ ...subnet, zone: 'z' }] } : null,
      },
    ],
  ])('builds a new list from nothing after a change of %s', async (_, changes) => {
    const { ports, sources, calls } = await prepare();
    instanceTypesOf(ports, clusterId, nodeClass(), sources);
    instanceTypesOf(ports, clusterId, nodeClass(changes), sources);
    expect(calls).toMatchObject({ resolve: 2, previous: 0 });
  });

  it.each([{ vmMemoryOverheadRatio: 0.1 }, { reservedEnis: 1 }])(
    'builds a new list from nothing with the setting %j',
    async (setting) => {
      const { ports, sources, calls } = await prepare();
      instanceTypesOf(ports, clusterId, nodeClass(), sources);
      const settings = { ...sources.settings, ...setting };
      instanceTypesOf(ports, clusterId, nodeClass(), { ...sources, settings });
      expect(calls).toMatchObject({ resolve: 2, previous: 0 });
    },
  );

  it('keeps the list when another setting or the free addresses change', async () => {
    const { ports, sources, calls } = await prepare();
    instanceTypesOf(ports, clusterId, nodeClass(), sources);
    const settings = { ...sources.settings, searchMs: 1 };
    const subnets = subnet === undefined ? [] : [{ ...subnet, freeAddresses: 1 }];
    const changed = resolution === null ? null : { ...resolution, subnets };
    instanceTypesOf(ports, clusterId, nodeClass({ resolution: changed }), { ...sources, settings });
    expect(calls.resolve).toBe(1);
  });
});

describe('catalogGapsByNodePool', () => {
  it('computes the gaps of an EC2NodeClass once for its NodePools', async () => {
    const { ports, sources, calls } = await prepare();
    const pools = [poolOf('a'), poolOf('b')];
    const gaps = catalogGapsByNodePool(ports, sources, pools, [nodeClass()]);
    expect(gaps['a']).toEqual({ zones: [], instanceTypes: [] });
    expect(gaps['b']).toBe(gaps['a']);
    catalogGapsByNodePool(ports, sources, pools, [nodeClass()]);
    expect(calls.gapsOf).toBe(1);
    catalogGapsByNodePool(ports, sources, pools, [nodeClass({ revision: 2 })]);
    expect(calls.gapsOf).toBe(2);
  });

  it('has none for a NodePool whose EC2NodeClass is missing or not resolved', async () => {
    const { ports, sources } = await prepare();
    const pools = [poolOf('a'), poolOf('b', 'other')];
    const classes = [nodeClass({ resolution: null })];
    expect(catalogGapsByNodePool(ports, sources, pools, classes)).toEqual({});
  });
});
