import type { FleetQuery } from '../../gql/graphql.js';
import { toMicroUsd } from '../../lib/format/money.js';
import { ratioOf } from '../../lib/format/quantity.js';

type FleetCluster = FleetQuery['clusters']['nodes'][number];

/** A cluster as a row of the fleet table; unknown figures are `null`, never 0. */
export interface FleetRow {
  readonly id: string;
  readonly name: string;
  readonly region: string;
  /** `null` until the registration check has read it. */
  readonly accountId: string | null;
  readonly tags: FleetCluster['tags'];
  readonly mode: FleetCluster['mode'];
  readonly effectiveMode: FleetCluster['effectiveMode'];
  readonly connection: FleetCluster['connection'];
  /** Problems and what waits, the most urgent first. */
  readonly attention: FleetCluster['attention'];
  readonly figures: FleetFigures | null;
}

export interface FleetFigures {
  readonly nodes: number;
  readonly pods: number;
  readonly pendingPods: number;
  readonly oldestPendingAt: string | null;
  readonly priceMicroUsd: number;
  readonly unpricedNodes: number;
  /** Share of the price that is spot. */
  readonly spotRatio: number | null;
  readonly cpuRatio: number;
  readonly cpuRequestedMilli: number;
  readonly cpuAllocatableMilli: number;
  readonly memoryRatio: number;
  readonly memoryRequestedBytes: number;
  readonly memoryAllocatableBytes: number;
  readonly awaitingDecisions: number;
}

/**
 * Returns the clusters as rows, the most expensive first. The table sorts them by urgency and leaves
 * those that are equally urgent in this order.
 */
export function toFleetRows(clusters: readonly FleetCluster[]): readonly FleetRow[] {
  const spendOf = ({ figures }: FleetRow): number => figures?.priceMicroUsd ?? -1;
  return clusters.map(toFleetRow).sort((a, b) => spendOf(b) - spendOf(a));
}

export function toFleetRow(cluster: FleetCluster): FleetRow {
  const { id, name, region, accountId, tags, mode, effectiveMode, connection, attention, summary } =
    cluster;
  return {
    id,
    name,
    region,
    accountId,
    tags,
    mode,
    effectiveMode,
    connection,
    attention,
    figures: summary === null ? null : toFigures(summary),
  };
}

function toFigures(summary: NonNullable<FleetCluster['summary']>): FleetFigures {
  const priceMicroUsd = toMicroUsd(summary.price);
  return {
    nodes: summary.nodes,
    pods: summary.pods,
    pendingPods: summary.pendingPods,
    oldestPendingAt: summary.oldestPendingAt,
    priceMicroUsd,
    unpricedNodes: summary.unpricedNodes,
    spotRatio: priceMicroUsd === 0 ? null : toMicroUsd(summary.spotPrice) / priceMicroUsd,
    cpuRatio: ratioOf(summary.cpuRequestedMilli, summary.cpuAllocatableMilli),
    cpuRequestedMilli: summary.cpuRequestedMilli,
    cpuAllocatableMilli: summary.cpuAllocatableMilli,
    memoryRatio: ratioOf(summary.memoryRequestedBytes, summary.memoryAllocatableBytes),
    memoryRequestedBytes: summary.memoryRequestedBytes,
    memoryAllocatableBytes: summary.memoryAllocatableBytes,
    awaitingDecisions: summary.awaitingDecisions,
  };
}
