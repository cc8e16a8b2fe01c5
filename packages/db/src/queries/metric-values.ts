import type { ClusterId } from '@kerf/core';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { float } from '../tables/columns.js';
import { allOf, readRows } from './keyset.js';

/** A metric of clusters, each of which is a row `c`. */
interface Metric<Label extends string> {
  /** The tables that the clusters are joined with; {@link ofClaims} is an example. */
  readonly from: Prisma.Sql;
  /** Texts by which values are grouped, besides the cluster's name. */
  readonly labels: Readonly<Record<Label, Prisma.Sql>>;
  /** An aggregate; the number of rows if absent. */
  readonly value?: Prisma.Sql;
  readonly where?: Prisma.Sql;
}

export const ofClaims = Prisma.sql`JOIN node_claims k ON k.cluster_id = c.id`;
export const ofNodes = Prisma.sql`JOIN node_rows n ON n.cluster_id = c.id`;

/** The NodePool of a NodeClaim, as a label. */
export const claimPool = { nodepool: Prisma.sql`coalesce(k.node_pool, '')` };

/** The amount of a row `r(key, value)`: Kerf counts CPUs in thousandths, Kubernetes in whole CPUs. */
export const inUnits = Prisma.sql`(CASE r.key WHEN 'cpu' THEN r.value::float8 / 1000 ELSE r.value::float8 END)`;

/** The words of a camel-case text, in lower case, with underscores. */
export const snakeCase = (expression: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`lower(regexp_replace(${expression}, '([a-z])([A-Z])', '\\1_\\2', 'g'))`;

/** Returns the values of a metric for these clusters, with the names of the clusters; none without a cluster. */
export async function readMetric<Label extends string>(
  pool: pg.Pool,
  ids: readonly ClusterId[],
  { from, labels, value = Prisma.sql`count(*)`, where }: Metric<Label>,
): Promise<
  readonly {
    readonly labels: Readonly<Record<Label | 'cluster', string>>;
    readonly value: number;
  }[]
> {
  if (ids.length === 0) return [];
  const pairs = Object.entries<Prisma.Sql>({ ...labels, cluster: Prisma.sql`c.name` }).map(
    ([name, expression]) => Prisma.sql`${Prisma.raw(`'${name}'`)}, ${expression}`,
  );
  const conditions = [Prisma.sql`c.id = ANY(${ids})`, ...(where === undefined ? [] : [where])];
  return readRows(
    pool,
    z.object({
      labels: textsOf<Label | 'cluster'>(['cluster', ...Object.keys(labels)]),
      value: float,
    }),
    Prisma.sql`
      SELECT jsonb_build_object(${Prisma.join(pairs)}) AS labels, (${value})::float8 AS value
      FROM clusters c ${from} WHERE ${allOf(conditions)} GROUP BY 1`,
  );
}

const anyTexts = z.record(z.string(), z.string());

const textsOf = <Name extends string>(names: readonly string[]) =>
  z.custom<Readonly<Record<Name, string>>>((value) => {
    const { data = {} } = anyTexts.safeParse(value);
    return names.every((name) => name in data);
  });
