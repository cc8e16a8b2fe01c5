import type { PodRow } from '@kerf/application';
import type { NodeSummary, NodeTotals as TotalsRow } from '@kerf/db';
import { toAmounts } from '../../contract/amounts.js';
import { toReason } from '../../contract/reason.js';
import type { Node, NodeTotals, Pod } from '../../generated/schema-types.js';
import type { ConnectionView } from '../../graphql/connection.js';

/** Other fields are read when they are requested. */
export type NodeLazy = 'nodeClaim' | 'labels' | 'taints' | 'allocatable' | 'requested' | 'pods';
export type NodeView = Omit<Node, NodeLazy>;

export interface NodeConnectionView extends ConnectionView<NodeView> {
  /** Reads only once. */
  readonly readTotals: () => Promise<NodeTotals>;
}

export function toNodeView(row: NodeSummary): NodeView {
  return {
    name: row.name,
    clusterId: row.clusterId,
    providerId: row.providerId,
    nodePool: row.nodePool,
    nodeClaimId: row.nodeClaimId,
    instanceType: row.instanceType,
    zone: row.zone,
    capacityType: row.capacityType,
    arch: row.arch,
    price: row.priceMicroUsdPerHour,
    state: row.state,
    cpuAllocatableMilli: row.cpuAllocatableMilli,
    cpuRequestedMilli: row.cpuRequestedMilli,
    memoryAllocatableBytes: row.memoryAllocatableBytes,
    memoryRequestedBytes: row.memoryRequestedBytes,
    podCapacity: row.podCapacity,
    podCount: row.podCount,
    blockers: row.blockers.map(toReason),
    blockersEvaluatedAt: row.blockersEvaluatedAt,
    createdAt: row.createdAt,
    asOf: row.asOf,
  };
}

export function toTotalsView(row: TotalsRow): NodeTotals {
  const { priceMicroUsdPerHour: price, ...rest } = row;
  return { ...rest, price };
}

export function toPodView(row: PodRow): Pod {
  return {
    uid: row.uid,
    namespace: row.namespace,
    name: row.name,
    ownerKind: row.ownerKind,
    ownerName: row.ownerName,
    isDaemon: row.isDaemon,
    phase: row.phase,
    requests: toAmounts(row.requests),
    createdAt: row.createdAt,
  };
}
