import type { MapNode } from '../src/features/nodes/map/map-node.js';

/** Returns a node of the map with the given fields. */
export const aMapNode = (fields: Partial<MapNode> = {}): MapNode => ({
  name: 'ip-10-0-0-1',
  cluster: 'prod',
  clusterId: 'clu_1',
  nodePool: 'general',
  nodeClaimId: 'ncl_1',
  instanceType: 'm5.large',
  zone: 'us-east-1a',
  capacityType: 'SPOT',
  priceMicroUsd: 96_000,
  wasteMicroUsd: 24_000,
  state: 'READY',
  cpuAllocatableMilli: 1_900,
  cpuRequestedMilli: 950,
  memoryAllocatableBytes: 7_000,
  memoryRequestedBytes: 5_250,
  podCapacity: 29,
  podCount: 3,
  blockers: [],
  createdAt: 0,
  cpuRatio: 0.5,
  memoryRatio: 0.75,
  ...fields,
});
