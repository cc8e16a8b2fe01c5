import { canonicalJson, type Instant } from '@kerf/core';

/** Input of the hash of an audit entry: all of its stored content. */
export interface AuditRecord {
  readonly id: string;
  readonly at: Instant;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly action: string;
  readonly objectKind: string;
  readonly objectId: string;
  readonly objectName: string;
  readonly clusterId: string | null;
  readonly clusterName: string | null;
  readonly outcome: string;
  readonly comment: string | null;
  /** The object as stored, with its version. */
  readonly before: unknown;
  readonly after: unknown;
  readonly requestId: string | null;
}

/** An audit entry at its position in the hash chain. */
export interface ChainedAuditRecord extends AuditRecord {
  /** Position, from 1. */
  readonly seq: number;
  /** SHA-256 in hex of {@link auditEntryText}. */
  readonly hash: string;
}

/** The end of the chain. */
export interface AuditChainHead {
  readonly seq: number;
  readonly hash: string;
}

/** The hash of the entries from before the chain, and their number. */
export interface AuditChainStart {
  readonly entries: number;
  readonly hash: string;
}

/** A signature of the chain up to one entry. */
export interface AuditCheckpoint extends AuditChainHead {
  readonly at: Instant;
  /** SHA-256 of the public key, in hex. */
  readonly keyId: string;
  /** Ed25519 of {@link auditCheckpointText}, in base64. */
  readonly signature: string;
}

/**
 * Returns the text whose SHA-256 is the hash of an entry: canonical JSON of the entry, its position
 * and the hash of the entry before it.
 */
export function auditEntryText(
  record: AuditRecord,
  position: { readonly seq: number; readonly previousHash: string },
): string {
  const { id, at, actorKind, actorId, actorName, action, objectKind, objectId, objectName } =
    record;
  const { clusterId, clusterName, outcome, comment, before, after, requestId } = record;
  return canonicalJson({
    v: 1,
    seq: position.seq,
    previousHash: position.previousHash,
    id,
    at,
    actor: { kind: actorKind, id: actorId, name: actorName },
    action,
    object: { kind: objectKind, id: objectId, name: objectName },
    cluster: { id: clusterId, name: clusterName },
    outcome,
    comment,
    before: before ?? null,
    after: after ?? null,
    requestId,
  });
}

/** Returns the text that a checkpoint signs. */
export function auditCheckpointText({
  seq,
  hash,
  at,
}: Omit<AuditCheckpoint, 'keyId' | 'signature'>): string {
  return canonicalJson({ purpose: 'kerf audit checkpoint', v: 1, seq, hash, at });
}
