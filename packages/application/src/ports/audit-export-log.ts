import type { Instant } from '@kerf/core';

/** Keeps the state of the audit export. All workers share it. */
export interface AuditExportLog {
  /** Returns the state; `null` if no worker has exported yet. */
  find(): Promise<AuditExportState | null>;
  /**
   * Starts a run, unless one is running or none is due. A run that never ends is due at `busyUntil`.
   * @returns the state before it, or `null` when no run is due
   */
  begin(run: {
    readonly target: string;
    readonly now: Instant;
    readonly busyUntil: Instant;
  }): Promise<AuditExportState | null>;
  /** Records the end of a run. */
  finish(result: AuditExportResult): Promise<void>;
}

/** The state of the audit export. */
export interface AuditExportState {
  /** Where the export goes; for messages, without secrets. */
  readonly target: string;
  /** Start of the last run. */
  readonly checkedAt: Instant;
  /** No worker starts a run before this time. */
  readonly nextAt: Instant;
  /** Last time that an object was written. */
  readonly exportedAt: Instant | null;
  /** Number of failed runs since the last successful one. */
  readonly failures: number;
  /** Time of the last failure; kept after a success. */
  readonly failedAt: Instant | null;
  /** Message of the last run, if it failed. */
  readonly error: string | null;
}

/** The end of a run of the audit export. */
export type AuditExportResult = Pick<
  AuditExportState,
  'nextAt' | 'exportedAt' | 'failures' | 'failedAt' | 'error'
>;
