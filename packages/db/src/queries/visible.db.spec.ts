import {
  type AccessGrant,
  type AccessObject,
  can,
  type GrantScope,
  visibleWith,
} from '@kerf/application';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import type { Database } from '../client.js';
import { openFreshDatabase } from '../fresh-database.js';
import { Prisma } from '../generated/client.js';
import { allOf, readRows } from './keyset.js';
import { visibleClusters, visibleRows, visibleWholes } from './visible.js';

const migrations = new URL('../../../../prisma/migrations', import.meta.url).pathname;

let database: Database;
beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
});
afterAll(() => database.close());

const clusterIds = ['clu_a', 'clu_b'];
const names = ['x', 'y'];
const lists = [[], ['x'], ['y'], ['x', 'y']];

const clusterId = fc.constantFrom(...clusterIds);
const someNames = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 });
const scopes: fc.Arbitrary<GrantScope> = fc.oneof(
  fc.constant({ kind: 'Organization' } as const),
  fc.record({ kind: fc.constant('Cluster' as const), clusterId }),
  fc.record({ kind: fc.constant('NodePools' as const), clusterId, nodePools: someNames }),
  fc.record({ kind: fc.constant('Namespaces' as const), clusterId, namespaces: someNames }),
);
const grants: fc.Arbitrary<readonly AccessGrant[]> = fc.array(
  fc.record({
    effect: fc.constantFrom('Allow' as const, 'Allow' as const, 'Deny' as const),
    role: fc.constant('role'),
    actions: fc.constant(['pod.read'] as const),
    scope: scopes,
  }),
  { maxLength: 4 },
);

/** Returns the keys of the rows that the conditions select. */
async function select(rows: Prisma.Sql, where: readonly Prisma.Sql[]): Promise<readonly string[]> {
  const found = await readRows(
    database.pool,
    z.object({ key: z.string() }),
    Prisma.sql`SELECT r.key FROM (VALUES ${rows}) AS r(key, cluster_id, namespace, node_pool, node_pools)
      WHERE ${allOf(where)} ORDER BY r.key`,
  );
  return found.map(({ key }) => key);
}

interface Row {
  readonly key: string;
  readonly object: AccessObject;
  readonly values: Prisma.Sql;
}

const values = (
  key: string,
  cluster: string,
  rest: {
    readonly namespace?: string;
    readonly nodePool?: string | null;
    readonly nodePools?: readonly string[];
  },
) =>
  Prisma.sql`(${key}::text, ${cluster}::text, ${rest.namespace ?? null}::text,
    ${rest.nodePool ?? null}::text, ${[...(rest.nodePools ?? [])]}::text[])`;

const pods: readonly Row[] = clusterIds.flatMap((cluster) =>
  names.flatMap((namespace) =>
    [null, ...names].map((nodePool) => {
      const key = `${cluster}/${namespace}/${nodePool}`;
      return {
        key,
        object: { kind: 'Pod', clusterId: cluster, namespace, nodePool },
        values: values(key, cluster, { namespace, nodePool }),
      };
    }),
  ),
);
const decisions: readonly Row[] = clusterIds.flatMap((cluster) =>
  lists.map((nodePools) => {
    const key = `${cluster}/${nodePools.join()}`;
    return {
      key,
      object: { kind: 'NodePools', clusterId: cluster, nodePools },
      values: values(key, cluster, { nodePools }),
    };
  }),
);
const wholes: readonly Row[] = clusterIds.map((cluster) => ({
  key: cluster,
  object: { kind: 'Cluster', clusterId: cluster },
  values: values(cluster, cluster, {}),
}));

const cluster = Prisma.sql`r.cluster_id`;
const places = {
  pods: { cluster, namespace: Prisma.sql`r.namespace`, nodePool: Prisma.sql`r.node_pool` },
  decisions: { cluster, nodePools: Prisma.sql`r.node_pools` },
};
const allowed = (rows: readonly Row[], list: readonly AccessGrant[]) =>
  rows
    .filter(
      ({ object }) =>
        can({ kind: 'User', name: 'ada', grants: list }, 'pod.read', object).isAllowed,
    )
    .map(({ key }) => key)
    .toSorted();
const valuesOf = (rows: readonly Row[]) => Prisma.join(rows.map((row) => row.values));
const runs = { numRuns: 150 };

describe('the rows that are visible', () => {
  it.each([
    ['pods', pods],
    ['decisions', decisions],
  ] as const)('are the %s that can() allows', async (kind, rows) => {
    await fc.assert(
      fc.asyncProperty(grants, async (list) => {
        const where = visibleRows(visibleWith(list, 'pod.read'), places[kind]);
        expect(await select(valuesOf(rows), where)).toEqual(allowed(rows, list));
      }),
      runs,
    );
  });

  it('of whole clusters are those that can() allows', async () => {
    await fc.assert(
      fc.asyncProperty(grants, async (list) => {
        const where = visibleWholes(visibleWith(list, 'pod.read'), cluster);
        expect(await select(valuesOf(wholes), where)).toEqual(allowed(wholes, list));
      }),
      runs,
    );
  });

  it('of clusters include each cluster with a visible pod', async () => {
    await fc.assert(
      fc.asyncProperty(grants, async (list) => {
        const where = visibleClusters(visibleWith(list, 'pod.read'), cluster);
        const found = await select(valuesOf(wholes), where);
        const needed = allowed(pods, list).map((key) => key.split('/', 1)[0] ?? '');
        expect(found).toEqual(expect.arrayContaining(needed));
      }),
      runs,
    );
  });
});
