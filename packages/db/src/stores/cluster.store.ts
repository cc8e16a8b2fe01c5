import { type ClusterRepository, modeInForce } from '@kerf/application';
import type { Db } from '../client.js';
import type { UnreadableRecords } from '../json/unreadable-records.js';
import { toDate } from '../json.js';
import { clusters } from '../tables/clusters.js';
import { insertOnce, saveRow } from '../tables/table.js';
import { createChangePublisher } from './notices.js';

export function createClusterStore(db: Db, unreadable: UnreadableRecords): ClusterRepository {
  return {
    insert: (cluster) =>
      insertOnce(db, clusters, cluster, () => ({
        code: 'STATE.CONFLICT',
        message: `A cluster named ${cluster.name} is already registered.`,
        fields: [{ path: 'name', message: 'is taken' }],
      })),
    find: async (id) =>
      unreadable.oneOrNull(await db.cluster.findUnique({ where: { id } }), clusters),
    findByName: async (name) =>
      unreadable.oneOrNull(await db.cluster.findUnique({ where: { name } }), clusters),
    list: async () =>
      unreadable.readable(await db.cluster.findMany({ orderBy: { name: 'asc' } }), clusters),
    async save(cluster) {
      const saved = await saveRow(db, clusters, cluster);
      return saved === null ? null : { ...saved, mode: modeInForce(cluster) };
    },
    async touchSynced(id, at) {
      const { count } = await db.cluster.updateMany({
        where: { id },
        data: { syncedAt: toDate(at) },
      });
      if (count === 0) return;
      await createChangePublisher(db).publish({ topic: 'sync', clusterId: id, id, version: at });
    },
    async revision(clusterId) {
      const row = await db.clusterRevision.findUnique({ where: { clusterId } });
      return Number(row?.revision ?? 0);
    },
    async remove(id) {
      await db.cluster.deleteMany({ where: { id } });
    },
  };
}
