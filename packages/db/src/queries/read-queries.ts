import type { ClusterId, Instant } from '@kerf/core';
import { z } from 'zod';
import type { Database } from '../client.js';
import { Prisma } from '../generated/client.js';
import { text } from '../json/values.js';
import { readAttentionFacts } from './attention-facts.js';
import { AuditQueries } from './audit-entries.js';
import { ClusterQueries } from './clusters.js';
import { readCostNow } from './cost.js';
import {
  type CostFilter,
  type CostSeriesRequest,
  readCostCoverage,
  readCostMonth,
  readCostSeries,
  readSavings,
} from './cost-series.js';
import { DecisionQueries } from './decisions.js';
import { DefinitionQueries } from './definitions.js';
import { type FleetEventRequest, readFleetEvents } from './fleet-events.js';
import { InterruptionQueries } from './interruptions.js';
import { readRows } from './keyset.js';
import { MetricQueries } from './metrics.js';
import { NodeClaimQueries } from './node-claims.js';
import { NodeQueries } from './nodes.js';
import { PodQueries } from './pods.js';

const migrationRow = z.object({ name: text });

export type ReadQueries = ReturnType<typeof createReadQueries>;

/**
 * Creates the queries of pages: lists with filters and orders, totals, and lookups of many keys.
 */
export function createReadQueries({ pool }: Pick<Database, 'pool'>) {
  return {
    clusters: new ClusterQueries(pool),
    attentionFacts: (ids: readonly ClusterId[] | null) => readAttentionFacts(pool, ids),
    nodes: new NodeQueries(pool),
    pods: new PodQueries(pool),
    nodeClaims: new NodeClaimQueries(pool),
    definitions: new DefinitionQueries(pool),
    decisions: new DecisionQueries(pool),
    audit: new AuditQueries(pool),
    metrics: new MetricQueries(pool),
    interruptions: new InterruptionQueries(pool),
    fleetEvents: (request: FleetEventRequest) => readFleetEvents(pool, request),
    costSeries: (request: CostSeriesRequest) => readCostSeries(pool, request),
    costCoverage: (filter: Pick<CostFilter, 'clusterId'>) => readCostCoverage(pool, filter),
    costMonth: (filter: CostFilter, now: Instant) => readCostMonth(pool, filter, now),
    savings: (request: Parameters<typeof readSavings>[1]) => readSavings(pool, request),
    costNow: (clusterId: ClusterId | null) => readCostNow(pool, clusterId),
    /** Returns the names of the applied migrations, in their order. */
    async migrations(): Promise<readonly string[]> {
      const rows = await readRows(
        pool,
        migrationRow,
        Prisma.sql`
          SELECT migration_name AS name FROM _prisma_migrations
          WHERE finished_at IS NOT NULL ORDER BY migration_name`,
      );
      return rows.map(({ name }) => name);
    },
  };
}
