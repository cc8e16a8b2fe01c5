import type { NodeClaim, NodeClaimRepository } from '@kerf/application';
import { nodeClaimStates } from '@kerf/application';
import type { Db } from '../client.js';
import type { NodeClaim as NodeClaimModel, Prisma } from '../generated/client.js';
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

export function createNodeClaimStore(db: Db): NodeClaimRepository {
  const first = async (where: Prisma.NodeClaimWhereInput): Promise<NodeClaim | null> => {
    const row = await db.nodeClaim.findFirst({ where });
    return row === null ? null : toNodeClaim(row);
  };
  return {
    async insert(claims) {
      await db.nodeClaim.createMany({
        data: claims.map((claim) => ({
          ...toRow(claim),
          id: claim.id,
          clusterId: claim.clusterId,
          plan: toJson(claim.plan),
          decisionId: claim.decisionId,
          requestedAt: toDate(claim.requestedAt),
          version: 1,
        })),
      });
    },
    find: (id) => first({ id }),
    findByProviderId: (clusterId, providerId) => first({ clusterId, providerId }),
    findByName: (clusterId, name) => first({ clusterId, name }),
    async idsByProviderId(clusterId, providerIds) {
      const rows = await db.nodeClaim.findMany({
        where: { clusterId, providerId: { in: [...providerIds] } },
        select: { id: true, providerId: true },
      });
      return new Map(
        rows.flatMap(({ id, providerId }) => (providerId === null ? [] : [[providerId, id]])),
      );
    },
    async inStates(clusterId, states) {
      const rows = await db.nodeClaim.findMany({
        where: { clusterId, state: { in: [...states] } },
        orderBy: { id: 'asc' },
      });
      return rows.map(toNodeClaim);
    },
    async save(claim) {
      const { count } = await db.nodeClaim.updateMany({
        where: { id: claim.id, version: claim.version },
        data: { ...toRow(claim), version: { increment: 1 } },
      });
      return count === 0 ? null : { ...claim, version: claim.version + 1 };
    },
    async touchPodEvents(clusterId, moves) {
      await db.$executeRaw`
        UPDATE node_claims AS c SET last_pod_event_at = m.at
        FROM (
          SELECT x."nodeName" AS node_name, to_timestamp(max(x.at) / 1000.0) AS at
          FROM jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) AS x("nodeName" text, at double precision)
          GROUP BY 1
        ) AS m
        WHERE c.cluster_id = ${clusterId} AND c.node_name = m.node_name
          AND (c.last_pod_event_at IS NULL OR c.last_pod_event_at < m.at)`;
    },
  };
}

function toRow(claim: NodeClaim) {
  return {
    name: claim.name,
    nodePool: claim.nodePool,
    nodeClass: claim.nodeClass,
    nodePoolHash: claim.nodePoolHash,
    nodeClassHash: claim.nodeClassHash,
    state: claim.state,
    instance: toNullableJson(claim.instance),
    providerId: claim.instance?.providerId ?? null,
    nodeName: claim.nodeName,
    failure: toNullableJson(claim.failure),
    termination: toNullableJson(claim.termination),
    launchedAt: toNullableDate(claim.launchedAt),
    registeredAt: toNullableDate(claim.registeredAt),
    initializedAt: toNullableDate(claim.initializedAt),
    terminatedAt: toNullableDate(claim.terminatedAt),
  } satisfies Partial<Prisma.NodeClaimUncheckedCreateInput>;
}

function toNodeClaim(row: NodeClaimModel): NodeClaim {
  return {
    id: row.id,
    clusterId: row.clusterId,
    name: row.name,
    nodePool: row.nodePool,
    nodeClass: row.nodeClass,
    nodePoolHash: row.nodePoolHash,
    nodeClassHash: row.nodeClassHash,
    decisionId: row.decisionId,
    state: oneOf(nodeClaimStates, row.state),
    plan: fromJson(row.plan),
    instance: fromNullableJson(row.instance),
    nodeName: row.nodeName,
    failure: fromNullableJson(row.failure),
    termination: fromNullableJson(row.termination),
    lastPodEventAt: toNullableInstant(row.lastPodEventAt),
    requestedAt: toInstant(row.requestedAt),
    launchedAt: toNullableInstant(row.launchedAt),
    registeredAt: toNullableInstant(row.registeredAt),
    initializedAt: toNullableInstant(row.initializedAt),
    terminatedAt: toNullableInstant(row.terminatedAt),
    version: row.version,
  };
}
