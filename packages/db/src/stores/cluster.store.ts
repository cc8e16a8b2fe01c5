import type { Cluster, ClusterHold, ClusterRepository, ClusterSettings } from '@kerf/application';
import { defaultClusterSettings, modeInForce, registrationSteps } from '@kerf/application';
import { AppError } from '@kerf/core';
import { clusterModes } from '@kerf/engine';
import { type Db, isUniqueViolation } from '../client.js';
import type { Cluster as ClusterModel, Prisma } from '../generated/client.js';
import {
  fromJson,
  fromNullableJson,
  oneOf,
  toDate,
  toInstant,
  toJson,
  toNullableDate,
  toNullableInstant,
  toNullableJson,
} from '../json.js';
import { createChangePublisher } from './change.publisher.js';

export const connectionStates = [
  'Checking',
  'Rejected',
  'Connecting',
  'Connected',
  'Unreachable',
] as const;

export function createClusterStore(db: Db): ClusterRepository {
  return {
    async insert(cluster) {
      try {
        await db.cluster.create({
          data: {
            ...toRow(cluster),
            id: cluster.id,
            createdAt: toDate(cluster.createdAt),
            version: 1,
          },
        });
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        throw new AppError({
          code: 'STATE.CONFLICT',
          message: `a cluster named ${cluster.name} is registered already`,
          fields: [{ path: 'name', message: 'is taken' }],
        });
      }
    },
    async find(id) {
      const row = await db.cluster.findUnique({ where: { id } });
      return row === null ? null : toCluster(row);
    },
    async findByName(name) {
      const row = await db.cluster.findUnique({ where: { name } });
      return row === null ? null : toCluster(row);
    },
    async list() {
      return (await db.cluster.findMany({ orderBy: { name: 'asc' } })).map(toCluster);
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
    facts: toNullableJson(cluster.facts),
    mode: cluster.configuredMode,
    hold: toNullableJson(cluster.hold),
    interruptionQueue: cluster.interruptionQueue,
    settings: toJson(cluster.settings),
    connectionState: cluster.connection.state,
    connectionProblem: cluster.connection.problem,
    syncedAt: toNullableDate(cluster.connection.syncedAt),
    connectionChangedAt: toDate(cluster.connection.changedAt),
    checks: toJson(cluster.checks),
  } satisfies Partial<Prisma.ClusterUncheckedCreateInput>;
}

export function toCluster(row: ClusterModel): Cluster {
  const configuredMode = oneOf(clusterModes, row.mode);
  const hold = fromNullableJson<ClusterHold>(row.hold);
  return {
    id: row.id,
    name: row.name,
    region: row.region,
    endpoint: row.endpoint,
    certificateAuthority: row.certificateAuthority,
    endpointIsGiven: row.endpointIsGiven,
    roleArn: row.roleArn,
    externalId: row.externalId,
    facts: fromNullableJson(row.facts),
    configuredMode,
    hold,
    mode: modeInForce({ configuredMode, hold }),
    interruptionQueue: row.interruptionQueue,
    // Rows keep the settings that there were when they were written; later ones are at their default.
    settings: { ...defaultClusterSettings, ...fromJson<Partial<ClusterSettings>>(row.settings) },
    connection: {
      state: oneOf(connectionStates, row.connectionState),
      problem: row.connectionProblem,
      syncedAt: toNullableInstant(row.syncedAt),
      changedAt: toInstant(row.connectionChangedAt),
    },
    checks: fromJson<Cluster['checks']>(row.checks).filter((check) =>
      registrationSteps.includes(check.step),
    ),
    createdAt: toInstant(row.createdAt),
    version: row.version,
  };
}
