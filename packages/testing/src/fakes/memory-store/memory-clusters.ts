import type {
  CapacityBufferRepository,
  ClusterRepository,
  Definition,
  DefinitionKind,
  DefinitionRepository,
  DefinitionRevision,
  LeaseHold,
  LeaseRepository,
  NodeClassDefinition,
  NodePoolDefinition,
} from '@kerf/application';
import { modeInForce } from '@kerf/application';
import { AppError, type ClusterId, compareText, type Instant, invariant } from '@kerf/core';
import { byName, keyOf } from './memory-table.js';
import type { MemoryTables } from './memory-tables.js';
import { steadyRecords } from './steady-records.js';

export function memoryClusters(tables: MemoryTables): ClusterRepository {
  const { clusters, changes } = tables;
  return {
    async insert(cluster) {
      if (clusters.find(({ name }) => name === cluster.name) !== null) {
        throw new AppError({
          code: 'STATE.CONFLICT',
          message: `A cluster named ${cluster.name} is already registered.`,
          fields: [{ path: 'name', message: 'is taken' }],
        });
      }
      clusters.set(cluster.id, { ...cluster, mode: modeInForce(cluster), version: 1 });
    },
    find: async (id) => clusters.get(id),
    findByName: async (name) => clusters.find((cluster) => cluster.name === name),
    list: async () => clusters.all().toSorted(byName),
    async save(cluster) {
      const row = clusters.get(cluster.id);
      if (row?.version !== cluster.version) return null;
      const saved = { ...cluster, mode: modeInForce(cluster), version: row.version + 1 };
      clusters.set(cluster.id, { ...saved, createdAt: row.createdAt });
      return saved;
    },
    async touchSynced(id, at) {
      const row = clusters.get(id);
      if (row === null) return;
      clusters.set(id, { ...row, connection: { ...row.connection, syncedAt: at } });
      changes.append({ topic: 'sync', clusterId: id, id, version: at });
    },
    steadyRecords: async (id, now, until) => steadyRecords(tables, id, { now, until }),
    async remove(id) {
      clusters.delete(id);
      tables.deleteOfCluster(id);
    },
  };
}

const isNodePool = (definition: Definition): definition is NodePoolDefinition =>
  definition.kind === 'NodePool';
const isNodeClass = (definition: Definition): definition is NodeClassDefinition =>
  definition.kind === 'EC2NodeClass';

export function memoryDefinitions({
  definitions,
  refusals,
  revisions,
}: MemoryTables): DefinitionRepository {
  const ofCluster = (id: ClusterId) =>
    definitions.where(({ clusterId }) => clusterId === id).toSorted(byName);
  const find = (clusterId: ClusterId, kind: DefinitionKind, name: string) =>
    ofCluster(clusterId).find((row) => row.kind === kind && row.name === name) ?? null;
  const addRevision = ({ id }: Definition, revision: DefinitionRevision) => {
    const key = keyOf(id, revision.revision);
    invariant(!revisions.has(key), `revision ${revision.revision} of ${id} is already stored`);
    revisions.set(key, { ...revision, definitionId: id });
  };
  return {
    nodePools: async (clusterId) => ofCluster(clusterId).filter(isNodePool),
    nodeClasses: async (clusterId) => ofCluster(clusterId).filter(isNodeClass),
    find: async (...key) => find(...key),
    async lockNodePool(clusterId, name) {
      const found = find(clusterId, 'NodePool', name);
      return found !== null && isNodePool(found) ? found : null;
    },
    async insert(definition, revision) {
      const { clusterId, kind, name } = definition;
      if (find(clusterId, kind, name) !== null) {
        throw new AppError({
          code: 'STATE.CONFLICT',
          message: `${kind} ${name} was created at the same time.`,
          retry: { kind: 'backoff' },
        });
      }
      definitions.set(definition.id, { ...definition, version: 1 });
      addRevision(definition, revision);
    },
    async save(definition, revision) {
      const row = definitions.get(definition.id);
      if (row?.version !== definition.version) return null;
      const version = row.version + 1;
      definitions.set(
        definition.id,
        isNodeClass(definition) && isNodeClass(row)
          ? { ...definition, resolution: row.resolution, version }
          : { ...definition, version },
      );
      addRevision(definition, revision);
      return { ...definition, version };
    },
    async saveResolution({ id, version }, resolution) {
      const row = definitions.get(id);
      if (row === null || !isNodeClass(row) || row.version !== version) return false;
      definitions.set(id, { ...row, resolution });
      return true;
    },
    async saveObjectState({ id, version }, { deletionRequestedAt, objectGeneration }) {
      const row = definitions.get(id);
      if (row?.version !== version) return false;
      definitions.set(id, { ...row, deletionRequestedAt, objectGeneration });
      return true;
    },
    async remove({ id, version }) {
      return definitions.get(id)?.version === version && definitions.delete(id);
    },
    revisions: async ({ id }) =>
      revisions
        .where(({ definitionId }) => definitionId === id)
        .map(({ definitionId: _, ...revision }) => revision)
        .toSorted((a, b) => b.revision - a.revision)
        .slice(0, 50),
    refusals: async (id) =>
      refusals
        .where(({ clusterId }) => clusterId === id)
        .toSorted((a, b) => compareText(a.kind, b.kind) || byName(a, b)),
    async saveRefusal(refusal) {
      refusals.set(keyOf(refusal.clusterId, refusal.kind, refusal.name), refusal);
    },
    clearRefusal: async (...key) => refusals.delete(keyOf(...key)),
  };
}

export function memoryCapacityBuffers({ buffers }: MemoryTables): CapacityBufferRepository {
  return {
    list: async (id) =>
      buffers
        .where(({ clusterId }) => clusterId === id)
        .toSorted((a, b) => compareText(a.namespace, b.namespace) || byName(a, b)),
    async replaceAll(id, records) {
      const outcomes = new Map(
        buffers
          .where(({ clusterId }) => clusterId === id)
          .map(({ uid, outcome }) => [uid, outcome]),
      );
      buffers.deleteWhere(({ clusterId }) => clusterId === id);
      for (const record of records) {
        buffers.set(keyOf(id, record.namespace, record.name), {
          ...record,
          outcome: outcomes.get(record.uid) ?? null,
        });
      }
    },
    async saveOutcomes(id, outcomes) {
      for (const [buffer, outcome] of outcomes) {
        buffers.updateWhere(
          ({ clusterId, namespace, name }) => clusterId === id && `${namespace}/${name}` === buffer,
          (row) => ({ ...row, outcome }),
        );
      }
    },
  };
}

export function memoryLeases({ leases }: MemoryTables): LeaseRepository {
  const workers = new Map<string, Instant>();
  const acquire: LeaseRepository['acquire'] = async (clusterId, owner, now, ttlMs) => {
    const row = leases.get(clusterId);
    if (row !== null && row.owner !== owner && row.expiresAt > now) return null;
    const hold = { clusterId, owner, epoch: (row?.epoch ?? 0) + 1 };
    leases.set(clusterId, { ...hold, expiresAt: now + ttlMs });
    return hold;
  };
  return {
    acquire,
    async acquireSome({ clusterIds, owner, atMost, now, ttlMs }) {
      const isOwn = (id: string): boolean => leases.get(id)?.owner === owner;
      const acquired: LeaseHold[] = [];
      for (const id of clusterIds.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))) {
        const hold = acquired.length < atMost ? await acquire(id, owner, now, ttlMs) : null;
        if (hold !== null) acquired.push(hold);
      }
      return acquired;
    },
    async renew(holds, now, ttlMs) {
      const renewed = new Set<string>();
      for (const { clusterId, owner, epoch } of holds) {
        const row = leases.get(clusterId);
        if (row?.owner !== owner || row.epoch !== epoch) continue;
        leases.set(clusterId, { ...row, expiresAt: now + ttlMs });
        renewed.add(clusterId);
      }
      return renewed;
    },
    async release({ clusterId, owner, epoch }) {
      const row = leases.get(clusterId);
      if (row?.owner !== owner || row.epoch !== epoch) return;
      leases.set(clusterId, { ...row, expiresAt: 0 });
    },
    async join(owner, now, ttlMs) {
      workers.set(owner, now + ttlMs);
      for (const [id, expiresAt] of workers) if (expiresAt <= now) workers.delete(id);
      return workers.size;
    },
    async leave(owner) {
      workers.delete(owner);
    },
  };
}
