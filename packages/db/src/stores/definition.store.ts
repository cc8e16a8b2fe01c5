import type {
  Definition,
  DefinitionKind,
  DefinitionRepository,
  DefinitionRevision,
  DefinitionSource,
  NodeClassDefinition,
  NodePoolDefinition,
} from '@kerf/application';
import { AppError, assertNever } from '@kerf/core';
import { type Db, isUniqueViolation } from '../client.js';
import type { NodeClass, NodePool } from '../generated/client.js';
import {
  fromJson,
  fromNullableJson,
  oneOf,
  toDate,
  toInstant,
  toJson,
  toNullableJson,
} from '../json.js';

const sources = ['Api', 'Cluster'] as const satisfies readonly DefinitionSource[];

export function createDefinitionStore(db: Db): DefinitionRepository {
  return {
    async nodePools(clusterId) {
      const rows = await db.nodePool.findMany({ where: { clusterId }, orderBy: { name: 'asc' } });
      return rows.map(toNodePool);
    },
    async nodeClasses(clusterId) {
      const rows = await db.nodeClass.findMany({ where: { clusterId }, orderBy: { name: 'asc' } });
      return rows.map(toNodeClass);
    },
    find: (clusterId, kind, name) => findByName(db, clusterId, kind, name),
    async lockNodePool(clusterId, name) {
      await db.$executeRaw`
        SELECT id FROM node_pools WHERE cluster_id = ${clusterId} AND name = ${name}
        FOR NO KEY UPDATE`;
      const row = await db.nodePool.findUnique({ where: { clusterId_name: { clusterId, name } } });
      return row === null ? null : toNodePool(row);
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
        data: { resolution: toNullableJson(resolution) },
      });
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
    revisions: (definition) => newestRevisions(db, definition),
  };
}

async function insert(db: Db, definition: Definition, revision: DefinitionRevision): Promise<void> {
  const { id, kind, clusterId, name } = definition;
  const createdAt = toDate(definition.createdAt);
  const data = { ...toColumns(definition), id, clusterId, name, createdAt, version: 1 };
  try {
    if (definition.kind === 'NodePool') await db.nodePool.create({ data });
    else {
      const resolution = toNullableJson(definition.resolution);
      await db.nodeClass.create({ data: { ...data, resolution } });
    }
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError({
      code: 'STATE.CONFLICT',
      message: `the ${kind} ${name} was created meanwhile`,
      retry: { kind: 'backoff' },
    });
  }
  await addRevision(db, definition, revision);
}

async function newestRevisions(
  db: Db,
  { id: definitionId }: Definition,
): Promise<readonly DefinitionRevision[]> {
  const rows = await db.definitionRevision.findMany({
    where: { definitionId },
    orderBy: { revision: 'desc' },
    take: 50,
  });
  return rows.map((row) => ({
    revision: row.revision,
    spec: fromJson<DefinitionRevision['spec']>(row.spec),
    savedAt: toInstant(row.savedAt),
    savedBy: row.savedBy,
    findings: fromJson<DefinitionRevision['findings']>(row.findings),
  }));
}

async function findByName(
  db: Db,
  clusterId: string,
  kind: DefinitionKind,
  name: string,
): Promise<Definition | null> {
  const where = { clusterId_name: { clusterId, name } };
  switch (kind) {
    case 'NodePool': {
      const row = await db.nodePool.findUnique({ where });
      return row === null ? null : toNodePool(row);
    }
    case 'EC2NodeClass': {
      const row = await db.nodeClass.findUnique({ where });
      return row === null ? null : toNodeClass(row);
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
      spec: toJson(revision.spec),
      findings: toJson(revision.findings),
      savedAt: toDate(revision.savedAt),
      savedBy: revision.savedBy,
    },
  });
}

function toColumns(definition: Definition) {
  return {
    source: definition.source,
    revision: definition.revision,
    spec: toJson(definition.spec),
    driftHash: definition.driftHash,
    updatedAt: toDate(definition.updatedAt),
  };
}

function toRecord(row: NodePool | NodeClass) {
  return {
    clusterId: row.clusterId,
    name: row.name,
    source: oneOf(sources, row.source),
    revision: row.revision,
    driftHash: row.driftHash,
    createdAt: toInstant(row.createdAt),
    updatedAt: toInstant(row.updatedAt),
    version: row.version,
  };
}

export function toNodePool(row: NodePool): NodePoolDefinition {
  return { ...toRecord(row), kind: 'NodePool', id: row.id, spec: fromJson(row.spec) };
}

export function toNodeClass(row: NodeClass): NodeClassDefinition {
  return {
    ...toRecord(row),
    kind: 'EC2NodeClass',
    id: row.id,
    spec: fromJson(row.spec),
    resolution: fromNullableJson(row.resolution),
  };
}
