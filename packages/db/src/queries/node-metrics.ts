import { type ClusterId, labelKeys } from '@kerf/core';
import type pg from 'pg';
import type { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { storedMap } from '../json/rows.js';
import { text } from '../tables/columns.js';
import { inUnits, labelled, readValues } from './metric-values.js';

/** Labels of a node: Karpenter's names of the well-known labels. */
const nodeLabels = {
  nodepool: text,
  node_name: text,
  arch: text,
  capacity_type: text,
  instance_type: text,
  os: text,
  region: text,
  zone: text,
  managed: text,
  windows_build: text,
};
const rows = {
  ofCluster: labelled({}),
  ofPool: labelled({ nodepool: text }),
  ofPoolAndZone: labelled({ nodepool: text, zone: text }),
  ofNode: labelled(nodeLabels),
  nodeAmounts: labelled({ ...nodeLabels, resource_type: text }),
  utilization: labelled({ resource_type: text }),
};

/** The labels of a row `n` of `node_rows`, which `c` is the cluster of. */
const labelsOfNode = Prisma.sql`jsonb_build_object('cluster', c.name,
  'nodepool', coalesce(n.node_pool, ''), 'node_name', n.name,
  'arch', coalesce(n.arch, ''), 'capacity_type', coalesce(n.capacity_type, ''),
  'instance_type', coalesce(n.instance_type, ''),
  'os', coalesce(${storedMap(Prisma.sql`n.labels`)}->>${labelKeys.os}, ''),
  'region', coalesce(${storedMap(Prisma.sql`n.labels`)}->>${labelKeys.region}, ''),
  'zone', coalesce(n.zone, ''), 'managed', (n.node_claim_id IS NOT NULL)::text,
  'windows_build', coalesce(${storedMap(Prisma.sql`n.labels`)}->>${labelKeys.windowsBuild}, ''))`;

/** The metrics of nodes that are read from the database. */
export class NodeMetricQueries {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  counts(ids: readonly ClusterId[]) {
    return this.#read(
      ids,
      rows.ofCluster,
      Prisma.sql`
        SELECT jsonb_build_object('cluster', c.name) AS labels, count(n.name)::float8 AS value
        FROM clusters c LEFT JOIN node_rows n ON n.cluster_id = c.id
        WHERE c.id = ANY(${ids}) GROUP BY 1`,
    );
  }

  /** Number of nodes that joined their cluster. */
  created(ids: readonly ClusterId[]) {
    return this.#registered(ids, Prisma.sql`true`);
  }

  /** Number of nodes that joined their cluster and were terminated. */
  terminated(ids: readonly ClusterId[]) {
    return this.#registered(ids, Prisma.sql`k.state = 'Terminated'`);
  }

  /** Number of nodes whose pods were all evicted. */
  drained(ids: readonly ClusterId[]) {
    return this.#read(
      ids,
      rows.ofPool,
      Prisma.sql`
        SELECT jsonb_build_object('cluster', c.name, 'nodepool', coalesce(k.node_pool, '')) AS labels,
          count(*)::float8 AS value
        FROM node_claims k JOIN clusters c ON c.id = k.cluster_id
        WHERE c.id = ANY(${ids}) AND k.registered_at IS NOT NULL
          AND k.state IN ('Terminating', 'Terminated')
          AND k.termination->>'step' NOT IN ('Requested', 'Cordoned')
          AND jsonb_array_length(coalesce(k.termination->'lostPods', '[]')) = 0
        GROUP BY 1`,
    );
  }

  allocatable(ids: readonly ClusterId[]) {
    return this.#amounts(ids, storedMap(Prisma.sql`n.allocatable`));
  }

  /** Resource requests of the pods of each node, including daemon pods. */
  requested(ids: readonly ClusterId[]) {
    return this.#amounts(ids, storedMap(Prisma.sql`n.requested`));
  }

  /** Resource requests of the daemon pods of each node. */
  daemonRequests(ids: readonly ClusterId[]) {
    return this.#amounts(
      ids,
      Prisma.sql`(SELECT coalesce(jsonb_object_agg(s.key, s.total), '{}')
        FROM (SELECT r.key, sum(r.value::float8) AS total
          FROM pod_rows p
          CROSS JOIN LATERAL jsonb_each_text(${storedMap(Prisma.sql`p.requests`)}) AS r(key, value)
          WHERE p.cluster_id = n.cluster_id AND p.node_name = n.name AND p.is_daemon
          GROUP BY 1) AS s)`,
    );
  }

  /** Capacity of each node that is not allocatable to pods. */
  systemOverhead(ids: readonly ClusterId[]) {
    const capacity = storedMap(Prisma.sql`n.capacity`);
    const allocatable = storedMap(Prisma.sql`n.allocatable`);
    return this.#amounts(
      ids,
      Prisma.sql`(SELECT coalesce(jsonb_object_agg(o.key,
          o.value::float8 - coalesce((${allocatable}->>o.key)::float8, 0)), '{}')
        FROM jsonb_each_text(${capacity}) AS o(key, value))`,
    );
  }

  /** Resource requests of pods divided by the allocatable resources of nodes, in percent. */
  utilization(ids: readonly ClusterId[]) {
    return this.#read(
      ids,
      rows.utilization,
      Prisma.sql`
        SELECT jsonb_build_object('cluster', c.name, 'resource_type', r.name) AS labels,
          100 * sum(r.requested)::float8 / sum(r.allocatable)::float8 AS value
        FROM node_rows n JOIN clusters c ON c.id = n.cluster_id
        CROSS JOIN LATERAL (VALUES
          ('cpu', n.cpu_requested_milli, n.cpu_allocatable_milli),
          ('memory', n.memory_requested_bytes, n.memory_allocatable_bytes)
        ) AS r(name, requested, allocatable)
        WHERE c.id = ANY(${ids}) GROUP BY 1 HAVING sum(r.allocatable) > 0`,
    );
  }

  /** Seconds since each node was created. */
  lifetimes(ids: readonly ClusterId[]) {
    return this.#read(
      ids,
      rows.ofNode,
      Prisma.sql`
        SELECT ${labelsOfNode} AS labels, extract(epoch FROM now() - n.created_at)::float8 AS value
        FROM node_rows n JOIN clusters c ON c.id = n.cluster_id
        WHERE c.id = ANY(${ids})`,
    );
  }

  #registered(ids: readonly ClusterId[], condition: Prisma.Sql) {
    return this.#read(
      ids,
      rows.ofPoolAndZone,
      Prisma.sql`
        SELECT jsonb_build_object('cluster', c.name, 'nodepool', coalesce(k.node_pool, ''),
          'zone', coalesce(k.instance->>'zone', '')) AS labels, count(*)::float8 AS value
        FROM node_claims k JOIN clusters c ON c.id = k.cluster_id
        WHERE c.id = ANY(${ids}) AND k.registered_at IS NOT NULL AND ${condition} GROUP BY 1`,
    );
  }

  /** @param amounts a JSON object of amounts by resource */
  #amounts(ids: readonly ClusterId[], amounts: Prisma.Sql) {
    return this.#read(
      ids,
      rows.nodeAmounts,
      Prisma.sql`
        SELECT ${labelsOfNode} || jsonb_build_object('resource_type', r.key) AS labels,
          ${inUnits} AS value
        FROM node_rows n JOIN clusters c ON c.id = n.cluster_id
        CROSS JOIN LATERAL jsonb_each_text(${amounts}) AS r(key, value)
        WHERE c.id = ANY(${ids})`,
    );
  }

  #read<Row>(ids: readonly ClusterId[], row: z.ZodType<Row>, query: Prisma.Sql) {
    return readValues(this.#pool, ids, row, query);
  }
}
