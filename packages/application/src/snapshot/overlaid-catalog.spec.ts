import { labelKeys } from '@kerf/core';
import { createManifestReader } from '@kerf/definitions';
import { aNodePoolDefinition, fakeInstanceTypes } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { ClusterMemory } from '../memory/cluster-memory.js';
import type { CachedNodeOverlay } from '../ports/cluster-cache.js';
import { type CatalogSources, overlaidCatalog } from './overlaid-catalog.js';

const overlay = (name: string, fields: object): CachedNodeOverlay => ({
  name,
  uid: name,
  generation: 1,
  spec: {
    requirements: [{ key: labelKeys.instanceType, operator: 'In', values: ['m5.large'] }],
    ...fields,
  },
});

const sources = (fields: Partial<CatalogSources> = {}): CatalogSources => ({
  clusterId: 'clu_1',
  nodeOverlays: [overlay('cheap', { price: '0.01' })],
  nodePools: [aNodePoolDefinition({ clusterId: 'clu_1', name: 'default' })],
  instanceTypes: { default: fakeInstanceTypes },
  ...fields,
});

const portsOf = () => ({ memory: new ClusterMemory(), manifests: createManifestReader() });

describe('overlaidCatalog', () => {
  it('is the given catalog without overlays', () => {
    const instanceTypes = { default: fakeInstanceTypes };
    const catalog = overlaidCatalog(portsOf(), sources({ nodeOverlays: [], instanceTypes }));
    expect(catalog.instanceTypesByNodePool).toBe(instanceTypes);
    expect(catalog.reaches).toEqual([]);
  });

  it('changes the types that an overlay selects and keeps the others', () => {
    const { instanceTypesByNodePool, reaches } = overlaidCatalog(portsOf(), sources());
    const types = instanceTypesByNodePool['default'] ?? [];
    const changed = types.filter((type) => !fakeInstanceTypes.includes(type));
    expect(changed.map(({ name }) => name)).toEqual(['m5.large']);
    expect(changed[0]?.offerings.every((one) => one.priceMicroUsdPerHour === 10_000)).toBe(true);
    expect(reaches).toEqual([{ overlay: 'cheap', nodePools: ['default'], instanceTypes: 1 }]);
  });

  it('leaves out an overlay that cannot be read', () => {
    const nodeOverlays = [overlay('wrong', { price: 'cheap' })];
    const { instanceTypesByNodePool } = overlaidCatalog(portsOf(), sources({ nodeOverlays }));
    expect(instanceTypesByNodePool['default']).toEqual(fakeInstanceTypes);
  });

  it('is the same object until an input changes', () => {
    const ports = portsOf();
    const input = sources();
    const first = overlaidCatalog(ports, input);
    expect(overlaidCatalog(ports, { ...input })).toBe(first);
    const pools = [aNodePoolDefinition({ clusterId: 'clu_1', name: 'default', revision: 2 })];
    expect(overlaidCatalog(ports, { ...input, nodePools: pools })).toBe(first);
    const nodeOverlays = [...input.nodeOverlays];
    expect(overlaidCatalog(ports, { ...input, nodeOverlays })).not.toBe(first);
  });

  it('is built again when the types of a NodePool change', () => {
    const ports = portsOf();
    const input = sources();
    const first = overlaidCatalog(ports, input);
    const instanceTypes = { default: fakeInstanceTypes.slice(0, 1) };
    const second = overlaidCatalog(ports, { ...input, instanceTypes });
    expect(second).not.toBe(first);
    expect(second.instanceTypesByNodePool['default']).toHaveLength(1);
  });
});
