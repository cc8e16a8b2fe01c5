import type { NodeRow, PodRow, ReadModelRepository } from '@kerf/application';
import type { Db } from '../client.js';
import { budgetStatus } from '../json/decision.js';
import {
  nodeAmounts,
  nodeBlockers,
  nodeLabels,
  nodeTaints,
  overlaySpec,
  overlayState,
  podRequests,
  podVerdict,
} from '../json/read-model.js';
import { orDbNull, toDate } from '../json.js';

/**
 * Creates the read-model store. It sends rows as one JSON parameter per statement: thousands of
 * rows, one round trip.
 */
export function createReadModelStore(db: Db): ReadModelRepository {
  return {
    async applyNodes(clusterId, changed, goneNames) {
      if (changed.length > 0) await upsertNodes(db, changed);
      if (goneNames.length > 0) {
        await db.$executeRaw`DELETE FROM node_rows WHERE cluster_id = ${clusterId} AND name = ANY(${goneNames})`;
      }
    },
    async applyPods(clusterId, changed, goneUids) {
      if (changed.length > 0) await upsertPods(db, changed);
      if (goneUids.length > 0) {
        await db.$executeRaw`DELETE FROM pod_rows WHERE cluster_id = ${clusterId} AND uid = ANY(${goneUids})`;
        await db.$executeRaw`DELETE FROM pod_verdicts WHERE cluster_id = ${clusterId} AND pod_uid = ANY(${goneUids})`;
      }
    },
    async retainOnly(clusterId, keep) {
      await db.$executeRaw`DELETE FROM node_rows WHERE cluster_id = ${clusterId} AND name <> ALL(${keep.nodeNames})`;
      await db.$executeRaw`DELETE FROM pod_rows WHERE cluster_id = ${clusterId} AND uid <> ALL(${keep.podUids})`;
      await db.$executeRaw`DELETE FROM pod_verdicts WHERE cluster_id = ${clusterId} AND pod_uid <> ALL(${keep.podUids})`;
    },
    async areManaged(clusterId, nodeNames) {
      const rows = await db.nodeRow.findMany({
        where: { clusterId, name: { in: [...nodeNames] } },
        select: { name: true, nodeClaimId: true },
      });
      return new Map(rows.map(({ name, nodeClaimId }) => [name, nodeClaimId !== null]));
    },
    async saveVerdicts(rows) {
      if (rows.length === 0) return;
      const json = JSON.stringify(
        rows.map((row) => ({ ...row, verdict: podVerdict.write(row.verdict) })),
      );
      await db.$executeRaw`
        INSERT INTO pod_verdicts (cluster_id, pod_uid, evaluated_at, batch_id, verdict)
        SELECT "clusterId", "podUid", to_timestamp("evaluatedAt" / 1000.0), "batchId", verdict
        FROM jsonb_to_recordset(${json}::jsonb) AS x(
          "clusterId" text, "podUid" text, "evaluatedAt" double precision, "batchId" text, verdict jsonb)
        ON CONFLICT (cluster_id, pod_uid) DO UPDATE SET
          evaluated_at = EXCLUDED.evaluated_at, batch_id = EXCLUDED.batch_id, verdict = EXCLUDED.verdict`;
    },
    async saveNodeOverlays(clusterId, rows) {
      await db.nodeOverlayRow.deleteMany({ where: { clusterId } });
      await db.nodeOverlayRow.createMany({
        data: rows.map(({ name, spec, state }) => ({
          clusterId,
          name,
          spec: orDbNull(overlaySpec.writeNullable(spec)),
          state: overlayState.write(state),
        })),
      });
    },
    async saveBudgets(clusterId, asOf, budgets) {
      await db.budgetStatus.deleteMany({ where: { clusterId } });
      await db.budgetStatus.createMany({
        data: budgets.map((status) => ({
          clusterId,
          nodePool: status.nodePool,
          reason: status.reason,
          asOf: toDate(asOf),
          status: budgetStatus.write(status),
        })),
      });
    },
  };
}

async function upsertNodes(db: Db, rows: readonly NodeRow[]): Promise<void> {
  const json = JSON.stringify(
    rows.map((row) => ({
      ...row,
      labels: nodeLabels.write(row.labels),
      taints: nodeTaints.write(row.taints),
      capacity: nodeAmounts.write(row.capacity),
      allocatable: nodeAmounts.write(row.allocatable),
      requested: nodeAmounts.write(row.requested),
      blockers: nodeBlockers.write(row.blockers),
      cpuAllocatableMilli: row.allocatable['cpu'] ?? 0,
      cpuRequestedMilli: row.requested['cpu'] ?? 0,
      memoryAllocatable: row.allocatable['memory'] ?? 0,
      memoryRequested: row.requested['memory'] ?? 0,
    })),
  );
  await db.$executeRaw`
    INSERT INTO node_rows (
      cluster_id, name, provider_id, node_pool, node_claim_id, instance_type, zone, capacity_type, arch,
      price_micro_usd_per_hour, labels, taints, capacity, allocatable, requested, cpu_allocatable_milli,
      cpu_requested_milli, memory_allocatable_bytes, memory_requested_bytes, pod_count, state, blockers,
      blockers_evaluated_at, created_at, as_of)
    SELECT
      "clusterId", name, "providerId", "nodePool", "nodeClaimId", "instanceType", zone, "capacityType", arch,
      "priceMicroUsdPerHour", labels, taints, capacity, allocatable, requested, "cpuAllocatableMilli",
      "cpuRequestedMilli", "memoryAllocatable", "memoryRequested", "podCount", state, blockers,
      to_timestamp("blockersEvaluatedAt" / 1000.0), to_timestamp("createdAt" / 1000.0),
      to_timestamp("asOf" / 1000.0)
    FROM jsonb_to_recordset(${json}::jsonb) AS x(
      "clusterId" text, name text, "providerId" text, "nodePool" text, "nodeClaimId" text,
      "instanceType" text, zone text, "capacityType" text, arch text, "priceMicroUsdPerHour" bigint,
      labels jsonb, taints jsonb, capacity jsonb, allocatable jsonb, requested jsonb,
      "cpuAllocatableMilli" bigint, "cpuRequestedMilli" bigint, "memoryAllocatable" bigint,
      "memoryRequested" bigint, "podCount" int, state text, blockers jsonb,
      "blockersEvaluatedAt" double precision, "createdAt" double precision, "asOf" double precision)
    ON CONFLICT (cluster_id, name) DO UPDATE SET
      provider_id = EXCLUDED.provider_id, node_pool = EXCLUDED.node_pool,
      node_claim_id = EXCLUDED.node_claim_id, instance_type = EXCLUDED.instance_type,
      zone = EXCLUDED.zone, capacity_type = EXCLUDED.capacity_type, arch = EXCLUDED.arch,
      price_micro_usd_per_hour = EXCLUDED.price_micro_usd_per_hour, labels = EXCLUDED.labels,
      taints = EXCLUDED.taints, capacity = EXCLUDED.capacity, allocatable = EXCLUDED.allocatable,
      requested = EXCLUDED.requested, cpu_allocatable_milli = EXCLUDED.cpu_allocatable_milli,
      cpu_requested_milli = EXCLUDED.cpu_requested_milli,
      memory_allocatable_bytes = EXCLUDED.memory_allocatable_bytes,
      memory_requested_bytes = EXCLUDED.memory_requested_bytes, pod_count = EXCLUDED.pod_count,
      state = EXCLUDED.state, blockers = EXCLUDED.blockers,
      blockers_evaluated_at = EXCLUDED.blockers_evaluated_at, created_at = EXCLUDED.created_at,
      as_of = EXCLUDED.as_of`;
}

async function upsertPods(db: Db, rows: readonly PodRow[]): Promise<void> {
  const json = JSON.stringify(
    rows.map((row) => ({ ...row, requests: podRequests.write(row.requests) })),
  );
  await db.$executeRaw`
    INSERT INTO pod_rows (
      cluster_id, uid, namespace, name, owner_kind, owner_name, node_name, phase, is_daemon, requests,
      created_at, scheduler_message, as_of)
    SELECT
      "clusterId", uid, namespace, name, "ownerKind", "ownerName", "nodeName", phase, "isDaemon", requests,
      to_timestamp("createdAt" / 1000.0), "schedulerMessage", to_timestamp("asOf" / 1000.0)
    FROM jsonb_to_recordset(${json}::jsonb) AS x(
      "clusterId" text, uid text, namespace text, name text, "ownerKind" text, "ownerName" text,
      "nodeName" text, phase text, "isDaemon" boolean, requests jsonb, "createdAt" double precision,
      "schedulerMessage" text, "asOf" double precision)
    ON CONFLICT (cluster_id, uid) DO UPDATE SET
      owner_kind = EXCLUDED.owner_kind, owner_name = EXCLUDED.owner_name,
      node_name = EXCLUDED.node_name, phase = EXCLUDED.phase, is_daemon = EXCLUDED.is_daemon,
      requests = EXCLUDED.requests, scheduler_message = EXCLUDED.scheduler_message,
      as_of = EXCLUDED.as_of`;
}
