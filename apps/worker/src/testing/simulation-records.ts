import {
  type Finding,
  type Interruption,
  type InterruptionOutcome,
  type NodeClaim,
  type OutboxEntry,
  outcomeOf,
  type PodVerdict,
  type Store,
} from '@kerf/application';
import type { ClusterId, DecisionId } from '@kerf/core';
import { createPrismaStore, createReadQueries, type Database, drainOutbox } from '@kerf/db';
import { createMemoryStore } from '@kerf/testing';
import { openTestDatabase } from './test-database.js';

/** An interruption as specs see it. */
export interface RecordedInterruption extends Omit<Interruption, 'podUids'> {
  readonly podCount: number;
  readonly outcome: InterruptionOutcome;
}

/** Where a simulation keeps its records, and what specs read of them besides the store's queries. */
export interface SimulationRecords {
  readonly store: Store;
  /** Removes the requested messages, and returns them in the order in which they were added. */
  takeMessages(): Promise<readonly OutboxEntry[]>;
  /** Returns the ids of all decisions, oldest first. */
  decisionIds(clusterId: ClusterId): Promise<readonly DecisionId[]>;
  /** Returns all NodeClaims, ended ones too, oldest first. */
  nodeClaims(clusterId: ClusterId): Promise<readonly NodeClaim[]>;
  /** Returns the findings, sorted by code and object. */
  findings(clusterId: ClusterId): Promise<readonly Omit<Finding, 'at'>[]>;
  /** Returns the number of scheduling batches, ended ones too. */
  batchCount(clusterId: ClusterId): Promise<number>;
  /** Returns the results of scheduling the pending pods. */
  podVerdicts(clusterId: ClusterId): Promise<readonly PodVerdict[]>;
  /** Returns the interruptions, newest first. */
  interruptions(clusterId: ClusterId): Promise<readonly RecordedInterruption[]>;
}

/** Opens the records of simulations. */
export interface RecordSource {
  open(): SimulationRecords;
  close(): Promise<void>;
}

/** Records in memory, each simulation with its own. */
export const memoryRecords: RecordSource = {
  open: recordsInMemory,
  close: () => Promise.resolve(),
};

/** Whether scenarios keep their records in Postgres, as in `.ci/run`; otherwise in memory. */
const keepsRecordsInPostgres = process.env['KERF_RECORDS'] === 'postgres';

/**
 * Returns the source of a scenario's records: the store in memory, which keeps the contract of the
 * one on Postgres and takes a fraction of its time, or Postgres with `KERF_RECORDS=postgres`.
 */
export async function openRecords(): Promise<RecordSource> {
  if (!keepsRecordsInPostgres) return memoryRecords;
  const database = await openTestDatabase();
  return { open: () => recordsInPostgres(database), close: () => database.close() };
}

/** Returns records that a database keeps; simulations may share it. */
export function recordsInPostgres(database: Database): SimulationRecords {
  const { prisma } = database;
  const store = createPrismaStore(database);
  return {
    store,
    async takeMessages() {
      const taken: OutboxEntry[] = [];
      await drainOutbox(database.pool, 1_000, (entries) => {
        taken.push(...entries);
        return Promise.resolve();
      });
      return taken;
    },
    async decisionIds(clusterId) {
      const rows = await prisma.decision.findMany({
        where: { clusterId },
        orderBy: { id: 'asc' },
        select: { id: true },
      });
      return rows.map(({ id }) => id);
    },
    async nodeClaims(clusterId) {
      const rows = await prisma.nodeClaim.findMany({ where: { clusterId }, select: { id: true } });
      return store.nodeClaims.findAll(rows.map(({ id }) => id));
    },
    findings: (clusterId) => createReadQueries(database).clusters.findings([clusterId]),
    batchCount: (clusterId) => prisma.schedulingBatch.count({ where: { clusterId } }),
    async podVerdicts(clusterId) {
      const rows = await prisma.podVerdict.findMany({ where: { clusterId } });
      return rows.map(({ verdict }): PodVerdict => JSON.parse(JSON.stringify(verdict)));
    },
    async interruptions(clusterId) {
      const page = await createReadQueries(database).interruptions.page(
        { clusterId },
        { size: 100, edge: 'last', cursor: null },
      );
      return page.items.map(({ value }) => value);
    },
  };
}

function recordsInMemory(): SimulationRecords {
  const store = createMemoryStore();
  const { outbox, decisions, nodeClaims, findings, batches, verdicts, interruptions } =
    store.tables;
  const isOf = (clusterId: ClusterId) => (row: { readonly clusterId: ClusterId }) =>
    row.clusterId === clusterId;
  return {
    store,
    async takeMessages() {
      const entries = outbox.all();
      outbox.deleteWhere(() => true);
      return entries;
    },
    decisionIds: async (clusterId) => decisions.where(isOf(clusterId)).map(({ id }) => id),
    nodeClaims: async (clusterId) => nodeClaims.where(isOf(clusterId)),
    findings: async (clusterId) => findings.where(isOf(clusterId)),
    batchCount: async (clusterId) => batches.where(isOf(clusterId)).length,
    podVerdicts: async (clusterId) => verdicts.where(isOf(clusterId)).map(({ verdict }) => verdict),
    interruptions: async (clusterId) =>
      interruptions
        .where(isOf(clusterId))
        .map(({ podUids, ...row }) => ({
          ...row,
          podCount: podUids.length,
          outcome: outcomeOf(row),
        }))
        .toReversed(),
  };
}
