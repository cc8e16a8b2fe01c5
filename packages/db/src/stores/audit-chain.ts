import type { AuditChain, AuditCheckpoint, ChainedAuditRecord } from '@kerf/application';
import { InvariantViolation } from '@kerf/core';
import { z } from 'zod';
import type { Database } from '../client.js';
import type {
  AuditCheckpoint as CheckpointModel,
  AuditEntry as EntryModel,
} from '../generated/client.js';
import { parseRows } from '../json/rows.js';
import { toDate, toInstant } from '../json.js';
import { text } from '../tables/columns.js';

const startRow = z.object({ entries: z.bigint(), hash: text });

/** Creates the access to the hash chain of the audit log. */
export function createAuditChain({ prisma }: Database): AuditChain {
  return {
    async state() {
      const row = await prisma.auditChain.findUniqueOrThrow({ where: { id: 1 } });
      return {
        start: { entries: Number(row.startEntries), hash: row.startHash },
        startedAt: toInstant(row.startedAt),
        head: { seq: Number(row.lastSeq), hash: row.lastHash },
        exportedSeq: Number(row.exportedSeq),
      };
    },
    async recomputeStart() {
      const rows: unknown = await prisma.$queryRaw`SELECT entries, hash FROM audit_start_hash()`;
      const [start] = parseRows(startRow, rows);
      if (start === undefined) throw new InvariantViolation('audit_start_hash returns one row');
      return { entries: Number(start.entries), hash: start.hash };
    },
    async entriesAfter(seq, limit) {
      const rows = await prisma.auditEntry.findMany({
        where: { seq: { gt: BigInt(seq) } },
        orderBy: { seq: 'asc' },
        take: limit,
      });
      return rows.map(toRecord);
    },
    async checkpointsAfter(seq, limit) {
      const rows = await prisma.auditCheckpoint.findMany({
        where: { seq: { gt: BigInt(seq) } },
        orderBy: { seq: 'asc' },
        take: limit,
      });
      return rows.map(toCheckpoint);
    },
    async lastCheckpoint() {
      const row = await prisma.auditCheckpoint.findFirst({ orderBy: { seq: 'desc' } });
      return row === null ? null : toCheckpoint(row);
    },
    async addCheckpoint({ seq, at, ...rest }) {
      // Several API processes may sign the same end.
      const data = { ...rest, seq: BigInt(seq), at: toDate(at) };
      await prisma.auditCheckpoint.createMany({ data, skipDuplicates: true });
    },
    async markExported(seq) {
      await prisma.auditChain.updateMany({
        where: { id: 1, exportedSeq: { lt: BigInt(seq) } },
        data: { exportedSeq: BigInt(seq) },
      });
    },
  };
}

function toRecord({ seq, hash, at, ...row }: EntryModel): ChainedAuditRecord {
  // A changed row may lack them; then it matches no hash.
  return { ...row, at: toInstant(at), seq: Number(seq ?? 0), hash: hash ?? '' };
}

function toCheckpoint({ seq, at, ...row }: CheckpointModel): AuditCheckpoint {
  return { ...row, seq: Number(seq), at: toInstant(at) };
}
