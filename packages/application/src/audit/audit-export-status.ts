import type { DurationMs, Instant } from '@kerf/core';
import type { AuditChain } from '../ports/audit-chain.js';
import type { AuditExportLog } from '../ports/audit-export-log.js';
import type { Clock } from '../ports/clock.js';

/** How far the export of the audit log is, and how its last run ended. */
export interface AuditExportStatus {
  /** Where the export goes, without secrets. */
  readonly target: string;
  readonly lastRunAt: Instant;
  readonly nextRunAt: Instant;
  /** Last time that an object was written. */
  readonly lastExportAt: Instant | null;
  /** Entries that are not exported yet; those after the last checkpoint wait for the next one. */
  readonly waitingEntries: number;
  /** Age of the oldest of them; 0 if all are exported. */
  readonly lagMs: DurationMs;
  /** Number of failed runs since the last successful one. */
  readonly failures: number;
  readonly lastFailedAt: Instant | null;
  /** Message of the last run, if it failed. */
  readonly error: string | null;
}

/** Returns the status of the export; `null` if no worker has ever run it. */
export async function auditExportStatus({
  chain,
  log,
  clock,
}: {
  readonly chain: Pick<AuditChain, 'state' | 'entriesAfter'>;
  readonly log: Pick<AuditExportLog, 'find'>;
  readonly clock: Clock;
}): Promise<AuditExportStatus | null> {
  const found = await log.find();
  if (found === null) return null;
  const { head, exportedSeq } = await chain.state();
  const [oldest] = await chain.entriesAfter(exportedSeq, 1);
  const { target, checkedAt, nextAt, exportedAt, failures, failedAt, error } = found;
  return {
    target,
    lastRunAt: checkedAt,
    nextRunAt: nextAt,
    lastExportAt: exportedAt,
    waitingEntries: head.seq - exportedSeq,
    lagMs: oldest === undefined ? 0 : Math.max(0, clock.now() - oldest.at),
    failures,
    lastFailedAt: failedAt,
    error,
  };
}
