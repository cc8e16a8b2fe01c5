import { describe, expect, it } from 'vitest';
import { aMapNode } from '../../../../testing/a-map-node.js';
import { allNodes, isSelected, toMapNode } from './map-node.js';

const listed = {
  name: 'ip-10-0-0-1',
  nodePool: null,
  nodeClaimId: null,
  instanceType: 'm5.large',
  zone: null,
  capacityType: 'FLEX',
  price: '0.096',
  waste: null,
  state: 'READY',
  cpuAllocatableMilli: 2_000,
  cpuRequestedMilli: 500,
  memoryAllocatableBytes: 0,
  memoryRequestedBytes: 10,
  podCapacity: 29,
  podCount: 3,
  blockers: [],
  createdAt: '2026-11-21T14:00:00.000Z',
};

describe('a node of the map', () => {
  it('is read from REST, with enum values of newer versions as unknown', () => {
    const { items } = allNodes.parse({ items: [listed], asOf: '2026-11-21T14:00:00.000Z' });
    const [node] = items.map((each) => toMapNode(each, { id: 'clu_1', name: 'prod' }));
    expect(node).toMatchObject({
      cluster: 'prod',
      clusterId: 'clu_1',
      capacityType: 'UNKNOWN',
      priceMicroUsd: 96_000,
      wasteMicroUsd: null,
      createdAt: Date.parse(listed.createdAt),
      cpuRatio: 0.25,
      memoryRatio: 0,
    });
  });

  it('is selected by the filters of the table, as the API selects it', () => {
    const node = aMapNode();
    expect(isSelected(node, {})).toBe(true);
    expect(isSelected(node, { q: 'M5' })).toBe(true);
    expect(isSelected(node, { q: '10-0' })).toBe(true);
    expect(isSelected(node, { q: 'c6i' })).toBe(false);
    expect(isSelected(node, { pool: 'batch' })).toBe(false);
    expect(isSelected(node, { capacity: 'SPOT', state: 'READY', pool: 'general' })).toBe(true);
    expect(isSelected(node, { state: 'JOINING' })).toBe(false);
  });
});
