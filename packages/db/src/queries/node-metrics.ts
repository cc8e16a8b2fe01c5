import { type ClusterId, labelKeys } from '@kerf/core';
import type pg from 'pg';
import { Prisma } from '../generated/client.js';
import { storedMap } from '../json/rows.js';
import { claimPool, inUnits, ofClaims, ofNodes, readMetric } from './metric-values.js';

const storedLabel = (key: string): Prisma.Sql =>
  Prisma.sql`coalesce(${storedMap(Prisma.sql`n.labels`)}->>${key}, '')`;

/** Labels of a node: Karpenter's names of the well-known labels. */
const nodeLabels = {
  nodepool: Prisma.sql`coalesce(n.node_pool, '')`,
  node_name: Prisma.sql`n.name`,
  arch: Prisma.sql`coalesce(n.arch, '')`,
  capacity_type: Prisma.sql`coalesce(n.capacity_type, '')`,
  instance_type: Prisma.sql`coalesce(n.instance_type, '')`,
  os: storedLabel(labelKeys.os),
  region: storedLabel(labelKeys.region),
  zone: Prisma.sql`coalesce(n.zone, '')`,
  managed: Prisma.sql`(n.node_claim_id IS NOT NULL)::text`,
  windows_build: storedLabel(labelKeys.windowsBuild),
};

/** Karpenter's labels of an instance type: the number of its vCPUs, and its memory in MiB. */
const instanceCpuLabel = 'karpenter.k8s.aws/instance-cpu';
const instanceMemoryLabel = 'karpenter.k8s.aws/instance-memory';

const isOffering = Prisma.sql`n.instance_type IS NOT NULL AND n.capacity_type IS NOT NULL AND n.zone IS NOT NULL`;

/** @param row alias of a row with an offering */
const offeringLabels = (row: 'n' | 'o') => ({
  instance_type: Prisma.raw(`${row}.instance_type`),
  capacity_type: Prisma.raw(`${row}.capacity_type`),
  zone: Prisma.raw(`${row}.zone`),
});

/** The metrics of nodes that are read from the database. */
export class NodeMetricQueries {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  counts(ids: readonly ClusterId[]) {
    return readMetric(this.#pool, ids, {
      labels: {},
      from: Prisma.sql`LEFT ${ofNodes}`,
      value: Prisma.sql`count(n.name)`,
    });
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
    return readMetric(this.#pool, ids, {
      labels: claimPool,
      from: ofClaims,
      where: Prisma.sql`k.registered_at IS NOT NULL AND k.state IN ('Terminating', 'Terminated')
        AND k.termination->>'step' NOT IN ('Requested', 'Cordoned')
        AND jsonb_array_length(coalesce(k.termination->'lostPods', '[]')) = 0`,
    });
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
    return readMetric(this.#pool, ids, {
      labels: { resource_type: Prisma.sql`r.name` },
      from: Prisma.sql`CROSS JOIN LATERAL (
        SELECT r.name, sum(r.requested) AS requested, sum(r.allocatable) AS allocatable
        FROM node_rows n CROSS JOIN LATERAL (VALUES
          ('cpu', n.cpu_requested_milli, n.cpu_allocatable_milli),
          ('memory', n.memory_requested_bytes, n.memory_allocatable_bytes)
        ) AS r(name, requested, allocatable)
        WHERE n.cluster_id = c.id GROUP BY 1) AS r`,
      where: Prisma.sql`r.allocatable > 0`,
      value: Prisma.sql`100 * sum(r.requested)::float8 / sum(r.allocatable)::float8`,
    });
  }

  /** Number of vCPUs of the instance types that nodes have. */
  instanceTypeCpus(ids: readonly ClusterId[]) {
    return this.#instanceTypes(ids, instanceCpuLabel, 1);
  }

  /** Memory of the instance types that nodes have, in bytes. */
  instanceTypeMemory(ids: readonly ClusterId[]) {
    return this.#instanceTypes(ids, instanceMemoryLabel, 2 ** 20);
  }

  /** Price in US dollars per hour of the offerings that nodes have, where it is known. */
  offeringPrices(ids: readonly ClusterId[]) {
    return readMetric(this.#pool, ids, {
      labels: offeringLabels('n'),
      from: ofNodes,
      where: Prisma.sql`n.price_micro_usd_per_hour IS NOT NULL AND ${isOffering}`,
      value: Prisma.sql`max(n.price_micro_usd_per_hour)::float8 / 1000000`,
    });
  }

  /** 0 for offerings that had no capacity lately, and 1 for others that nodes have. */
  offeringAvailability(ids: readonly ClusterId[]) {
    return readMetric(this.#pool, ids, {
      labels: offeringLabels('o'),
      from: Prisma.sql`CROSS JOIN LATERAL (
        SELECT n.instance_type, n.capacity_type, n.zone, 1 AS available
        FROM node_rows n WHERE n.cluster_id = c.id AND ${isOffering}
        UNION ALL
        SELECT u.instance_type, u.capacity_type, u.zone, 0
        FROM unavailable_offerings u
        WHERE u.cluster_id = c.id AND u.until > now() AND u.placement_group_id = '') AS o`,
      value: Prisma.sql`min(o.available)`,
    });
  }

  /** Seconds since each node was created. */
  lifetimes(ids: readonly ClusterId[]) {
    return readMetric(this.#pool, ids, {
      labels: nodeLabels,
      from: ofNodes,
      value: Prisma.sql`max(extract(epoch FROM now() - n.created_at))`,
    });
  }

  #registered(ids: readonly ClusterId[], condition: Prisma.Sql) {
    return readMetric(this.#pool, ids, {
      labels: { ...claimPool, zone: Prisma.sql`coalesce(k.instance->>'zone', '')` },
      from: ofClaims,
      where: Prisma.sql`k.registered_at IS NOT NULL AND ${condition}`,
    });
  }

  /** @param label has the amount, in this unit */
  #instanceTypes(ids: readonly ClusterId[], label: string, unit: number) {
    const amount = storedLabel(label);
    return readMetric(this.#pool, ids, {
      labels: { instance_type: Prisma.sql`n.instance_type` },
      from: ofNodes,
      where: Prisma.sql`n.instance_type IS NOT NULL AND ${amount} ~ '^[0-9]{1,15}$'`,
      value: Prisma.sql`max((${amount})::float8 * ${unit}::float8)`,
    });
  }

  /** @param amounts a JSON object of amounts by resource */
  #amounts(ids: readonly ClusterId[], amounts: Prisma.Sql) {
    return readMetric(this.#pool, ids, {
      labels: { ...nodeLabels, resource_type: Prisma.sql`r.key` },
      from: Prisma.sql`${ofNodes} CROSS JOIN LATERAL jsonb_each_text(${amounts}) AS r(key, value)`,
      value: Prisma.sql`max(${inUnits})`,
    });
  }
}
