import { type DecisionKind, interruptionMetricNames, parseLimits } from '@kerf/application';
import { annotationKeys, type ClusterId } from '@kerf/core';
import type { LaunchReason } from '@kerf/engine';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { text } from '../tables/columns.js';
import { readRows } from './keyset.js';
import { inUnits, labelled, readValues } from './metric-values.js';
import { claimCostMicroUsd, isUnusedAnticipation } from './unused-anticipation.js';

/**
 * Karpenter's reasons for the creation of a NodeClaim, by the kind of the decision.
 * Source: karpenter pkg/metrics/constants.go and disruption/queue.go @v1.14.1.
 */
const creationReasons: Partial<Record<DecisionKind, string>> = {
  Provision: 'provisioned',
  Consolidate: 'underutilized',
  Drift: 'drifted',
  Repair: 'unhealthy',
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

const rows = {
  ofCluster: labelled({}),
  ofPool: labelled({ nodepool: text }),
  createdClaims: labelled({ nodepool: text, reason: text, min_values_relaxed: text }),
  terminatedClaims: labelled({ nodepool: text, capacity_type: text, zone: text }),
  disruptedClaims: labelled({ nodepool: text, capacity_type: text, reason: text }),
  decisions: labelled({ kind: text, state: text }),
  pauses: labelled({ cause: text, stops: text, scope: text }),
  disruptions: labelled({ nodepool: text, reason: text }),
  poolAmounts: labelled({ nodepool: text, resource_type: text }),
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

  /** Number of NodeClaims that have drifted and are not terminating. */
  driftedClaims(ids: readonly ClusterId[]) {
    return this.#read(
      ids,
      rows.disruptions,
      Prisma.sql`
        SELECT jsonb_build_object('cluster', c.name, 'nodepool', coalesce(k.node_pool, ''),
          'reason', k.drift->>'reason') AS labels, count(*)::float8 AS value
        FROM node_claims k JOIN clusters c ON c.id = k.cluster_id
        WHERE c.id = ANY(${ids}) AND k.drift IS NOT NULL
          AND k.state IN ('Launched', 'Registered', 'Initialized')
        GROUP BY 1`,
    );
  }

  /** Number of pauses that are not released, those of several clusters counted for each. */
  pauses(ids: readonly ClusterId[]) {
    return this.#read(
      ids,
      rows.pauses,
      Prisma.sql`
        SELECT jsonb_build_object('cluster', c.name, 'cause', p.cause, 'stops', p.stops,
          'scope', p.scope_kind) AS labels, count(*)::float8 AS value
        FROM pauses p JOIN clusters c ON p.cluster_id IS NULL OR p.cluster_id = c.id
        WHERE c.id = ANY(${ids}) AND p.released_at IS NULL
          AND (p.expires_at IS NULL OR p.expires_at > now())
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

  /** Seconds since a cluster was last connected; 0 while it is. */
  unsyncedTimes(ids: readonly ClusterId[]) {
    return this.#read(
      ids,
      rows.ofCluster,
      Prisma.sql`
        SELECT jsonb_build_object('cluster', c.name) AS labels,
          CASE c.connection_state WHEN 'Connected' THEN 0
            ELSE extract(epoch FROM now() - c.connection_changed_at) END::float8 AS value
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
    return this.#budgets(ids, 'allowed');
  }

  /** Number of nodes that are not ready, deleting, or proposed to be removed. */
  nodesConsumingBudgets(ids: readonly ClusterId[]) {
    return this.#budgets(ids, 'disrupting');
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

  /** Seconds that each pending pod has waited for its first verdict. */
  undecidedPods(ids: readonly ClusterId[]) {
    return this.#read(
      ids,
      rows.ofPod,
      Prisma.sql`
        SELECT jsonb_build_object('cluster', c.name, 'namespace', p.namespace, 'name', p.name)
            AS labels, extract(epoch FROM now() - p.created_at)::float8 AS value
        FROM pod_rows p JOIN clusters c ON c.id = p.cluster_id
        WHERE c.id = ANY(${ids}) AND p.phase = 'Pending' AND NOT p.is_daemon AND NOT EXISTS (
          SELECT FROM pod_verdicts v WHERE v.cluster_id = p.cluster_id AND v.pod_uid = p.uid)`,
    );
  }

  /** Seconds since the batch that is being solved was started; 0 without one. */
  unfinishedWork(ids: readonly ClusterId[]) {
    return this.#read(
      ids,
      rows.ofCluster,
      Prisma.sql`
        SELECT jsonb_build_object('cluster', c.name) AS labels,
          coalesce(max(extract(epoch FROM now() - b.solving_since)), 0)::float8 AS value
        FROM clusters c
        LEFT JOIN scheduling_batches b ON b.cluster_id = c.id AND b.state = 'Solving'
        WHERE c.id = ANY(${ids}) GROUP BY 1`,
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

  #budgets(ids: readonly ClusterId[], field: 'allowed' | 'disrupting') {
    return this.#read(
      ids,
      rows.disruptions,
      Prisma.sql`
        SELECT jsonb_build_object('cluster', c.name, 'nodepool', b.node_pool,
          'reason', lower(b.reason)) AS labels, (b.status->>${field})::float8 AS value
        FROM budget_statuses b JOIN clusters c ON c.id = b.cluster_id
        WHERE c.id = ANY(${ids})`,
    );
  }

  #read<Row>(ids: readonly ClusterId[], row: z.ZodType<Row>, query: Prisma.Sql) {
    return readValues(this.#pool, ids, row, query);
  }
}
