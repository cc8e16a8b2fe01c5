import { type DecisionKind, interruptionMetricNames, parseLimits } from '@kerf/application';
import { annotationKeys, type ClusterId } from '@kerf/core';
import type { LaunchReason } from '@kerf/engine';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { storedMap } from '../json/rows.js';
import { number, text } from '../json/values.js';
import { readRows } from './keyset.js';
import { claimCostMicroUsd, isUnusedAnticipation } from './unused-anticipation.js';

/**
 * Karpenter's reasons for the creation of a NodeClaim, by the kind of the decision.
 * Source: karpenter pkg/metrics/constants.go and disruption/queue.go @v1.14.1.
 */
const creationReasons: Partial<Record<DecisionKind, string>> = {
  Provision: 'provisioned',
  Consolidate: 'underutilized',
  Drift: 'drifted',
};

/**
 * The same for NodeClaims that were never launched. A NodeClaim that Kerf withheld was not
 * disrupted.
 */
const launchFailureReasons: Partial<Record<LaunchReason['code'], string>> = {
  INSUFFICIENT_CAPACITY: 'insufficient_capacity',
  NODE_CLASS_NOT_READY: 'nodeclass_not_ready',
  LAUNCH_REFUSED: 'launch_timeout',
};

/** Kerf counts CPUs in thousandths, Kubernetes in whole CPUs. */
const inUnits = Prisma.sql`(CASE r.key WHEN 'cpu' THEN r.value::float8 / 1000 ELSE r.value::float8 END)`;

/** One value with its labels; `cluster` is the cluster's name. */
const labelled = <Labels extends z.ZodRawShape>(labels: Labels) =>
  z.object({ labels: z.object({ ...labels, cluster: text }), value: number });

const rows = {
  ofCluster: labelled({}),
  ofPool: labelled({ nodepool: text }),
  createdClaims: labelled({ nodepool: text, reason: text, min_values_relaxed: text }),
  terminatedClaims: labelled({ nodepool: text, capacity_type: text, zone: text }),
  disruptedClaims: labelled({ nodepool: text, capacity_type: text, reason: text }),
  decisions: labelled({ kind: text, state: text }),
  disruptions: labelled({ nodepool: text, reason: text }),
  poolAmounts: labelled({ nodepool: text, resource_type: text }),
  nodeAmounts: labelled({ nodepool: text, node_name: text, resource_type: text }),
  utilization: labelled({ resource_type: text }),
  ofNode: labelled({ nodepool: text, node_name: text }),
  ofPod: labelled({ namespace: text, name: text }),
};
type PoolAmount = z.output<typeof rows.poolAmounts>;

const limitsRow = z.object({ cluster: text, nodePool: text, limits: z.record(text, text) });

/**
 * The metrics that are read from the database. Totals are computed from stored records, so they
 * survive a restart of the worker and reset only when the cluster is removed.
 */
export class MetricQueries {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Number of created NodeClaims by reason; `adopted` without a decision. */
  createdClaims(ids: readonly ClusterId[]) {
    return this.#read(
      ids,
      rows.createdClaims,
      Prisma.sql`
        SELECT jsonb_build_object('cluster', c.name, 'nodepool', coalesce(k.node_pool, ''),
          'reason', coalesce(${JSON.stringify(creationReasons)}::jsonb ->> d.kind, 'adopted'),
          'min_values_relaxed',
          coalesce(k.plan->'annotations'->>${annotationKeys.minValuesRelaxed}, 'false')) AS labels,
          count(*)::float8 AS value
        FROM node_claims k JOIN clusters c ON c.id = k.cluster_id
        LEFT JOIN decisions d ON d.id = k.decision_id
        WHERE c.id = ANY(${ids}) GROUP BY 1`,
    );
  }

  terminatedClaims(ids: readonly ClusterId[]) {
    return this.#read(
      ids,
      rows.terminatedClaims,
      Prisma.sql`
        SELECT jsonb_build_object('cluster', c.name, 'nodepool', coalesce(k.node_pool, ''),
          'capacity_type', coalesce(k.instance->>'capacityType', ''),
          'zone', coalesce(k.instance->>'zone', '')) AS labels, count(*)::float8 AS value
        FROM node_claims k JOIN clusters c ON c.id = k.cluster_id
        WHERE c.id = ANY(${ids}) AND k.state = 'Terminated' GROUP BY 1`,
    );
  }

  /**
   * Number of NodeClaims that Kerf ended, by Karpenter's reasons; a NodeClaim that a user deletes
   * is not disrupted. Interruptions use the kind of the warning. A launch that AWS refused counts
   * as `launch_timeout`, because Karpenter retries such a launch for five minutes.
   */
  disruptedClaims(ids: readonly ClusterId[]) {
    return this.#read(
      ids,
      rows.disruptedClaims,
      Prisma.sql`
        SELECT jsonb_build_object('cluster', c.name, 'nodepool', coalesce(k.node_pool, ''),
          'capacity_type', coalesce(k.instance->>'capacityType', ''), 'reason', w.reason) AS labels,
          count(*)::float8 AS value
        FROM node_claims k JOIN clusters c ON c.id = k.cluster_id
        CROSS JOIN LATERAL (SELECT coalesce(
          ${JSON.stringify(interruptionMetricNames)}::jsonb ->> (k.termination->>'interruption'),
          lower(regexp_replace(k.termination->>'reason', '([a-z])([A-Z])', '\\1_\\2', 'g')),
          ${JSON.stringify(launchFailureReasons)}::jsonb ->> (k.failure->>'code')) AS reason) w
        WHERE c.id = ANY(${ids}) AND w.reason IS NOT NULL AND w.reason <> 'deleted_by_user'
        GROUP BY 1`,
    );
  }

  decisions(ids: readonly ClusterId[]) {
    return this.#read(
      ids,
      rows.decisions,
      Prisma.sql`
        SELECT jsonb_build_object('cluster', c.name, 'kind', d.kind, 'state', d.state) AS labels,
          count(*)::float8 AS value
        FROM decisions d JOIN clusters c ON c.id = d.cluster_id
        WHERE c.id = ANY(${ids}) GROUP BY 1`,
    );
  }

  nodeCounts(ids: readonly ClusterId[]) {
    return this.#read(
      ids,
      rows.ofCluster,
      Prisma.sql`
        SELECT jsonb_build_object('cluster', c.name) AS labels, count(n.name)::float8 AS value
        FROM clusters c LEFT JOIN node_rows n ON n.cluster_id = c.id
        WHERE c.id = ANY(${ids}) GROUP BY 1`,
    );
  }

  /** 1 while a cluster is connected, else 0. */
  synced(ids: readonly ClusterId[]) {
    return this.#read(
      ids,
      rows.ofCluster,
      Prisma.sql`
        SELECT jsonb_build_object('cluster', c.name) AS labels,
          (c.connection_state = 'Connected')::int::float8 AS value
        FROM clusters c WHERE c.id = ANY(${ids})`,
    );
  }

  /** Cost in US dollars per hour; nodes without a known price are not included. */
  nodePoolCosts(ids: readonly ClusterId[]) {
    return this.#read(
      ids,
      rows.ofPool,
      Prisma.sql`
        SELECT jsonb_build_object('cluster', c.name, 'nodepool', n.node_pool) AS labels,
          coalesce(sum(n.price_micro_usd_per_hour), 0)::float8 / 1000000 AS value
        FROM node_rows n JOIN clusters c ON c.id = n.cluster_id
        WHERE c.id = ANY(${ids}) AND n.node_pool IS NOT NULL GROUP BY 1`,
    );
  }

  /**
   * Cost in US dollars of nodes that were launched for expected pods and ended without a pod;
   * nodes without a known price are not included.
   */
  unusedAnticipation(ids: readonly ClusterId[]) {
    return this.#read(
      ids,
      rows.ofPool,
      Prisma.sql`
        SELECT jsonb_build_object('cluster', c.name, 'nodepool', coalesce(k.node_pool, '')) AS labels,
          coalesce(sum(${claimCostMicroUsd}) / 1000000, 0) AS value
        FROM node_claims k JOIN clusters c ON c.id = k.cluster_id
        WHERE c.id = ANY(${ids}) AND ${isUnusedAnticipation}
        GROUP BY 1`,
    );
  }

  allowedDisruptions(ids: readonly ClusterId[]) {
    return this.#read(
      ids,
      rows.disruptions,
      Prisma.sql`
        SELECT jsonb_build_object('cluster', c.name, 'nodepool', b.node_pool,
          'reason', lower(b.reason)) AS labels, (b.status->>'allowed')::float8 AS value
        FROM budget_statuses b JOIN clusters c ON c.id = b.cluster_id
        WHERE c.id = ANY(${ids})`,
    );
  }

  /** Number of pending pods that the last solve found unschedulable. */
  unschedulablePods(ids: readonly ClusterId[]) {
    return this.#read(
      ids,
      rows.ofCluster,
      Prisma.sql`
        SELECT jsonb_build_object('cluster', c.name) AS labels, count(p.uid)::float8 AS value
        FROM clusters c
        LEFT JOIN pod_verdicts v ON v.cluster_id = c.id AND v.verdict->>'kind' = 'Unschedulable'
        LEFT JOIN pod_rows p
          ON p.cluster_id = v.cluster_id AND p.uid = v.pod_uid AND p.phase = 'Pending'
        WHERE c.id = ANY(${ids}) GROUP BY 1`,
    );
  }

  /** Capacity and number of a NodePool's living NodeClaims, in Kubernetes' units. */
  nodePoolUsage(ids: readonly ClusterId[]) {
    return this.#read(
      ids,
      rows.poolAmounts,
      Prisma.sql`
        SELECT jsonb_build_object('cluster', c.name, 'nodepool', k.node_pool, 'resource_type', r.key)
            AS labels, sum(${inUnits}) AS value
        FROM node_claims k JOIN clusters c ON c.id = k.cluster_id
        CROSS JOIN LATERAL jsonb_each_text(
          coalesce(k.instance->'capacity', '{}') || '{"nodes": 1}') AS r(key, value)
        WHERE c.id = ANY(${ids}) AND k.node_pool IS NOT NULL
          AND k.state NOT IN ('Terminated', 'LaunchFailed') GROUP BY 1`,
    );
  }

  /** Limits of the NodePools, in Kubernetes' units. */
  async nodePoolLimits(ids: readonly ClusterId[]): Promise<readonly PoolAmount[]> {
    if (ids.length === 0) return [];
    const pools = await readRows(
      this.#pool,
      limitsRow,
      Prisma.sql`
        SELECT c.name AS cluster, p.name AS "nodePool", p.spec->'limits' AS limits
        FROM node_pools p JOIN clusters c ON c.id = p.cluster_id
        WHERE c.id = ANY(${ids})`,
    );
    return pools.flatMap(({ cluster, nodePool, limits }) =>
      Object.entries(parseLimits(limits)).map(([resource, amount]) => ({
        labels: { cluster, nodepool: nodePool, resource_type: resource },
        value: resource === 'cpu' ? amount / 1000 : amount,
      })),
    );
  }

  nodesAllocatable(ids: readonly ClusterId[]) {
    return this.#nodeAmounts(ids, Prisma.sql`n.allocatable`);
  }

  /** Resource requests of the pods of each node, including daemon pods. */
  nodesRequested(ids: readonly ClusterId[]) {
    return this.#nodeAmounts(ids, Prisma.sql`n.requested`);
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
  nodeLifetimes(ids: readonly ClusterId[]) {
    return this.#read(
      ids,
      rows.ofNode,
      Prisma.sql`
        SELECT jsonb_build_object('cluster', c.name, 'nodepool', coalesce(n.node_pool, ''),
          'node_name', n.name) AS labels, extract(epoch FROM now() - n.created_at)::float8 AS value
        FROM node_rows n JOIN clusters c ON c.id = n.cluster_id
        WHERE c.id = ANY(${ids})`,
    );
  }

  /** Seconds that each pod has been pending without a node. */
  unboundPods(ids: readonly ClusterId[]) {
    return this.#read(
      ids,
      rows.ofPod,
      Prisma.sql`
        SELECT jsonb_build_object('cluster', c.name, 'namespace', p.namespace, 'name', p.name)
            AS labels, extract(epoch FROM now() - p.created_at)::float8 AS value
        FROM pod_rows p JOIN clusters c ON c.id = p.cluster_id
        WHERE c.id = ANY(${ids}) AND p.phase = 'Pending'`,
    );
  }

  /** Number of pods in the batch that is open or being solved. */
  queueDepth(ids: readonly ClusterId[]) {
    return this.#read(
      ids,
      rows.ofCluster,
      Prisma.sql`
        SELECT jsonb_build_object('cluster', c.name) AS labels,
          coalesce(sum(b.pod_count), 0)::float8 AS value
        FROM clusters c
        LEFT JOIN scheduling_batches b ON b.cluster_id = c.id AND b.state IN ('Open', 'Solving')
        WHERE c.id = ANY(${ids}) GROUP BY 1`,
    );
  }

  #nodeAmounts(ids: readonly ClusterId[], amounts: Prisma.Sql) {
    return this.#read(
      ids,
      rows.nodeAmounts,
      Prisma.sql`
        SELECT jsonb_build_object('cluster', c.name, 'nodepool', coalesce(n.node_pool, ''),
          'node_name', n.name, 'resource_type', r.key) AS labels, ${inUnits} AS value
        FROM node_rows n JOIN clusters c ON c.id = n.cluster_id
        CROSS JOIN LATERAL jsonb_each_text(${storedMap(amounts)}) AS r(key, value)
        WHERE c.id = ANY(${ids})`,
    );
  }

  async #read<Row>(
    ids: readonly ClusterId[],
    row: z.ZodType<Row>,
    query: Prisma.Sql,
  ): Promise<readonly Row[]> {
    return ids.length === 0 ? [] : readRows(this.#pool, row, query);
  }
}
