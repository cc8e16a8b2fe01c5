import type { CostReport, Visible } from '@kerf/application';
import type { ClusterId, Instant } from '@kerf/core';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { costReport } from '../json/formats.js';
import { instant, json, text } from '../tables/columns.js';
import { identifiedBy, recordsOf } from '../tables/table.js';
import { allOf } from './keyset.js';
import { readItems } from './list-reader.js';
import { visibleWholes } from './visible.js';

/** The last cost report of a cluster. */
export interface ClusterCostReport extends CostReport {
  readonly clusterId: ClusterId;
  readonly clusterName: string;
  readonly asOf: Instant;
}

const reportRow = z
  .object({ clusterId: text, clusterName: text, asOf: instant, report: json(costReport) })
  .transform(({ report, ...row }) => ({ ...report, ...row }));

/** Returns the cost report of one cluster, or of all, sorted by name; without clusters that have none. */
export function readCostReports(
  pool: pg.Pool,
  clusterId: ClusterId | null,
  visible: Visible,
): Promise<readonly ClusterCostReport[]> {
  return readItems(
    pool,
    recordsOf(reportRow, identifiedBy('CostReport')),
    Prisma.sql`
      SELECT r.cluster_id AS "clusterId", c.name AS "clusterName", r.as_of AS "asOf", r.report
      FROM cost_reports r JOIN clusters c ON c.id = r.cluster_id
      WHERE ${allOf([
        Prisma.sql`(${clusterId === null} OR c.id = ${clusterId})`,
        ...visibleWholes(visible, Prisma.sql`c.id`),
      ])} ORDER BY c.name`,
  );
}
