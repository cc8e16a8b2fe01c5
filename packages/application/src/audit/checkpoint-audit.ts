import type { DurationMs } from '@kerf/core';
import { type AuditCheckpoint, auditCheckpointText } from '../domain/identity/audit-chain.js';
import type { AuditChain, AuditSigner } from '../ports/audit-chain.js';
import type { Clock } from '../ports/clock.js';

/** The ports that checkpoints need. */
export interface CheckpointPorts {
  readonly chain: AuditChain;
  readonly signer: AuditSigner;
  readonly clock: Clock;
}

/** When the next checkpoint is due. */
export interface CheckpointPolicy {
  /** At this number of unsigned entries. */
  readonly everyEntries: number;
  /** Longest time without a checkpoint if there is any unsigned entry. */
  readonly everyMs: DurationMs;
}

/**
 * Signs the end of the chain if a checkpoint is due.
 * @returns the new checkpoint, or `null` when none is due
 */
export async function checkpointAudit(
  { chain, signer, clock }: CheckpointPorts,
  { everyEntries, everyMs }: CheckpointPolicy,
): Promise<AuditCheckpoint | null> {
  const [{ head, startedAt }, last] = await Promise.all([chain.state(), chain.lastCheckpoint()]);
  const unsigned = head.seq - (last?.seq ?? 0);
  const at = clock.now();
  if (unsigned <= 0) return null;
  if (unsigned < everyEntries && at - (last?.at ?? startedAt) < everyMs) return null;
  const signed = { ...head, at };
  const signature = signer.sign(auditCheckpointText(signed));
  const checkpoint = { ...signed, keyId: signer.keyId, signature };
  await chain.addCheckpoint(checkpoint);
  return checkpoint;
}
