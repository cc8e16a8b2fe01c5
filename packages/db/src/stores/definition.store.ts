import type {
  Definition,
  DefinitionKind,
  DefinitionRepository,
  DefinitionRevision,
} from '@kerf/application';
import type { AppErrorFields } from '@kerf/core';
import { assertNever } from '@kerf/core';
import type { Db } from '../client.js';
import { nodeClassResolution } from '../json/formats.js';
import type { UnreadableRecords } from '../json/unreadable-records.js';
import { toNullableDate } from '../json.js';
import {
  definitionRefusals,
  definitionRevisions,
  nodeClasses,
  nodePools,
} from '../tables/definitions.js';
import { insertOnce, insertRows, saveRow } from '../tables/table.js';

export function createDefinitionStore(db: Db, unreadable: UnreadableRecords): DefinitionRepository {
  return {
    nodePools: async (clusterId) =>
      unreadable.readable(
        await db.nodePool.findMany({ where: { clusterId }, orderBy: { name: 'asc' } }),
        nodePools,
      ),
    nodeClasses: async (clusterId) =>
      unreadable.readable(
        await db.nodeClass.findMany({ where: { clusterId }, orderBy: { name: 'asc' } }),
        nodeClasses,
      ),
    find: (clusterId, kind, name) => findByName({ db, unreadable }, clusterId, kind, name),
    async lockNodePool(clusterId, name) {
      await db.$executeRaw`
        SELECT id FROM node_pools WHERE cluster_id = ${clusterId} AND name = ${name}
        FOR NO KEY UPDATE`;
      const row = await db.nodePool.findUnique({ where: { clusterId_name: { clusterId, name } } });
      return unreadable.oneOrNull(row, nodePools);
    },
    insert: (definition, revision) => insert(db, definition, revision),
    async save(definition, revision) {
      const saved =
        definition.kind === 'NodePool'
          ? await saveRow(db, nodePools, definition)
          : await saveRow(db, nodeClasses, definition);
      if (saved !== null) await addRevision(db, definition, revision);
      return saved;
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
      return rows.map(definitionRefusals.read);
    },
    async saveRefusal(refusal) {
      await db.$executeRaw(definitionRefusals.upsert([refusal]));
    },
    async clearRefusal(clusterId, kind, name) {
      const { count } = await db.definitionRefusal.deleteMany({ where: { clusterId, kind, name } });
      return count > 0;
    },
  };
}

async function insert(db: Db, definition: Definition, revision: DefinitionRevision): Promise<void> {
  const conflict = (): AppErrorFields => ({
    code: 'STATE.CONFLICT',
    message: `${definition.kind} ${definition.name} was created at the same time.`,
    retry: { kind: 'backoff' },
  });
  if (definition.kind === 'NodePool') await insertOnce(db, nodePools, definition, conflict);
  else await insertOnce(db, nodeClasses, definition, conflict);
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
  return unreadable.readable(rows, {
    read(row) {
      const { definitionId: _, clusterId: _of, ...revision } = definitionRevisions.read(row);
      return revision;
    },
    identify: ({ revision }) => ({ clusterId, object: `${kind}/${name} (revision ${revision})` }),
  });
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
      return unreadable.oneOrNull(row, nodePools);
    }
    case 'EC2NodeClass': {
      const row = await db.nodeClass.findUnique({ where });
      return unreadable.oneOrNull(row, nodeClasses);
    }
    default:
      return assertNever(kind);
  }
}

const addRevision = (
  db: Db,
  { id: definitionId, clusterId }: Definition,
  revision: DefinitionRevision,
): Promise<void> => insertRows(db, definitionRevisions, [{ ...revision, definitionId, clusterId }]);
