import type { Logger } from '@kerf/system';
import { pauseAbout } from './pause-about.js';

const everyMs = 30_000;

/** The configured export of the audit log. */
export interface AuditExporter {
  /** @returns the number of exported entries; `null` when no run is due */
  run(): Promise<number | null>;
}

/** Exports new entries of the audit log. Every worker runs this; one of them exports at a time. */
export async function runAuditExportLoop(
  exporter: AuditExporter,
  log: Pick<Logger, 'info' | 'warn'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const entries = await exporter.run();
      if (entries !== null && entries > 0) log.info({ entries }, 'audit log exported');
    } catch (error) {
      log.warn({ error }, 'export of the audit log failed; retrying');
    }
    await pauseAbout(everyMs, signal);
  }
}
