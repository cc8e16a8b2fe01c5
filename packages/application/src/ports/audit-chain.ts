import type { Instant } from '@kerf/core';
import type {
  AuditChainHead,
  AuditChainStart,
  AuditCheckpoint,
  ChainedAuditRecord,
} from '../domain/identity/audit-chain.js';

/** Reads the hash chain of the audit log, and keeps its checkpoints. */
export interface AuditChain {
  /** Returns the recorded start and end of the chain. */
  state(): Promise<AuditChainState>;
  /** Computes the hash of the entries from before the chain again. */
  recomputeStart(): Promise<AuditChainStart>;
  /** Returns the entries after a position in the order of the chain, at most `limit`. */
  entriesAfter(seq: number, limit: number): Promise<readonly ChainedAuditRecord[]>;
  /** Returns the checkpoints after a position, oldest first, at most `limit`. */
  checkpointsAfter(seq: number, limit: number): Promise<readonly AuditCheckpoint[]>;
  lastCheckpoint(): Promise<AuditCheckpoint | null>;
  /** Adds a checkpoint, unless its entry already has one. */
  addCheckpoint(checkpoint: AuditCheckpoint): Promise<void>;
  /** Records that all entries up to this position are exported. */
  markExported(seq: number): Promise<void>;
}

/** The recorded state of the chain. */
export interface AuditChainState {
  readonly start: AuditChainStart;
  readonly startedAt: Instant;
  readonly head: AuditChainHead;
  readonly exportedSeq: number;
}

/** Signs checkpoints and checks their signatures. */
export interface AuditSigner {
  /** SHA-256 of the public key, in hex. */
  readonly keyId: string;
  /** Returns the signature in base64. */
  sign(text: string): string;
  check(
    text: string,
    signature: { readonly keyId: string; readonly signature: string },
  ): SignatureCheck;
}

/** The result of checking a signature. */
export type SignatureCheck = 'Valid' | 'Invalid' | 'UnknownKey';

/** A store outside of Kerf whose objects cannot be changed before a date. */
export interface AuditExport {
  /** Where exports go; for messages, without secrets. */
  readonly target: string;
  /** Writes an object. A repeated call with the same key and body is no error. */
  put(object: AuditExportObject): Promise<void>;
}

/** A file of the export. */
export interface AuditExportObject {
  readonly key: string;
  readonly body: string;
  /** Time until which nobody can change or delete it. */
  readonly retainUntil: Instant;
}
