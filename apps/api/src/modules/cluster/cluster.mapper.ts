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
    tags: facts?.tags ?? [],
    mode: configuredMode,
    effectiveMode: mode,
    settings: toSettingsView(settings),
  };
}

/** The totals of all clusters; their fields are read when they are requested. */
export interface FleetView {
  /** Time of the request. */
  readonly now: Instant;
}
export type FleetLazy = keyof Fleet;

/** Problems and what waits, most urgent first; only problems before the first sync. */
export function toAttentionView(
  facts: ClusterAttentionFacts,
  summary: SummaryRow | null,
): readonly ClusterAttention[] {
  const approvals = {
    count: summary?.awaitingDecisions ?? 0,
    oldestAt: summary?.oldestAwaitingAt ?? null,
  };
  const pendingPods = {
    count: summary?.pendingPods ?? 0,
    oldestAt: summary?.oldestPendingAt ?? null,
  };
  return attentionOf({ ...facts, approvals, pendingPods }, facts.readAt);
}

/** Number of clusters with problems, and of those in which Kerf cannot work. What waits is no problem. */
export function toAttentionCounts(
  all: readonly ClusterAttentionFacts[],
): Pick<Fleet, 'attentionClusters' | 'brokenClusters'> {
  const attention = all
    .map((facts) => toAttentionView(facts, null))
    .filter((ofCluster) => ofCluster.length > 0);
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
  {
    priceMicroUsdPerHour: price,
    spotPriceMicroUsdPerHour: spotPrice,
    possibleSavingMicroUsdPerHour: possibleSaving,
    ...row
  }: Totals,
  asOf: Instant,
): ClusterSummary {
  return { ...row, asOf, price, spotPrice, possibleSaving };
}

type Totals = Omit<SummaryRow, 'clusterId'>;

/** Totals of all clusters; the time is that of the oldest part. */
export function toFleetSummary(rows: readonly SummaryRow[], now: Instant): ClusterSummary {
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
    oldestAwaitingAt: earliest(rows.map(({ oldestAwaitingAt }) => oldestAwaitingAt)),
    possibleSavingMicroUsdPerHour: sumOfKnown(
      rows.map(({ possibleSavingMicroUsdPerHour }) => possibleSavingMicroUsdPerHour),
    ),
    lowerBoundAt: earliest(rows.map(({ lowerBoundAt }) => lowerBoundAt)),
  };
  return summaryAsOf(summary, summary.asOf ?? now);
}

/** `null` if none is known. */
function sumOfKnown(amounts: readonly (number | null)[]): number | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === 0 ? null : known.reduce((total, amount) => total + amount, 0);
}

function earliest(instants: readonly (Instant | null)[]): Instant | null {
  const known = instants.filter((instant) => instant !== null);
  return known.length === 0 ? null : Math.min(...known);
}

export const toFindingView = (finding: CountedFinding): ClusterFinding => finding;
