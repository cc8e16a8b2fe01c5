import type { DurationMs } from '@kerf/core';
import type { AuditCheckpoint, ChainedAuditRecord } from '../domain/identity/audit-chain.js';
import type { AuditChain, AuditExport } from '../ports/audit-chain.js';
import type { Clock } from '../ports/clock.js';

/** The ports that the export needs. */
export interface ExportAuditPorts {
  readonly chain: AuditChain;
  readonly target: AuditExport;
  readonly clock: Clock;
}

/** Terms of the export. */
export interface ExportAuditPolicy {
  /** How long objects cannot be changed. */
  readonly retentionMs: DurationMs;
  /** At most so many entries in one object. */
  readonly entriesPerObject: number;
}

/**
 * Exports the entries up to the last checkpoint as JSON lines, one object per range of the chain.
 * The last line of the last object of a checkpoint is the checkpoint. A range that was written but not
 * recorded is written again with the same key and content.
 * @returns the number of exported entries
 */
export async function exportAudit(
  { chain, target, clock }: ExportAuditPorts,
  { retentionMs, entriesPerObject }: ExportAuditPolicy,
): Promise<number> {
  let { exportedSeq } = await chain.state();
  const first = exportedSeq;
  for (;;) {
    const [checkpoint] = await chain.checkpointsAfter(exportedSeq, 1);
    if (checkpoint === undefined) return exportedSeq - first;
    const most = Math.min(entriesPerObject, checkpoint.seq - exportedSeq);
    const records = await chain.entriesAfter(exportedSeq, most);
    const last = records.at(-1);
    if (last === undefined) return exportedSeq - first;
    const retainUntil = clock.now() + retentionMs;
    const key = `audit/${padded(exportedSeq + 1)}-${padded(last.seq)}.jsonl`;
    await target.put({ key, body: linesOf(records, checkpoint), retainUntil });
    await chain.markExported(last.seq);
    exportedSeq = last.seq;
  }
}

/** Names sort like the chain. */
const padded = (seq: number): string => String(seq).padStart(12, '0');

/** Times are in milliseconds since 1970, as the hashes cover them. */
function linesOf(records: readonly ChainedAuditRecord[], checkpoint: AuditCheckpoint): string {
  const lines = records.map((record) => JSON.stringify({ kind: 'entry', ...record }));
  if (records.at(-1)?.seq === checkpoint.seq) {
    lines.push(JSON.stringify({ kind: 'checkpoint', ...checkpoint }));
  }
  return `${lines.join('\n')}\n`;
}
