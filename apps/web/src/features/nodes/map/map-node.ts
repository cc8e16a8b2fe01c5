import * as z from 'zod/mini';
import { catch as withFallback } from 'zod/mini';
import { containsText } from '../../../lib/format/contains-text.js';
import { toMicroUsdOrNull } from '../../../lib/format/money.js';
import { ratioOf } from '../../../lib/format/quantity.js';
import type { NodesSearch } from '../nodes.search.js';

/** Enum values of a newer API are `UNKNOWN`. */
const capacityType = withFallback(z.enum(['ON_DEMAND', 'SPOT', 'RESERVED', 'UNKNOWN']), 'UNKNOWN');
const nodeState = withFallback(
  z.enum(['JOINING', 'READY', 'NOT_READY', 'CORDONED', 'TERMINATING', 'UNKNOWN']),
  'UNKNOWN',
);

const listedNode = z.object({
  name: z.string(),
  nodePool: z.nullable(z.string()),
  nodeClaimId: z.nullable(z.string()),
  instanceType: z.nullable(z.string()),
  zone: z.nullable(z.string()),
  capacityType: z.nullable(capacityType),
  price: z.nullable(z.string()),
  waste: z.nullable(z.string()),
  state: nodeState,
  cpuAllocatableMilli: z.number(),
  cpuRequestedMilli: z.number(),
  memoryAllocatableBytes: z.number(),
  memoryRequestedBytes: z.number(),
  podCapacity: z.number(),
  podCount: z.number(),
  blockers: z.readonly(z.array(z.object({ subject: z.string(), message: z.string() }))),
  createdAt: z.string(),
});

/** All nodes of a cluster, as REST returns them. */
export const allNodes = z.object({ items: z.array(listedNode), asOf: z.string() });

type ListedNode = z.infer<typeof listedNode>;

/** A node of the map. */
export interface MapNode
  extends Omit<ListedNode, 'price' | 'waste' | 'createdAt' | 'capacityType'> {
  /** Name of its cluster. */
  readonly cluster: string;
  readonly clusterId: string;
  readonly capacityType: NonNullable<ListedNode['capacityType']>;
  readonly priceMicroUsd: number | null;
  readonly wasteMicroUsd: number | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Shares of the allocatable resources that pods request, between 0 and 1. */
  readonly cpuRatio: number;
  readonly memoryRatio: number;
}

export const toMapNode = (
  { price, waste, createdAt, ...node }: ListedNode,
  cluster: { readonly id: string; readonly name: string },
): MapNode => ({
  ...node,
  cluster: cluster.name,
  clusterId: cluster.id,
  capacityType: node.capacityType ?? 'UNKNOWN',
  priceMicroUsd: toMicroUsdOrNull(price),
  wasteMicroUsd: toMicroUsdOrNull(waste),
  createdAt: Date.parse(createdAt),
  cpuRatio: ratioOf(node.cpuRequestedMilli, node.cpuAllocatableMilli),
  memoryRatio: ratioOf(node.memoryRequestedBytes, node.memoryAllocatableBytes),
});

/** Names are unique in their cluster only. */
export const mapNodeId = ({ clusterId, name }: Pick<MapNode, 'clusterId' | 'name'>): string =>
  `${clusterId}/${name}`;

/** Whether the filters of the table select the node, as the API does. */
export function isSelected(node: MapNode, { q, pool, capacity, state }: NodesSearch): boolean {
  return (
    (containsText(node.name, q) || containsText(node.instanceType ?? '', q)) &&
    (pool === undefined || node.nodePool === pool) &&
    (capacity === undefined || node.capacityType === capacity) &&
    (state === undefined || node.state === state)
  );
}
