import type { Visible } from '@kerf/application';
import type { ClusterId, Instant, MicroUsdPerHour } from '@kerf/core';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { float, instant, text } from '../tables/columns.js';
import {
  type CostAllocation,
  type CostAllocationRequest,
  readCostAllocation,
} from './cost-allocation.js';
import {
  type ClusterCostGap,
  type CostChangeRecords,
  type CostChangeRequest,
  type CostRate,
  type CostSpanCoverage,
  readCostChange,
  readCostGaps,
  readCostRate,
  readSpanCoverage,
} from './cost-change.js';
import { type ClusterCostReport, readCostReports } from './cost-reports.js';
import {
  type CostCoverage,
  type CostFilter,
  type CostMonth,
  type CostPoint,
  type CostSeriesRequest,
  readCostCoverage,
  readCostMonth,
  readCostSeries,
  readSavings,
  type SavingsRequest,
  type SavingsShare,
} from './cost-series.js';
import { allOf, readRows, whenSet } from './keyset.js';
import { ownedBy } from './owned-by.js';
import {
  type CostTrendPoint,
  type FigurePoint,
  type FiguresAt,
  readCostTrend,
  readFiguresAt,
  readFigureTrend,
  type TrendRequest,
} from './trend.js';
import { readUnusedAnticipation, type UnusedAnticipation } from './unused-anticipation.js';
import { everythingVisible, type VisibleScope, visibleClusters, visibleRows } from './visible.js';

/** Current cost per hour, grouped in four ways; the shares of each grouping add up to the total. */
export interface CostNow extends CostSum {
  /** Time up to which all costs are current; `null` while they are unknown. */
  readonly asOf: Instant | null;
  readonly byCluster: readonly CostShare[];
  readonly byNodePool: readonly CostShare[];
  readonly byInstanceType: readonly CostShare[];
  readonly byCapacityType: readonly CostShare[];
  readonly spot: SpotSaving;
}

/** The additional cost of Spot nodes if they were on demand. */
export interface SpotSaving {
  readonly nodes: number;
  /** Spot nodes whose Spot price or on-demand price is unknown; the saving includes none of them. */
  readonly unpricedNodes: number;
  /** On-demand prices less Spot prices; `null` if both are known of no node. */
  readonly microUsdPerHour: MicroUsdPerHour | null;
}

/** Nodes without a known price are counted, but no sum includes them. */
interface CostSum {
  readonly nodes: number;
  readonly unpricedNodes: number;
  readonly priceMicroUsdPerHour: MicroUsdPerHour;
}

export interface CostShare extends CostSum {
  /** Empty for nodes without a value. */
  readonly key: string;
  readonly label: string;
}

const costRow = z.object({
  cut: z.enum(['cluster', 'nodePool', 'instanceType', 'capacityType', 'all']),
  key: text,
  label: text,
  nodes: float,
  unpricedNodes: float,
  priceMicroUsdPerHour: float,
  spotNodes: float,
  unpricedSpotNodes: float,
  spotSaving: float.nullable(),
});
type CostRow = z.output<typeof costRow>;

const asOfRow = z.object({ asOf: instant.nullable() });

/** The queries of the cost pages. */
export class CostQueries {
  readonly #pool: pg.Pool;
  readonly #scope: VisibleScope;

  constructor(pool: pg.Pool, scope: VisibleScope = everythingVisible) {
    this.#pool = pool;
    this.#scope = scope;
  }

  /** Returns the current cost of one cluster, or of all; of what teams own, if any are named. */
  now(clusterId: ClusterId | null, teams?: readonly string[] | null): Promise<CostNow> {
    return readCostNow(this.#pool, { clusterId, teams }, this.#visible());
  }

  /** Returns the current cost, allocated to groups of pods, and the time up to which it is current. */
  async allocation(
    request: CostAllocationRequest,
  ): Promise<CostAllocation & { readonly asOf: Instant | null }> {
    const [allocation, asOf] = await Promise.all([
      readCostAllocation(this.#pool, request, this.#scope),
      readAsOf(this.#pool, request.clusterId, this.#visible()),
    ]);
    return { ...allocation, asOf };
  }

  /** Returns the last cost report of one cluster, or of all, sorted by name. */
  reports(clusterId: ClusterId | null): Promise<readonly ClusterCostReport[]> {
    return readCostReports(this.#pool, clusterId, this.#visible());
  }

  /** Returns the points sorted by time and key. The current bucket contains the cost so far. */
  series(request: CostSeriesRequest): Promise<readonly CostPoint[]> {
    return readCostSeries(this.#pool, request, this.#visible());
  }

  /** Returns the cost coverage of each cluster that the filter selects, sorted by ID. */
  coverage(filter: Pick<CostFilter, 'clusterId'>): Promise<readonly CostCoverage[]> {
    return readCostCoverage(this.#pool, filter, this.#visible());
  }

  /** Returns the cost of the month that contains `now`. */
  month(filter: CostFilter, now: Instant): Promise<CostMonth> {
    return readCostMonth(this.#pool, { filter, visible: this.#visible() }, now);
  }

  /** Returns the coverage with node cost spans of each cluster that the filter selects, by name. */
  spanCoverage(filter: CostFilter): Promise<readonly CostSpanCoverage[]> {
    return readSpanCoverage(this.#pool, filter, this.#scope);
  }

  /**
   * Returns the cost per hour at two times, and what differs with the records that say why.
   * @param added clusters whose coverage begins after the first time
   */
  change(
    request: CostChangeRequest,
    added: ReadonlySet<ClusterId> = new Set(),
  ): Promise<CostChangeRecords> {
    return readCostChange(this.#pool, request, { visible: this.#visible(), added });
  }

  /** Returns the periods in which nobody measured, the latest first, at most 100. */
  gaps(request: CostChangeRequest): Promise<readonly ClusterCostGap[]> {
    return readCostGaps(this.#pool, request, this.#visible());
  }

  /** Returns the cost per hour of one cluster, or of all, at a time. */
  rateAt(clusterId: ClusterId | null, at: Instant): Promise<CostRate> {
    return readCostRate(this.#pool, { clusterId, at }, this.#visible());
  }

  /** Returns cost per hour and nodes of buckets, sorted by time. */
  costTrend(request: TrendRequest): Promise<readonly CostTrendPoint[]> {
    return readCostTrend(this.#pool, request, this.#scope);
  }

  /** Returns pending pods and possible savings of buckets, by cluster, sorted by time. */
  figureTrend(request: TrendRequest): Promise<readonly FigurePoint[]> {
    return readFigureTrend(this.#pool, request, this.#scope);
  }

  /** Returns pending pods and possible saving of one cluster, or of all, at a time of the last two days. */
  figuresAt(clusterId: ClusterId | null, at: Instant): Promise<FiguresAt> {
    return readFiguresAt(this.#pool, { clusterId, at }, this.#scope);
  }

  /** Returns the savings of decisions that ended in the period. */
  savings(request: SavingsRequest): Promise<readonly SavingsShare[]> {
    return readSavings(this.#pool, request, this.#visible());
  }

  /** Returns what nodes cost that were launched for expected pods and ended without a pod in the period. */
  unusedAnticipation(request: SavingsRequest): Promise<UnusedAnticipation> {
    return readUnusedAnticipation(this.#pool, request, this.#visible());
  }

  #visible(): Visible {
    return this.#scope('cost.read');
  }
}

interface CostNowFilter {
  readonly clusterId: ClusterId | null;
  readonly teams?: readonly string[] | null | undefined;
}

async function readCostNow(
  pool: pg.Pool,
  filter: CostNowFilter,
  visible: Visible,
): Promise<CostNow> {
  const [rows, asOf] = await Promise.all([
    readRows(pool, costRow, costByDimension(filter, visible)),
    readAsOf(pool, filter.clusterId, visible),
  ]);
  const sharesOf = (cut: CostRow['cut']): readonly CostShare[] =>
    rows.flatMap((row) => (row.cut === cut ? [toShare(row)] : []));
  const total = rows.find(({ cut }) => cut === 'all');
  return {
    asOf,
    nodes: total?.nodes ?? 0,
    unpricedNodes: total?.unpricedNodes ?? 0,
    priceMicroUsdPerHour: total?.priceMicroUsdPerHour ?? 0,
    byCluster: sharesOf('cluster'),
    byNodePool: sharesOf('nodePool'),
    byInstanceType: sharesOf('instanceType'),
    byCapacityType: sharesOf('capacityType'),
    spot: {
      nodes: total?.spotNodes ?? 0,
      unpricedNodes: total?.unpricedSpotNodes ?? 0,
      microUsdPerHour: total?.spotSaving ?? null,
    },
  };
}

const toShare = ({
  key,
  label,
  nodes,
  unpricedNodes,
  priceMicroUsdPerHour,
}: CostRow): CostShare => ({
  key,
  label,
  nodes,
  unpricedNodes,
  priceMicroUsdPerHour,
});

/** Returns the time up to which all clusters are current. */
async function readAsOf(
  pool: pg.Pool,
  clusterId: ClusterId | null,
  visible: Visible,
): Promise<Instant | null> {
  const [held] = await readRows(
    pool,
    asOfRow,
    Prisma.sql`
      SELECT min(synced_at) AS "asOf" FROM clusters
      WHERE ${allOf([
        Prisma.sql`(${clusterId === null} OR id = ${clusterId})`,
        ...visibleClusters(visible, Prisma.sql`clusters.id`),
      ])}`,
  );
  return held?.asOf ?? null;
}

/** The additional cost of a node if it were on demand; empty unless both prices are known. */
const savedBySpot = Prisma.sql`n.on_demand_micro_usd_per_hour - n.price_micro_usd_per_hour`;
const ofSpot = Prisma.sql`FILTER (WHERE n.capacity_type = 'spot')`;

/** Computes all groupings in one pass over the nodes, most expensive share first. */
function costByDimension({ clusterId, teams }: CostNowFilter, visible: Visible): Prisma.Sql {
  const place = { cluster: Prisma.sql`n.cluster_id`, nodePool: Prisma.sql`n.node_pool` };
  const where = [
    Prisma.sql`(${clusterId === null} OR n.cluster_id = ${clusterId})`,
    ...whenSet(teams, (names) => ownedBy(names, place)),
    ...visibleRows(visible, place),
  ];
  return Prisma.sql`
    WITH cuts AS (
      SELECT
        CASE
          WHEN grouping(cluster_id) = 0 THEN 'cluster'
          WHEN grouping(node_pool) = 0 THEN 'nodePool'
          WHEN grouping(instance_type) = 0 THEN 'instanceType'
          WHEN grouping(capacity_type) = 0 THEN 'capacityType'
          ELSE 'all'
        END AS cut,
        coalesce(cluster_id, node_pool, instance_type, capacity_type, '') AS key,
        count(*)::int AS nodes,
        (count(*) - count(price_micro_usd_per_hour))::int AS unpriced,
        coalesce(sum(price_micro_usd_per_hour), 0)::float8 AS price,
        (count(*) ${ofSpot})::int AS spot,
        (count(*) ${ofSpot} - count(${savedBySpot}) ${ofSpot})::int AS unpriced_spot,
        (sum(${savedBySpot}) ${ofSpot})::float8 AS saving
      FROM node_rows n WHERE ${allOf(where)}
      GROUP BY GROUPING SETS ((cluster_id), (node_pool), (instance_type), (capacity_type), ())
    )
    SELECT cuts.cut, cuts.key,
      CASE WHEN cuts.cut = 'cluster' THEN coalesce(c.name, cuts.key) ELSE cuts.key END AS label,
      cuts.nodes, cuts.unpriced AS "unpricedNodes", cuts.price AS "priceMicroUsdPerHour",
      cuts.spot AS "spotNodes", cuts.unpriced_spot AS "unpricedSpotNodes", cuts.saving AS "spotSaving"
    FROM cuts LEFT JOIN clusters c ON cuts.cut = 'cluster' AND c.id = cuts.key
    ORDER BY cuts.price DESC, cuts.key`;
}
