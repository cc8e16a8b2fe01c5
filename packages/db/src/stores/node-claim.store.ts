import {
  type LaunchOptions,
  type NodeClaim,
  type NodeClaimRepository,
  nodeClaimStates,
} from '@kerf/application';
import { AppError, type ClusterId, type NodeClaimId } from '@kerf/core';
import { z } from 'zod';
import type { Db } from '../client.js';
import { type NodeClaim as NodeClaimModel, Prisma } from '../generated/client.js';
import {
  claimDrift,
  claimPlan,
  claimTermination,
  launchedInstance,
  launchFailure,
  launchOptions as launchOptionsFormat,
  standaloneObject,
} from '../json/claim.js';
import type { Stored } from '../json/format.js';
import { parseRows } from '../json/rows.js';
import type { UnreadableRecords } from '../json/unreadable-records.js';
import { text, texts } from '../json/values.js';
import { oneOf, toInstant, toNullableInstant } from '../json.js';
import { claimOutcomeRow, keysOf, selectOutcomes } from './claim-outcomes.js';
import { claimIdentity } from './row-keys.js';

const omit = { launchOptions: true } as const;
const idRows = z.array(z.object({ id: text, providerId: text }));

export function createNodeClaimStore(db: Db, unreadable: UnreadableRecords): NodeClaimRepository {
  const reader = { db, unreadable };
  const first = async (where: Prisma.NodeClaimWhereInput): Promise<NodeClaim | null> => {
    const row = await db.nodeClaim.findFirst({ where, omit });
    return unreadable.oneOrNull(row, toNodeClaim, claimIdentity);
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
      return unreadable.readable(rows, toNodeClaim, claimIdentity);
    },
    findByProviderId: (clusterId, providerId) => first({ clusterId, providerId }),
    async findByName(clusterId, name) {
      // IDs sort by creation time, and a name is reused only after its NodeClaim has ended.
      const row = await db.nodeClaim.findFirst({
        where: { clusterId, name },
        orderBy: { id: 'desc' },
        omit,
      });
      return unreadable.oneOrNull(row, toNodeClaim, claimIdentity);
    },
    async idsByProviderId(clusterId, providerIds) {
      // As a query of Prisma, thousands of parameters would be compiled, for half a second.
      const rows: unknown = await db.$queryRaw`
        SELECT id, provider_id AS "providerId" FROM node_claims
        WHERE cluster_id = ${clusterId} AND provider_id = ANY(${[...providerIds]})`;
      return new Map(idRows.parse(rows).map(({ id, providerId }) => [providerId, id]));
    },
    async inStates(clusterId, states) {
      const rows = await db.nodeClaim.findMany({
        where: { clusterId, state: { in: [...states] } },
        orderBy: { id: 'asc' },
        omit,
      });
      return unreadable.readable(rows, toNodeClaim, claimIdentity);
    },
    capacities: (clusterId, nodePool, states) =>
      readCapacities(reader, [clusterId, nodePool, states]),
    outcomes: (...pools) => readOutcomes(db, pools),
    async save(claim) {
      const [saved] = await saveClaims(db, [claim]);
      return saved ?? null;
    },
    saveAll: (claims) => saveClaims(db, claims),
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
  if (claims.length === 0) return;
  const rows = claims.map((claim) => ({
    ...toRow(claim),
    launchOptions: launchOptionsFormat.writeNullable(launchOptions.get(claim.id)),
  }));
  const insert = Prisma.sql`
    INSERT INTO node_claims (
      id, cluster_id, name, node_pool, node_class, node_pool_hash, node_class_hash, decision_id, state,
      plan, expire_after, termination_grace_period, standalone, object_uid, launch_options, instance, provider_id, node_name, failure, termination, requested_at,
      launched_at, registered_at, initialized_at, terminated_at, version)
    SELECT
      id, "clusterId", name, "nodePool", "nodeClass", "nodePoolHash", "nodeClassHash", "decisionId", state,
      plan, "expireAfter", "terminationGracePeriod", nullif(standalone, 'null'), "objectUid", nullif("launchOptions", 'null'), nullif(instance, 'null'), "providerId", "nodeName",
      nullif(failure, 'null'), nullif(termination, 'null'), to_timestamp("requestedAt" / 1000.0),
      to_timestamp("launchedAt" / 1000.0), to_timestamp("registeredAt" / 1000.0),
      to_timestamp("initializedAt" / 1000.0), to_timestamp("terminatedAt" / 1000.0), 1
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x(
      id text, "clusterId" text, name text, "nodePool" text, "nodeClass" text, "nodePoolHash" text,
      "nodeClassHash" text, "decisionId" text, state text, plan jsonb, "expireAfter" text,
      "terminationGracePeriod" text, standalone jsonb, "objectUid" text, "launchOptions" jsonb,
      instance jsonb, "providerId" text, "nodeName" text, failure jsonb, termination jsonb,
      "requestedAt" double precision, "launchedAt" double precision, "registeredAt" double precision,
      "initializedAt" double precision, "terminatedAt" double precision)
    ON CONFLICT DO NOTHING`;
  // All or none: the caller's transaction ends with the conflict.
  if ((await db.$executeRaw(insert)) < claims.length) {
    throw new AppError({
      code: 'STATE.CONFLICT',
      message: `A NodeClaim is already recorded: ${claims.map(({ name }) => name).join(', ')}`,
      retry: { kind: 'backoff' },
    });
  }
}

/** Saves the changed state of NodeClaims; identity and request stay as inserted. */
async function saveClaims(db: Db, claims: readonly NodeClaim[]): Promise<readonly NodeClaim[]> {
  if (claims.length === 0) return [];
  const rows = claims.map((claim) => {
    const { plan: _, standalone: _terms, ...row } = toRow(claim);
    return row;
  });
  const saved: unknown = await db.$queryRaw`
    UPDATE node_claims AS c SET
      state = x.state,
      instance = nullif(x.instance, 'null'),
      provider_id = x."providerId",
      node_name = x."nodeName",
      failure = nullif(x.failure, 'null'),
      termination = nullif(x.termination, 'null'),
      launched_at = to_timestamp(x."launchedAt" / 1000.0),
      registered_at = to_timestamp(x."registeredAt" / 1000.0),
      initialized_at = to_timestamp(x."initializedAt" / 1000.0),
      terminated_at = to_timestamp(x."terminatedAt" / 1000.0),
      version = c.version + 1
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x(
      id text, version integer, state text, instance jsonb, "providerId" text, "nodeName" text,
      failure jsonb, termination jsonb, "launchedAt" double precision,
      "registeredAt" double precision, "initializedAt" double precision,
      "terminatedAt" double precision)
    WHERE c.id = x.id AND c.version = x.version
    RETURNING c.id`;
  const ids = new Set(parseRows(idRow, saved).map(({ id }) => id));
  return claims
    .filter(({ id }) => ids.has(id))
    .map((claim) => ({ ...claim, version: claim.version + 1 }));
}

const idRow = z.object({ id: text });

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
  const read = unreadable.readable(
    rows,
    ({ id, launchOptions }) => ({ id, options: launchOptionsFormat.readNullable(launchOptions) }),
    claimIdentity,
  );
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
  const read = unreadable.readable(
    rows,
    ({ id, instance }) => ({ id, instance: launchedInstance.readNullable(instance) }),
    claimIdentity,
  );
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

/** Sent as one JSON parameter, because Prisma is several times slower with many rows. */
const toRow = ({ terms, ...claim }: NodeClaim) => ({
  ...claim,
  ...terms,
  plan: claimPlan.write(claim.plan),
  standalone: standaloneObject.writeNullable(claim.standalone),
  instance: launchedInstance.writeNullable(claim.instance),
  failure: launchFailure.writeNullable(claim.failure),
  termination: claimTermination.writeNullable(claim.termination),
  providerId: claim.instance?.providerId ?? null,
  objectUid: claim.standalone?.objectUid ?? null,
});

type NodeClaimRow = Stored<
  Omit<NodeClaimModel, 'launchOptions'>,
  'plan' | 'standalone' | 'instance' | 'failure' | 'termination' | 'drift'
>;

/** @throws UnreadableRecord */
function toNodeClaim(row: NodeClaimRow): NodeClaim {
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
    plan: claimPlan.read(row.plan),
    terms: {
      expireAfter: row.expireAfter,
      terminationGracePeriod: row.terminationGracePeriod,
    },
    standalone: standaloneObject.readNullable(row.standalone),
    instance: launchedInstance.readNullable(row.instance),
    nodeName: row.nodeName,
    failure: launchFailure.readNullable(row.failure),
    termination: claimTermination.readNullable(row.termination),
    drift: claimDrift.readNullable(row.drift),
    lastPodEventAt: toNullableInstant(row.lastPodEventAt),
    requestedAt: toInstant(row.requestedAt),
    launchedAt: toNullableInstant(row.launchedAt),
    registeredAt: toNullableInstant(row.registeredAt),
    initializedAt: toNullableInstant(row.initializedAt),
    terminatedAt: toNullableInstant(row.terminatedAt),
    version: row.version,
  };
}
