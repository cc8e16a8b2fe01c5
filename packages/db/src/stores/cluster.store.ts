import {
  type Cluster,
  type ClusterRepository,
  defaultClusterSettings,
  modeInForce,
} from '@kerf/application';
import { clusterModes } from '@kerf/engine';
import type { Db } from '../client.js';
import type { Cluster as ClusterModel, Prisma } from '../generated/client.js';
import {
  clusterFacts,
  clusterHold,
  clusterSettings,
  registrationChecks,
  zonalShifts,
} from '../json/cluster.js';
import type { Stored } from '../json/format.js';
import type { RowIdentity, UnreadableRecords } from '../json/unreadable-records.js';
import { oneOf, orDbNull, toDate, toInstant, toNullableDate, toNullableInstant } from '../json.js';
import { insertOnce, skipDuplicates } from './insert-once.js';
import { createChangePublisher } from './notices.js';

export const connectionStates = [
  'Checking',
  'Rejected',
  'Connecting',
  'Connected',
  'Unreachable',
] as const;

export function createClusterStore(db: Db, unreadable: UnreadableRecords): ClusterRepository {
  return {
    async insert(cluster) {
      const { id, name } = cluster;
      const data = { ...toRow(cluster), id, createdAt: toDate(cluster.createdAt), version: 1 };
      await insertOnce(
        () => db.cluster.createMany({ data: [data], skipDuplicates }),
        () => ({
          code: 'STATE.CONFLICT',
          message: `A cluster named ${name} is already registered.`,
          fields: [{ path: 'name', message: 'is taken' }],
        }),
      );
    },
    async find(id) {
      const row = await db.cluster.findUnique({ where: { id } });
      return unreadable.oneOrNull(row, toCluster, clusterIdentity);
    },
    async findByName(name) {
      const row = await db.cluster.findUnique({ where: { name } });
      return unreadable.oneOrNull(row, toCluster, clusterIdentity);
    },
    async list() {
      const rows = await db.cluster.findMany({ orderBy: { name: 'asc' } });
      return unreadable.readable(rows, toCluster, clusterIdentity);
    },
    async save(cluster) {
      const { count } = await db.cluster.updateMany({
        where: { id: cluster.id, version: cluster.version },
        data: { ...toRow(cluster), version: { increment: 1 } },
      });
      return count === 0
        ? null
        : { ...cluster, mode: modeInForce(cluster), version: cluster.version + 1 };
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

function toRow(cluster: Cluster) {
  return {
    name: cluster.name,
    region: cluster.region,
    endpoint: cluster.endpoint,
    certificateAuthority: cluster.certificateAuthority,
    endpointIsGiven: cluster.endpointIsGiven,
    roleArn: cluster.roleArn,
    externalId: cluster.externalId,
    facts: orDbNull(clusterFacts.writeNullable(cluster.facts)),
    mode: cluster.configuredMode,
    hold: orDbNull(clusterHold.writeNullable(cluster.hold)),
    interruptionQueue: cluster.interruptionQueue,
    settings: clusterSettings.write(cluster.settings),
    zonalShifts: zonalShifts.write(cluster.zonalShifts),
    connectionState: cluster.connection.state,
    connectionProblem: cluster.connection.problem,
    syncedAt: toNullableDate(cluster.connection.syncedAt),
    connectionChangedAt: toDate(cluster.connection.changedAt),
    checks: registrationChecks.write(cluster.checks),
  } satisfies Partial<Prisma.ClusterUncheckedCreateInput>;
}

export type ClusterRow = Stored<
  ClusterModel,
  'facts' | 'hold' | 'settings' | 'zonalShifts' | 'checks'
>;

export const clusterIdentity = ({ id, name }: Pick<ClusterRow, 'id' | 'name'>): RowIdentity => ({
  clusterId: id,
  object: `Cluster/${name}`,
});

/** @throws UnreadableRecord */
export function toCluster(row: ClusterRow): Cluster {
  const configuredMode = oneOf(clusterModes, row.mode);
  const hold = clusterHold.readNullable(row.hold);
  return {
    id: row.id,
    name: row.name,
    region: row.region,
    endpoint: row.endpoint,
    certificateAuthority: row.certificateAuthority,
    endpointIsGiven: row.endpointIsGiven,
    roleArn: row.roleArn,
    externalId: row.externalId,
    facts: clusterFacts.readNullable(row.facts),
    configuredMode,
    hold,
    mode: modeInForce({ configuredMode, hold }),
    interruptionQueue: row.interruptionQueue,
    settings: { ...defaultClusterSettings, ...clusterSettings.read(row.settings) },
    zonalShifts: zonalShifts.readNullable(row.zonalShifts) ?? [],
    connection: {
      state: oneOf(connectionStates, row.connectionState),
      problem: row.connectionProblem,
      syncedAt: toNullableInstant(row.syncedAt),
      changedAt: toInstant(row.connectionChangedAt),
    },
    checks: registrationChecks.read(row.checks),
    createdAt: toInstant(row.createdAt),
    version: row.version,
  };
}
