import {
  type LaunchOptions,
  type NodeClaim,
  type NodeClaimRepository,
  nodeClaimStates,
} from '@kerf/application';
import { AppError, type ClusterId, type NodeClaimId } from '@kerf/core';
import { z } from 'zod';
import type { Db } from '../client.js';
import type { Prisma } from '../generated/client.js';
import {
  claimDrift,
  launchedInstance,
  launchOptions as launchOptionsFormat,
} from '../json/formats.js';
import { parseRows } from '../json/rows.js';
import type { UnreadableRecords } from '../json/unreadable-records.js';
import { oneOf, toNullableInstant } from '../json.js';
import { text, texts } from '../tables/columns.js';
import { nodeClaims } from '../tables/node-claims.js';
import { insertMissing, saveRow, saveRows } from '../tables/table.js';
import { claimOutcomeRow, keysOf, selectOutcomes } from './claim-outcomes.js';

const omit = { launchOptions: true } as const;
const idRows = z.array(z.object({ id: text, providerId: text }));

export function createNodeClaimStore(db: Db, unreadable: UnreadableRecords): NodeClaimRepository {
  const reader = { db, unreadable };
  const first = async (where: Prisma.NodeClaimWhereInput): Promise<NodeClaim | null> => {
    const row = await db.nodeClaim.findFirst({ where, omit });
    return unreadable.oneOrNull(row, nodeClaims);
  };
  return {
    insert: (claims, launchOptions = new Map()) => insertClaims(db, claims, launchOptions),
    launchOptions: (ids) => readLaunchOptions(reader, ids),
    optionNames: (clusterId) => readOptionNames(db, clusterId),
    async progressOf(ids) {
      const rows = await db.nodeClaim.findMany({
        where: { id: { in: [...ids] } },
        select: { id: true, state: true, initializedAt: true },
      });
      return rows.map(({ id, state, initializedAt }) => ({
        id,
        state: oneOf(nodeClaimStates, state),
        initializedAt: toNullableInstant(initializedAt),
      }));
    },
    find: (id) => first({ id }),
    async findAll(ids) {
      const where = { id: { in: [...ids] } };
      const rows = await db.nodeClaim.findMany({ where, orderBy: { id: 'asc' }, omit });
      return unreadable.readable(rows, nodeClaims);
    },
    findByProviderId: (clusterId, providerId) => first({ clusterId, providerId }),
    async findByName(clusterId, name) {
      // IDs sort by creation time, and a name is reused only after its NodeClaim has ended.
      const row = await db.nodeClaim.findFirst({
        where: { clusterId, name },
        orderBy: { id: 'desc' },
        omit,
      });
      return unreadable.oneOrNull(row, nodeClaims);
    },
    async idsByProviderId(clusterId, providerIds) {
      // As a query of Prisma, thousands of parameters would be compiled, for half a second.
      const rows: unknown = await db.$queryRaw`
        SELECT id, provider_id AS "providerId" FROM node_claims
        WHERE cluster_id = ${clusterId} AND provider_id = ANY(${[...providerIds]})`;
      return new Map(idRows.parse(rows).map(({ id, providerId }) => [providerId, id]));
    },
    inStates: async (clusterId, states) =>
      unreadable.readable(
        await db.nodeClaim.findMany({
          where: { clusterId, state: { in: [...states] } },
          orderBy: { id: 'asc' },
          omit,
        }),
        nodeClaims,
      ),
    capacities: (clusterId, nodePool, states) =>
      readCapacities(reader, [clusterId, nodePool, states]),
    outcomes: (...pools) => readOutcomes(db, pools),
    save: (claim) => saveRow(db, nodeClaims, claim),
    saveAll: (claims) => saveRows(db, nodeClaims, claims),
    setDrifts: (clusterId, drifts) => setDrifts(db, clusterId, drifts),
    setHashes: (clusterId, hashes) => setHashes(db, clusterId, hashes),
    setInstances: (clusterId, instances) => setInstances(db, clusterId, instances),
    touchPodEvents: (clusterId, moves) => touchPodEvents(db, clusterId, moves),
  };
}

async function readOutcomes(
  db: Db,
  [clusterId, nodePools, count]: Parameters<NodeClaimRepository['outcomes']>,
): ReturnType<NodeClaimRepository['outcomes']> {
  const rows = parseRows(
    claimOutcomeRow,
    await db.$queryRaw(selectOutcomes(keysOf(clusterId, nodePools), count)),
  );
  const byPool = Map.groupBy(rows, ({ nodePool }) => nodePool);
  return new Map(
    [...byPool].map(([name, ofPool]) => [
      name,
      ofPool.map(({ at, failure, detail }) => ({ at, failure, detail })),
    ]),
  );
}

async function insertClaims(
  db: Db,
  claims: readonly NodeClaim[],
  launchOptions: ReadonlyMap<NodeClaimId, LaunchOptions>,
): Promise<void> {
  const rows = claims.map((claim) => ({ ...claim, launchOptions: launchOptions.get(claim.id) }));
  // All or none: the caller's transaction ends with the conflict.
  if ((await insertMissing(db, nodeClaims, rows)) < claims.length) {
    throw new AppError({
      code: 'STATE.CONFLICT',
      message: `A NodeClaim is already recorded: ${claims.map(({ name }) => name).join(', ')}`,
      retry: { kind: 'backoff' },
    });
  }
}

interface Reader {
  readonly db: Db;
  readonly unreadable: UnreadableRecords;
}

async function readLaunchOptions(
  { db, unreadable }: Reader,
  ids: readonly NodeClaimId[],
): Promise<ReadonlyMap<NodeClaimId, LaunchOptions>> {
  const rows = await db.nodeClaim.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, clusterId: true, name: true, launchOptions: true },
  });
  const read = unreadable.readable(rows, {
    ...nodeClaims,
    read: ({ id, launchOptions }) => ({
      id,
      options: launchOptionsFormat.readNullable(launchOptions),
    }),
  });
  return new Map(
    read.flatMap(({ id, options }) => (options === null ? [] : [[id, options] as const])),
  );
}

async function readCapacities(
  { db, unreadable }: Reader,
  [clusterId, nodePool, states]: Parameters<NodeClaimRepository['capacities']>,
): ReturnType<NodeClaimRepository['capacities']> {
  const rows = await db.nodeClaim.findMany({
    where: { clusterId, nodePool, state: { in: [...states] } },
    select: { id: true, clusterId: true, name: true, instance: true },
  });
  const read = unreadable.readable(rows, {
    ...nodeClaims,
    read: ({ id, instance }) => ({ id, instance: launchedInstance.readNullable(instance) }),
  });
  return new Map(read.map(({ id, instance }) => [id, instance?.capacity ?? null]));
}

const optionNamesRow = z.object({ id: text, names: texts });

async function readOptionNames(
  db: Db,
  clusterId: ClusterId,
): Promise<ReadonlyMap<NodeClaimId, readonly string[]>> {
  const rows: unknown = await db.$queryRaw`
    SELECT id, ARRAY(
      SELECT option->>'name' FROM jsonb_array_elements(launch_options->'instanceTypes') AS option
    ) AS names
    FROM node_claims
    WHERE cluster_id = ${clusterId} AND state IN ('Requested', 'Launching')
      AND launch_options IS NOT NULL`;
  return new Map(parseRows(optionNamesRow, rows).map(({ id, names }) => [id, names]));
}

async function setDrifts(
  db: Db,
  ...[clusterId, drifts]: Parameters<NodeClaimRepository['setDrifts']>
): Promise<void> {
  const rows = drifts.map(({ id, drift }) => ({ id, drift: claimDrift.writeNullable(drift) }));
  await db.$executeRaw`
    UPDATE node_claims AS c SET drift = nullif(x.drift, 'null')
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x(id text, drift jsonb)
    WHERE c.cluster_id = ${clusterId} AND c.id = x.id`;
}

async function setHashes(
  db: Db,
  ...[clusterId, hashes]: Parameters<NodeClaimRepository['setHashes']>
): Promise<void> {
  await db.$executeRaw`
    UPDATE node_claims AS c
    SET node_pool_hash = x."nodePoolHash", node_class_hash = x."nodeClassHash"
    FROM jsonb_to_recordset(${JSON.stringify(hashes)}::jsonb)
      AS x(id text, "nodePoolHash" text, "nodeClassHash" text)
    WHERE c.cluster_id = ${clusterId} AND c.id = x.id`;
}

async function setInstances(
  db: Db,
  ...[clusterId, instances]: Parameters<NodeClaimRepository['setInstances']>
): Promise<void> {
  const rows = instances.map(({ id, ...origin }) => ({ id, origin }));
  await db.$executeRaw`
    UPDATE node_claims AS c
    SET instance = c.instance || x.origin
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x(id text, origin jsonb)
    WHERE c.cluster_id = ${clusterId} AND c.id = x.id AND c.instance IS NOT NULL`;
}

async function touchPodEvents(
  db: Db,
  ...[clusterId, moves]: Parameters<NodeClaimRepository['touchPodEvents']>
): Promise<void> {
  await db.$executeRaw`
    UPDATE node_claims AS c SET last_pod_event_at = m.at
    FROM (
      SELECT x."nodeName" AS node_name, to_timestamp(max(x.at) / 1000.0) AS at
      FROM jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) AS x("nodeName" text, at double precision)
      GROUP BY 1
    ) AS m
    WHERE c.cluster_id = ${clusterId} AND c.node_name = m.node_name
      AND (c.last_pod_event_at IS NULL OR c.last_pod_event_at < m.at)`;
}
