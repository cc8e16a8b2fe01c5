import type {
  Definition,
  DefinitionKind,
  DefinitionRefusal,
  DefinitionRepository,
  DefinitionRevision,
  DefinitionSource,
  NodeClassDefinition,
  NodePoolDefinition,
} from '@kerf/application';
import { definitionKinds } from '@kerf/application';
import { assertNever } from '@kerf/core';
import type { Db } from '../client.js';
import type {
  DefinitionRefusal as DefinitionRefusalRow,
  NodeClass,
  NodePool,
} from '../generated/client.js';
import {
  nodeClassResolution,
  nodeClassSpec,
  nodePoolSpec,
  revisionFindings,
  revisionSpec,
} from '../json/definition.js';
import { type Stored, UnreadableRecord } from '../json/format.js';
import type { RowIdentity, UnreadableRecords } from '../json/unreadable-records.js';
import { oneOf, orDbNull, toDate, toInstant, toNullableDate, toNullableInstant } from '../json.js';
import { insertOnce, skipDuplicates } from './insert-once.js';

const sources = ['Api', 'Cluster'] as const satisfies readonly DefinitionSource[];
const extents = [
  'Disruption',
  'Everything',
] as const satisfies readonly DefinitionRefusal['extent'][];

export function createDefinitionStore(db: Db, unreadable: UnreadableRecords): DefinitionRepository {
  return {
    async nodePools(clusterId) {
      const rows = await db.nodePool.findMany({ where: { clusterId }, orderBy: { name: 'asc' } });
      return unreadable.readable(rows, toNodePool, nodePoolIdentity);
    },
    async nodeClasses(clusterId) {
      const rows = await db.nodeClass.findMany({ where: { clusterId }, orderBy: { name: 'asc' } });
      return unreadable.readable(rows, toNodeClass, nodeClassIdentity);
    },
    find: (clusterId, kind, name) => findByName({ db, unreadable }, clusterId, kind, name),
    async lockNodePool(clusterId, name) {
      await db.$executeRaw`
        SELECT id FROM node_pools WHERE cluster_id = ${clusterId} AND name = ${name}
        FOR NO KEY UPDATE`;
      const row = await db.nodePool.findUnique({ where: { clusterId_name: { clusterId, name } } });
      return unreadable.oneOrNull(row, toNodePool, nodePoolIdentity);
    },
    insert: (definition, revision) => insert(db, definition, revision),
    async save(definition, revision) {
      const where = { id: definition.id, version: definition.version };
      const data = { ...toColumns(definition), version: { increment: 1 } };
      const { count } =
        definition.kind === 'NodePool'
          ? await db.nodePool.updateMany({ where, data })
          : await db.nodeClass.updateMany({ where, data });
      if (count === 0) return null;
      await addRevision(db, definition, revision);
      return { ...definition, version: definition.version + 1 };
    },
    async saveResolution({ id, version }, resolution) {
      const { count } = await db.nodeClass.updateMany({
        where: { id, version },
        data: { resolution: nodeClassResolution.write(resolution) },
      });
      return count > 0;
    },
    async saveObjectState({ id, kind, version }, { deletionRequestedAt, objectGeneration }) {
      const where = { id, version };
      const data = { deletionRequestedAt: toNullableDate(deletionRequestedAt), objectGeneration };
      const { count } =
        kind === 'NodePool'
          ? await db.nodePool.updateMany({ where, data })
          : await db.nodeClass.updateMany({ where, data });
      return count > 0;
    },
    async remove({ id, kind, version }) {
      const where = { where: { id, version } };
      const { count } =
        kind === 'NodePool'
          ? await db.nodePool.deleteMany(where)
          : await db.nodeClass.deleteMany(where);
      return count > 0;
    },
    revisions: (definition) => newestRevisions({ db, unreadable }, definition),
    ...createRefusalStore(db),
  };
}

function createRefusalStore(
  db: Db,
): Pick<DefinitionRepository, 'refusals' | 'saveRefusal' | 'clearRefusal'> {
  return {
    async refusals(clusterId) {
      const rows = await db.definitionRefusal.findMany({
        where: { clusterId },
        orderBy: [{ kind: 'asc' }, { name: 'asc' }],
      });
      return rows.map(toRefusal);
    },
    async saveRefusal({ clusterId, kind, name, refusedAt, ...fields }) {
      const data = { ...fields, refusedAt: toDate(refusedAt) };
      await db.definitionRefusal.upsert({
        where: { clusterId_kind_name: { clusterId, kind, name } },
        create: { clusterId, kind, name, ...data },
        update: data,
      });
    },
    async clearRefusal(clusterId, kind, name) {
      const { count } = await db.definitionRefusal.deleteMany({ where: { clusterId, kind, name } });
      return count > 0;
    },
  };
}

/** Returns a refused object from its row. */
export const toRefusal = (row: DefinitionRefusalRow): DefinitionRefusal => ({
  ...row,
  kind: oneOf(definitionKinds, row.kind),
  extent: oneOf(extents, row.extent),
  refusedAt: toInstant(row.refusedAt),
});

async function insert(db: Db, definition: Definition, revision: DefinitionRevision): Promise<void> {
  const { id, kind, clusterId, name } = definition;
  const createdAt = toDate(definition.createdAt);
  const data = { ...toColumns(definition), id, clusterId, name, createdAt, version: 1 };
  await insertOnce(
    () => {
      if (definition.kind === 'NodePool') {
        return db.nodePool.createMany({ data: [data], skipDuplicates });
      }
      const resolution = orDbNull(nodeClassResolution.writeNullable(definition.resolution));
      return db.nodeClass.createMany({ data: [{ ...data, resolution }], skipDuplicates });
    },
    () => ({
      code: 'STATE.CONFLICT',
      message: `${kind} ${name} was created at the same time.`,
      retry: { kind: 'backoff' },
    }),
  );
  await addRevision(db, definition, revision);
}

interface Reader {
  readonly db: Db;
  readonly unreadable: UnreadableRecords;
}

async function newestRevisions(
  { db, unreadable }: Reader,
  { id: definitionId, clusterId, kind, name }: Definition,
): Promise<readonly DefinitionRevision[]> {
  const rows = await db.definitionRevision.findMany({
    where: { definitionId },
    orderBy: { revision: 'desc' },
    take: 50,
  });
  return unreadable.readable(
    rows,
    (row) => ({
      revision: row.revision,
      spec: revisionSpec.read(row.spec),
      savedAt: toInstant(row.savedAt),
      savedBy: row.savedBy,
      findings: revisionFindings.read(row.findings),
    }),
    ({ revision }) => ({ clusterId, object: `${kind}/${name} (revision ${revision})` }),
  );
}

async function findByName(
  { db, unreadable }: Reader,
  clusterId: string,
  kind: DefinitionKind,
  name: string,
): Promise<Definition | null> {
  const where = { clusterId_name: { clusterId, name } };
  switch (kind) {
    case 'NodePool': {
      const row = await db.nodePool.findUnique({ where });
      return unreadable.oneOrNull(row, toNodePool, nodePoolIdentity);
    }
    case 'EC2NodeClass': {
      const row = await db.nodeClass.findUnique({ where });
      return unreadable.oneOrNull(row, toNodeClass, nodeClassIdentity);
    }
    default:
      return assertNever(kind);
  }
}

async function addRevision(
  db: Db,
  definition: Definition,
  revision: DefinitionRevision,
): Promise<void> {
  await db.definitionRevision.create({
    data: {
      definitionId: definition.id,
      clusterId: definition.clusterId,
      revision: revision.revision,
      spec: revisionSpec.write(revision.spec),
      findings: revisionFindings.write(revision.findings),
      savedAt: toDate(revision.savedAt),
      savedBy: revision.savedBy,
    },
  });
}

function toColumns(definition: Definition) {
  return {
    source: definition.source,
    revision: definition.revision,
    spec:
      definition.kind === 'NodePool'
        ? nodePoolSpec.write(definition.spec)
        : nodeClassSpec.write(definition.spec),
    driftHash: definition.driftHash,
    deletionRequestedAt: toNullableDate(definition.deletionRequestedAt),
    objectGeneration: definition.objectGeneration,
    updatedAt: toDate(definition.updatedAt),
  };
}

export type NodePoolRow = Stored<NodePool, 'spec'>;
export type NodeClassRow = Stored<NodeClass, 'spec' | 'resolution'>;

function toRecord(row: NodePoolRow | NodeClassRow) {
  return {
    clusterId: row.clusterId,
    name: row.name,
    source: oneOf(sources, row.source),
    revision: row.revision,
    driftHash: row.driftHash,
    deletionRequestedAt: toNullableInstant(row.deletionRequestedAt),
    objectGeneration: row.objectGeneration,
    createdAt: toInstant(row.createdAt),
    updatedAt: toInstant(row.updatedAt),
    version: row.version,
  };
}

/** @throws UnreadableRecord */
export function toNodePool(row: NodePoolRow): NodePoolDefinition {
  return { ...toRecord(row), kind: 'NodePool', id: row.id, spec: nodePoolSpec.read(row.spec) };
}

/** An unreadable resolution counts as missing, so the EC2NodeClass is resolved again. */
function readResolution(stored: unknown): NodeClassDefinition['resolution'] {
  try {
    return nodeClassResolution.readNullable(stored);
  } catch (error) {
    if (error instanceof UnreadableRecord) return null;
    throw error;
  }
}

/** @throws UnreadableRecord */
export function toNodeClass(row: NodeClassRow): NodeClassDefinition {
  return {
    ...toRecord(row),
    kind: 'EC2NodeClass',
    id: row.id,
    spec: nodeClassSpec.read(row.spec),
    resolution: readResolution(row.resolution),
  };
}

type Named = Pick<NodePoolRow, 'clusterId' | 'name'>;

export const nodePoolIdentity = ({ clusterId, name }: Named): RowIdentity => ({
  clusterId,
  object: `NodePool/${name}`,
});
export const nodeClassIdentity = ({ clusterId, name }: Named): RowIdentity => ({
  clusterId,
  object: `EC2NodeClass/${name}`,
});
