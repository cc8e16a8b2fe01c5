import type {
  CapacityBufferRepository,
  ClusterRepository,
  Definition,
  DefinitionKind,
  DefinitionRepository,
  DefinitionRevision,
  HoldLimits,
  LeaseHold,
  LeaseRepository,
  NodeClassDefinition,
  NodePoolDefinition,
} from '@kerf/application';
import { modeInForce, retryPauseMs, trialMs, trialShare, trustedAfterMs } from '@kerf/application';
import { AppError, type ClusterId, compareText, type Instant, invariant } from '@kerf/core';
import { MemoryRevisions } from './memory-revisions.js';
import { byName, keyOf } from './memory-table.js';
import type { MemoryLease, MemoryTables } from './memory-tables.js';

export function memoryClusters(tables: MemoryTables): ClusterRepository {
  const { clusters, changes } = tables;
  const revisions = new MemoryRevisions(tables);
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
    revision: async (id) => revisions.of(id),
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
  const never = {
    owner: null,
    epoch: 0,
    deaths: 0,
    found: 0,
    retryAt: null,
    expiresAt: 0,
    exceeded: null,
  };
  const isDue = (
    row: Pick<MemoryLease, 'retryAt' | 'exceeded'>,
    now: Instant,
    limits?: HoldLimits,
  ) => row.retryAt === null || row.retryAt <= now || isRaised(row.exceeded, limits);
  const isAcquirable = (id: ClusterId, request: LeaseRequest): boolean => {
    const { owner, now, only, rules } = request;
    const row = leases.get(id) ?? never;
    const isFree = row.owner === owner || row.expiresAt <= now;
    const isWanted =
      rules === undefined || (only === 'Suspected') === row.deaths >= rules.suspectedFrom;
    return isFree && isDue(row, now, rules?.limits) && isWanted;
  };
  const take = (id: ClusterId, request: LeaseRequest): LeaseHold | null => {
    if (!isAcquirable(id, request)) return null;
    const { owner, now, ttlMs, only, rules } = request;
    const { epoch, deaths, found, retryAt, exceeded } = leases.get(id) ?? never;
    const hold = { clusterId: id, owner, epoch: epoch + 1 };
    const times = Math.max(0, deaths - (rules?.suspectedFrom ?? 0) - 1);
    const trialUntil = only === 'Suspected' ? now + trialMs(times) : null;
    const until = { expiresAt: now + ttlMs, acquiredAt: now, trialUntil, retryAt, exceeded };
    leases.set(id, { ...hold, ...until, deaths, found });
    return hold;
  };
  const isOwn = (id: string, owner: string): boolean => leases.get(id)?.owner === owner;
  const deathsOf = (id: string): number => leases.get(id)?.deaths ?? 0;
  const free = (
    row: MemoryLease,
    deaths: number,
    foundAt: Instant | null,
    exceeded: HoldLimits | null = null,
  ): Instant | null => {
    const retryAt = foundAt === null ? null : foundAt + retryPauseMs(row.found);
    const found = deaths === 0 ? 0 : row.found + Number(foundAt !== null);
    const freed = { expiresAt: 0, trialUntil: null, deaths, found, retryAt, exceeded };
    leases.set(row.clusterId, { ...row, ...freed });
    return retryAt;
  };
  return {
    acquire: async (clusterId, owner, now, ttlMs) => take(clusterId, { owner, now, ttlMs }),
    async acquireSome(request) {
      const { clusterIds, owner, atMost, now, only, rules } = request;
      const isTrying = (row: MemoryLease): boolean =>
        row.owner === owner && row.trialUntil !== null && row.expiresAt > now;
      const isTrial = only === 'Suspected';
      if (isTrial && leases.where(isTrying).length > 0) return [];
      const candidates = clusterIds.filter((id) => isAcquirable(id, request));
      const mostDeaths = Math.max(...candidates.map(deathsOf));
      const alike = candidates.filter((id) => !isTrial || deathsOf(id) === mostDeaths);
      const isNarrowed = isTrial && mostDeaths > (rules?.suspectedFrom ?? 0);
      const most = isNarrowed ? Math.min(atMost, Math.ceil(alike.length / trialShare)) : atMost;
      return alike
        .toSorted((a, b) => Number(isOwn(b, owner)) - Number(isOwn(a, owner)))
        .slice(0, most)
        .flatMap((id) => take(id, request) ?? []);
    },
    async settleDeaths({ owner, hasStarted, suspectedFrom, now }) {
      const dead = leases.where(
        (row) => row.expiresAt > 0 && (row.expiresAt <= now || (hasStarted && row.owner === owner)),
      );
      return dead.map((row) => {
        const isTried = ({ trialUntil }: MemoryLease): boolean => trialUntil !== null;
        const open = dead.filter((other) => other.owner === row.owner);
        const tried = open.filter(isTried).length;
        const deaths = tried > 0 && !isTried(row) ? 0 : row.deaths + 1;
        const isAlone = row.deaths >= suspectedFrom && open.length === 1;
        const isFound = isAlone || (tried === 1 && isTried(row));
        const retryAt = free(row, deaths, isFound ? now : null);
        const isSuspected = deaths >= suspectedFrom;
        return { clusterId: row.clusterId, owner: row.owner, deaths, isSuspected, retryAt };
      });
    },
    async suspects({ suspectedFrom, limits }, now) {
      const rows = leases.where((row) => row.deaths >= suspectedFrom && isDue(row, now, limits));
      return new Set(rows.map(({ clusterId }) => clusterId));
    },
    async holdBack({ clusterId, owner, epoch }, { suspectedFrom, limits }, now) {
      const row = leases.get(clusterId);
      if (row?.owner !== owner || row.epoch !== epoch) return now;
      return free(row, Math.max(row.deaths, suspectedFrom), now, limits) ?? now;
    },
    async renew(holds, now, ttlMs) {
      const renewed = new Set<string>();
      for (const { clusterId, owner, epoch } of holds) {
        const row = leases.get(clusterId);
        if (row?.owner !== owner || row.epoch !== epoch) continue;
        const { acquiredAt, trialUntil } = row;
        leases.set(clusterId, {
          ...row,
          expiresAt: now + ttlMs,
          trialUntil: trialUntil !== null && trialUntil > now ? trialUntil : null,
          ...(acquiredAt <= now - trustedAfterMs && { deaths: 0, found: 0 }),
        });
        renewed.add(clusterId);
      }
      return renewed;
    },
    async release({ clusterId, owner, epoch }) {
      const row = leases.get(clusterId);
      if (row?.owner !== owner || row.epoch !== epoch) return;
      leases.set(clusterId, { ...row, expiresAt: 0, trialUntil: null });
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

/** Whether no limit is lower than one that was exceeded, and some limit is higher. */
const isRaised = (exceeded: HoldLimits | null, limits?: HoldLimits): boolean =>
  exceeded !== null &&
  limits !== undefined &&
  exceeded.maxObjects <= limits.maxObjects &&
  exceeded.maxMib <= limits.maxMib &&
  exceeded.maxObjects + exceeded.maxMib < limits.maxObjects + limits.maxMib;

type SomeLeases = Parameters<LeaseRepository['acquireSome']>[0];
type LeaseRequest = Pick<SomeLeases, 'owner' | 'now' | 'ttlMs'> &
  Partial<Pick<SomeLeases, 'rules' | 'only'>>;
