import { type DecisionKind, interruptionMetricNames, parseLimits } from '@kerf/application';
import { annotationKeys, type ClusterId } from '@kerf/core';
import type { LaunchReason } from '@kerf/engine';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { text } from '../tables/columns.js';
import { readRows } from './keyset.js';
import { claimPool, inUnits, ofClaims, ofNodes, readMetric, snakeCase } from './metric-values.js';
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

const claimCapacityType = Prisma.sql`coalesce(k.instance->>'capacityType', '')`;
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
    return readMetric(this.#pool, ids, {
      labels: {
        ...claimPool,
        reason: Prisma.sql`coalesce(${JSON.stringify(creationReasons)}::jsonb ->> d.kind, 'adopted')`,
        min_values_relaxed: Prisma.sql`
          coalesce(k.plan->'annotations'->>${annotationKeys.minValuesRelaxed}, 'false')`,
      },
      from: Prisma.sql`${ofClaims} LEFT JOIN decisions d ON d.id = k.decision_id`,
    });
  }

  terminatedClaims(ids: readonly ClusterId[]) {
    return readMetric(this.#pool, ids, {
      labels: {
        ...claimPool,
        capacity_type: claimCapacityType,
        zone: Prisma.sql`coalesce(k.instance->>'zone', '')`,
      },
      from: ofClaims,
      where: Prisma.sql`k.state = 'Terminated'`,
    });
  }

  /**
   * Number of NodeClaims that Kerf ended, by Karpenter's reasons; a NodeClaim that a user deletes
   * is not disrupted. Interruptions use the kind of the warning. A launch that AWS refused counts
   * as `launch_timeout`, because Karpenter retries such a launch for five minutes.
   */
  disruptedClaims(ids: readonly ClusterId[]) {
    return this.#disrupted(ids, Prisma.sql`count(*)`);
  }

  /** Number of pods that had to run elsewhere when their node was cordoned, as `disruptedClaims`. */
  disruptedPods(ids: readonly ClusterId[]) {
    return this.#disrupted(
      ids,
      Prisma.sql`coalesce(sum((k.termination->>'reschedulablePods')::float8), 0)`,
    );
  }

  /** Size of the user data of EC2NodeClasses in bytes, where it can be written. */
  userDataBytes(ids: readonly ClusterId[]) {
    const bytes = Prisma.sql`(n.resolution->>'userDataBytes')::float8`;
    return readMetric(this.#pool, ids, {
      labels: { nodeclass: Prisma.sql`n.name` },
      from: Prisma.sql`JOIN node_classes n ON n.cluster_id = c.id`,
      where: Prisma.sql`${bytes} IS NOT NULL`,
      value: Prisma.sql`max(${bytes})`,
    });
  }

  /** Number of NodeClaims that have drifted and are not terminating. */
  driftedClaims(ids: readonly ClusterId[]) {
    return readMetric(this.#pool, ids, {
      labels: { ...claimPool, reason: Prisma.sql`k.drift->>'reason'` },
      from: ofClaims,
      where: Prisma.sql`
        k.drift IS NOT NULL AND k.state IN ('Launched', 'Registered', 'Initialized')`,
    });
  }

  /** Number of pauses that are not released, those of several clusters counted for each. */
  pauses(ids: readonly ClusterId[]) {
    return readMetric(this.#pool, ids, {
      labels: {
        cause: Prisma.sql`p.cause`,
        stops: Prisma.sql`p.stops`,
        scope: Prisma.sql`p.scope_kind`,
      },
      from: Prisma.sql`JOIN pauses p ON p.cluster_id IS NULL OR p.cluster_id = c.id`,
      where: Prisma.sql`
        p.released_at IS NULL AND (p.expires_at IS NULL OR p.expires_at > now())`,
    });
  }

  decisions(ids: readonly ClusterId[]) {
    return readMetric(this.#pool, ids, {
      labels: { kind: Prisma.sql`d.kind`, state: Prisma.sql`d.state` },
      from: Prisma.sql`JOIN decisions d ON d.cluster_id = c.id`,
    });
  }

  /** 1 while a cluster is connected, else 0. */
  synced(ids: readonly ClusterId[]) {
    return this.#ofCluster(ids, Prisma.sql`max((c.connection_state = 'Connected')::int)`);
  }

  /** Seconds since a cluster was last connected; 0 while it is. */
  unsyncedTimes(ids: readonly ClusterId[]) {
    return this.#ofCluster(
      ids,
      Prisma.sql`max(CASE c.connection_state WHEN 'Connected' THEN 0
        ELSE extract(epoch FROM now() - c.connection_changed_at) END)`,
    );
  }

  /** Cost in US dollars per hour; nodes without a known price are not included. */
  nodePoolCosts(ids: readonly ClusterId[]) {
    return readMetric(this.#pool, ids, {
      labels: { nodepool: Prisma.sql`n.node_pool` },
      from: ofNodes,
      where: Prisma.sql`n.node_pool IS NOT NULL`,
      value: Prisma.sql`coalesce(sum(n.price_micro_usd_per_hour), 0)::float8 / 1000000`,
    });
  }

  /**
   * Cost in US dollars of nodes that were launched for expected pods and ended without a pod;
   * nodes without a known price are not included.
   */
  unusedAnticipation(ids: readonly ClusterId[]) {
    return readMetric(this.#pool, ids, {
      labels: claimPool,
      from: ofClaims,
      where: isUnusedAnticipation,
      value: Prisma.sql`coalesce(sum(${claimCostMicroUsd}) / 1000000, 0)`,
    });
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
    return this.#ofCluster(
      ids,
      Prisma.sql`count(p.uid)`,
      Prisma.sql`
        LEFT JOIN pod_verdicts v ON v.cluster_id = c.id AND v.verdict->>'kind' = 'Unschedulable'
        LEFT JOIN pod_rows p
          ON p.cluster_id = v.cluster_id AND p.uid = v.pod_uid AND p.phase = 'Pending'`,
    );
  }

  /** Number of pending pods for which no node is planned, because they ask for what is no valid pod. */
  ignoredPods(ids: readonly ClusterId[]) {
    return this.#ofCluster(
      ids,
      Prisma.sql`count(p.uid)`,
      Prisma.sql`
        LEFT JOIN pod_verdicts v ON v.cluster_id = c.id
          AND v.verdict->'reasons' @> '[{"code": "POD_INVALID"}]'
        LEFT JOIN pod_rows p
          ON p.cluster_id = v.cluster_id AND p.uid = v.pod_uid AND p.phase = 'Pending'`,
    );
  }

  /** Capacity and number of a NodePool's living NodeClaims, in Kubernetes' units. */
  nodePoolUsage(ids: readonly ClusterId[]) {
    return readMetric(this.#pool, ids, {
      labels: { nodepool: Prisma.sql`k.node_pool`, resource_type: Prisma.sql`r.key` },
      from: Prisma.sql`${ofClaims} CROSS JOIN LATERAL jsonb_each_text(
        coalesce(k.instance->'capacity', '{}') || '{"nodes": 1}') AS r(key, value)`,
      where: Prisma.sql`
        k.node_pool IS NOT NULL AND k.state NOT IN ('Terminated', 'LaunchFailed')`,
      value: Prisma.sql`sum(${inUnits})`,
    });
  }

  /** Limits of the NodePools, in Kubernetes' units. */
  async nodePoolLimits(ids: readonly ClusterId[]) {
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
    return this.#pendingPods(ids, Prisma.sql`true`);
  }

  /** Seconds that each pending pod has waited for its first verdict. */
  undecidedPods(ids: readonly ClusterId[]) {
    return this.#pendingPods(
      ids,
      Prisma.sql`NOT p.is_daemon AND NOT EXISTS (
        SELECT FROM pod_verdicts v WHERE v.cluster_id = p.cluster_id AND v.pod_uid = p.uid)`,
    );
  }

  /** Seconds since the batch that is being solved was started; 0 without one. */
  unfinishedWork(ids: readonly ClusterId[]) {
    return this.#ofCluster(
      ids,
      Prisma.sql`coalesce(max(extract(epoch FROM now() - b.solving_since)), 0)`,
      Prisma.sql`LEFT JOIN scheduling_batches b ON b.cluster_id = c.id AND b.state = 'Solving'`,
    );
  }

  /** Number of pods in the batch that is open or being solved. */
  queueDepth(ids: readonly ClusterId[]) {
    return this.#ofCluster(
      ids,
      Prisma.sql`coalesce(sum(b.pod_count), 0)`,
      Prisma.sql`
        LEFT JOIN scheduling_batches b ON b.cluster_id = c.id AND b.state IN ('Open', 'Solving')`,
    );
  }

  #ofCluster(ids: readonly ClusterId[], value: Prisma.Sql, from: Prisma.Sql = Prisma.empty) {
    return readMetric(this.#pool, ids, { labels: {}, from, value });
  }

  #budgets(ids: readonly ClusterId[], field: 'allowed' | 'disrupting') {
    return readMetric(this.#pool, ids, {
      labels: { nodepool: Prisma.sql`b.node_pool`, reason: Prisma.sql`lower(b.reason)` },
      from: Prisma.sql`JOIN budget_statuses b ON b.cluster_id = c.id`,
      value: Prisma.sql`max((b.status->>${field})::float8)`,
    });
  }

  #pendingPods(ids: readonly ClusterId[], where: Prisma.Sql) {
    return readMetric(this.#pool, ids, {
      labels: { namespace: Prisma.sql`p.namespace`, name: Prisma.sql`p.name` },
      from: Prisma.sql`JOIN pod_rows p ON p.cluster_id = c.id`,
      where: Prisma.sql`p.phase = 'Pending' AND ${where}`,
      value: Prisma.sql`max(extract(epoch FROM now() - p.created_at))`,
    });
  }

  #disrupted(ids: readonly ClusterId[], value: Prisma.Sql) {
    return readMetric(this.#pool, ids, {
      labels: {
        ...claimPool,
        capacity_type: claimCapacityType,
        reason: Prisma.sql`w.reason`,
        consolidation_policy: Prisma.sql`coalesce(${snakeCase(Prisma.sql`k.termination->>'consolidationPolicy'`)}, '')`,
        termination_mode: Prisma.sql`CASE WHEN k.termination_grace_period IS NULL THEN 'graceful'
          WHEN k.termination_grace_period ~ '^(0+[hms])+$' THEN 'forceful' ELSE 'eventual' END`,
      },
      from: Prisma.sql`${ofClaims} CROSS JOIN LATERAL (SELECT coalesce(
        ${JSON.stringify(interruptionMetricNames)}::jsonb ->> (k.termination->>'interruption'),
        ${snakeCase(Prisma.sql`k.termination->>'reason'`)},
        ${JSON.stringify(launchFailureReasons)}::jsonb ->> (k.failure->>'code')) AS reason) w`,
      where: Prisma.sql`w.reason IS NOT NULL AND w.reason <> 'deleted_by_user'`,
      value,
    });
  }
}
