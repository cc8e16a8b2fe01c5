import { attentionOf, type Cluster as ClusterRecord, type CountedFinding } from '@kerf/application';
import type { Instant } from '@kerf/core';
import type { ClusterAttentionFacts, ClusterSummary as SummaryRow } from '@kerf/db';
import type {
  Cluster,
  ClusterAttention,
  ClusterFinding,
  ClusterSummary,
  Fleet,
} from '../../generated/schema-types.js';
import { toSettingsView } from './settings.mapper.js';

/** Other fields are read when they are requested. */
export type ClusterLazy = 'attention' | 'summary' | 'findings' | 'nodeOverlays' | 'capacityBuffers';
export type ClusterView = Omit<Cluster, ClusterLazy>;

export function toClusterView({
  facts,
  mode,
  configuredMode,
  settings,
  ...cluster
}: ClusterRecord): ClusterView {
  return {
    ...cluster,
    accountId: facts?.accountId ?? null,
    kubernetesVersion: facts?.kubernetesVersion ?? null,
    mode: configuredMode,
    effectiveMode: mode,
    settings: toSettingsView(settings),
  };
}

export function toAttentionView(facts: ClusterAttentionFacts): readonly ClusterAttention[] {
  return attentionOf(facts, facts.readAt);
}

/** Number of clusters with problems, and of those in which Kerf cannot work. */
export function toAttentionCounts(
  all: readonly ClusterAttentionFacts[],
): Pick<Fleet, 'attentionClusters' | 'brokenClusters'> {
  const attention = all.map(toAttentionView).filter((ofCluster) => ofCluster.length > 0);
  const isBroken = ({ severity }: ClusterAttention): boolean => severity === 'Broken';
  return {
    attentionClusters: attention.length,
    brokenClusters: attention.filter((ofCluster) => ofCluster.some(isBroken)).length,
  };
}

/** `null` until the first sync of the cluster. */
export function toSummaryView(row: SummaryRow | null): ClusterSummary | null {
  return row === null || row.asOf === null ? null : summaryAsOf(row, row.asOf);
}

function summaryAsOf(
  { priceMicroUsdPerHour: price, spotPriceMicroUsdPerHour: spotPrice, ...row }: Totals,
  asOf: Instant,
): ClusterSummary {
  return { ...row, asOf, price, spotPrice };
}

type Totals = Omit<SummaryRow, 'clusterId'>;

/** Totals of all clusters; the time is that of the oldest part. */
export function toFleetView(
  counts: Omit<Fleet, 'summary'>,
  rows: readonly SummaryRow[],
  now: Instant,
): Fleet {
  const sum = (amountOf: (row: SummaryRow) => number): number =>
    rows.reduce((total, row) => total + amountOf(row), 0);
  const summary: Totals = {
    asOf: earliest(rows.map(({ asOf }) => asOf)),
    nodes: sum((row) => row.nodes),
    managedNodes: sum((row) => row.managedNodes),
    pods: sum((row) => row.pods),
    pendingPods: sum((row) => row.pendingPods),
    oldestPendingAt: earliest(rows.map(({ oldestPendingAt }) => oldestPendingAt)),
    priceMicroUsdPerHour: sum((row) => row.priceMicroUsdPerHour),
    unpricedNodes: sum((row) => row.unpricedNodes),
    spotPriceMicroUsdPerHour: sum((row) => row.spotPriceMicroUsdPerHour),
    cpuRequestedMilli: sum((row) => row.cpuRequestedMilli),
    cpuAllocatableMilli: sum((row) => row.cpuAllocatableMilli),
    memoryRequestedBytes: sum((row) => row.memoryRequestedBytes),
    memoryAllocatableBytes: sum((row) => row.memoryAllocatableBytes),
    awaitingDecisions: sum((row) => row.awaitingDecisions),
  };
  return { ...counts, summary: summaryAsOf(summary, summary.asOf ?? now) };
}

function earliest(instants: readonly (Instant | null)[]): Instant | null {
  const known = instants.filter((instant) => instant !== null);
  return known.length === 0 ? null : Math.min(...known);
}

export const toFindingView = (finding: CountedFinding): ClusterFinding => finding;
