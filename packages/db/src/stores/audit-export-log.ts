import type { AuditExportLog, AuditExportState } from '@kerf/application';
import type { Database } from '../client.js';
import type { AuditExport as ExportModel } from '../generated/client.js';
import { toDate, toInstant } from '../json.js';

const id = 1;

/** Creates the state of the audit export. */
export function createAuditExportLog({ prisma }: Database): AuditExportLog {
  const find = async (): Promise<AuditExportState | null> => {
    const row = await prisma.auditExport.findUnique({ where: { id } });
    return row === null ? null : toState(row);
  };
  return {
    find,
    async begin({ target, now, busyUntil }) {
      const at = toDate(now);
      const first = { id, target, checkedAt: at, nextAt: at, failures: 0 };
      await prisma.auditExport.createMany({ data: first, skipDuplicates: true });
      const before = await find();
      // One of the workers that read the same state starts the run.
      const { count } = await prisma.auditExport.updateMany({
        where: { id, nextAt: { lte: at } },
        data: { target, checkedAt: at, nextAt: toDate(busyUntil) },
      });
      return count === 0 ? null : before;
    },
    async finish({ nextAt, exportedAt, failures, failedAt, error }) {
      await prisma.auditExport.updateMany({
        where: { id },
        data: {
          nextAt: toDate(nextAt),
          exportedAt: exportedAt === null ? null : toDate(exportedAt),
          failures,
          failedAt: failedAt === null ? null : toDate(failedAt),
          error,
        },
      });
    },
  };
}

function toState({
  checkedAt,
  nextAt,
  exportedAt,
  failedAt,
  ...row
}: ExportModel): AuditExportState {
  const { target, failures, error } = row;
  return {
    target,
    checkedAt: toInstant(checkedAt),
    nextAt: toInstant(nextAt),
    exportedAt: exportedAt === null ? null : toInstant(exportedAt),
    failures,
    failedAt: failedAt === null ? null : toInstant(failedAt),
    error,
  };
}
