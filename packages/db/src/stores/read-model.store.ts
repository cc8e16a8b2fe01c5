import type { ReadModelRepository } from '@kerf/application';
import type { Db } from '../client.js';
import {
  budgetStatuses,
  nodeOverlayRows,
  nodeRows,
  podRows,
  podVerdicts,
} from '../tables/read-model.js';
import { insertRows } from '../tables/table.js';

/**
 * Creates the read-model store. It sends rows as one JSON parameter per statement: thousands of
 * rows, one round trip.
 */
export function createReadModelStore(db: Db): ReadModelRepository {
  return {
    async applyNodes(clusterId, changed, goneNames) {
      if (changed.length > 0) await db.$executeRaw(nodeRows.upsert(changed));
      if (goneNames.length > 0) {
        await db.$executeRaw`DELETE FROM node_rows WHERE cluster_id = ${clusterId} AND name = ANY(${goneNames})`;
      }
    },
    async applyPods(clusterId, changed, goneUids) {
      if (changed.length > 0) await db.$executeRaw(podRows.upsert(changed));
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
      if (rows.length > 0) await db.$executeRaw(podVerdicts.upsert(rows));
    },
    async saveNodeOverlays(clusterId, rows) {
      await db.nodeOverlayRow.deleteMany({ where: { clusterId } });
      await insertRows(db, nodeOverlayRows, rows);
    },
    async saveBudgets(clusterId, asOf, budgets) {
      await db.budgetStatus.deleteMany({ where: { clusterId } });
      const rows = budgets.map((status) => ({ ...status, clusterId, asOf }));
      await insertRows(db, budgetStatuses, rows);
    },
  };
}
