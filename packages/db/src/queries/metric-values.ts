import type { ClusterId } from '@kerf/core';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { float, text } from '../tables/columns.js';
import { readRows } from './keyset.js';

/** One value with its labels; `cluster` is the cluster's name. */
export const labelled = <Labels extends z.ZodRawShape>(labels: Labels) =>
  z.object({ labels: z.object({ ...labels, cluster: text }), value: float });

/** The amount of a row `r(key, value)`: Kerf counts CPUs in thousandths, Kubernetes in whole CPUs. */
export const inUnits = Prisma.sql`(CASE r.key WHEN 'cpu' THEN r.value::float8 / 1000 ELSE r.value::float8 END)`;

/** Returns the values of a metric for these clusters; none without a cluster. */
export async function readValues<Row>(
  pool: pg.Pool,
  ids: readonly ClusterId[],
  row: z.ZodType<Row>,
  query: Prisma.Sql,
): Promise<readonly Row[]> {
  return ids.length === 0 ? [] : readRows(pool, row, query);
}
