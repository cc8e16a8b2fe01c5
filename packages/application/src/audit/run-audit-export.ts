import { type DurationMs, isAppError } from '@kerf/core';
import type { AuditEntry } from '../domain/identity/principal.js';
import type { AuditExportLog, AuditExportState } from '../ports/audit-export-log.js';
import type { Ports } from '../ports/ports.js';
import { kerfAuditActor } from '../recording/audit.js';
import { type ExportAuditPolicy, type ExportAuditPorts, exportAudit } from './export-audit.js';

/** The ports that repeated exports need. */
export interface RunAuditExportPorts extends ExportAuditPorts, Pick<Ports, 'store' | 'ids'> {
  readonly log: AuditExportLog;
}

/** A run that takes longer has lost its worker. */
const maxRunMs: DurationMs = 600_000;
const everyMs: DurationMs = 60_000;
const maxDelayMs: DurationMs = 3_600_000;

/**
 * Exports the new entries if a run is due, and records its result. A failed run is repeated after
 * one minute, then after twice the time, at most an hour. The first failure and the first success
 * after failures are entries of the audit log, so that they are notified.
 * @returns the number of exported entries; `null` when no run is due
 * @throws the failure of the export, after it is recorded
 */
export async function runAuditExport(
  ports: RunAuditExportPorts,
  policy: ExportAuditPolicy,
): Promise<number | null> {
  const { log, clock, target } = ports;
  const now = clock.now();
  const run = { target: target.target, now, busyUntil: now + maxRunMs };
  const before = await log.begin(run);
  if (before === null) return null;
  try {
    const count = await exportAudit(ports, policy);
    await recordSuccess(ports, before, count > 0);
    return count;
  } catch (error) {
    await recordFailure(ports, before, error);
    throw error;
  }
}

async function recordSuccess(
  { log, clock, ...ports }: RunAuditExportPorts,
  { exportedAt, failures, failedAt }: AuditExportState,
  hasExported: boolean,
): Promise<void> {
  const now = clock.now();
  await log.finish({
    nextAt: now + everyMs,
    exportedAt: hasExported ? now : exportedAt,
    failures: 0,
    failedAt,
    error: null,
  });
  if (failures > 0) await report({ ...ports, clock }, 'audit-export.recover', null);
}

async function recordFailure(
  { log, clock, chain, ...ports }: RunAuditExportPorts,
  { exportedAt, failures }: AuditExportState,
  failure: unknown,
): Promise<void> {
  const now = clock.now();
  const error = isAppError(failure) ? failure.message : 'The export failed; see the worker’s log.';
  const delayMs = Math.min(everyMs * 2 ** Math.min(failures, 10), maxDelayMs);
  await log.finish({
    nextAt: now + delayMs,
    exportedAt,
    failures: failures + 1,
    failedAt: now,
    error,
  });
  if (failures === 0) await report({ ...ports, clock }, 'audit-export.fail', error);
}

async function report(
  { store, ids, clock, target }: Pick<RunAuditExportPorts, 'store' | 'ids' | 'clock' | 'target'>,
  action: string,
  comment: string | null,
): Promise<void> {
  const entry: AuditEntry = {
    id: ids.next('aud'),
    at: clock.now(),
    actor: kerfAuditActor,
    action,
    object: { kind: 'AuditExport', id: 'audit-export', name: target.target },
    clusterId: null,
    outcome: 'Done',
    comment,
    before: null,
    after: null,
    requestId: null,
  };
  await store.transaction((tx) => tx.audit.add(entry));
}
