import {
  ClusterMemory,
  type ClusterSettings,
  instanceTypesByNodePool,
  type NodeClassDefinition,
  type OfferingSources,
} from '@kerf/application';
import { aNodeClassDefinition, aNodePoolDefinition } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import {
  first,
  given,
  someFacts,
  someNodeClass,
  someResolution,
  someResolutionInput,
  someSettings,
} from '../testing/builders.js';
import { createInstanceTypeResolver } from './resolver.js';

const mebibyte = 1024 * 1024;
const ports = { instanceTypes: createInstanceTypeResolver(), memory: new ClusterMemory() };
const named = { clusterId: 'clu_1', name: 'default', updatedAt: 0 };
const nodeClass: NodeClassDefinition = {
  ...aNodeClassDefinition(named),
  spec: someNodeClass(),
  resolution: someResolution(),
};
const { catalog, spotPrices, unavailable } = someResolutionInput([someFacts()]);

function capacityWith(changes: Partial<ClusterSettings>) {
  const sources: OfferingSources = {
    catalog,
    spotPrices,
    unavailable,
    reservedLaunches: [],
    zonalShifts: [],
    settings: someSettings(changes),
  };
  const types = instanceTypesByNodePool(ports, sources, [aNodePoolDefinition(named)], [nodeClass]);
  return first(given(types['default'])).capacity;
}

describe('a cluster’s settings', () => {
  it('change the capacity of its types immediately, without stale cache entries', () => {
    expect(capacityWith({})).toMatchObject({ pods: 58, memory: 15_155 * mebibyte });
    expect(capacityWith({ vmMemoryOverheadRatio: 0.05 })['memory']).toBe(15_564 * mebibyte);
    expect(capacityWith({ reservedEnis: 1 })['pods']).toBe(44);
    expect(capacityWith({})).toMatchObject({ pods: 58, memory: 15_155 * mebibyte });
  });
});
