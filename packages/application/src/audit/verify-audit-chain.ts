import type { Instant } from '@kerf/core';
import {
  type AuditChainHead,
  type AuditCheckpoint,
  auditCheckpointText,
  auditEntryText,
  type ChainedAuditRecord,
} from '../domain/identity/audit-chain.js';
import type { AuditChain, AuditSigner } from '../ports/audit-chain.js';

/** The ports that the verification needs. */
export interface VerifyAuditPorts {
  readonly chain: AuditChain;
  /** `null` where no key is configured; signatures are then not checked. */
  readonly signer: Pick<AuditSigner, 'check'> | null;
  /** Returns the SHA-256 of a text, in hex. */
  readonly hashOf: (text: string) => string;
}

/** A kind of problem of the audit log. */
export type AuditProblemKind =
  | 'StartChanged'
  | 'EntryChanged'
  | 'EntryMissing'
  | 'EndMissing'
  | 'CheckpointInvalid'
  | 'CheckpointMismatch'
  | 'UnknownKey';

/** One sign of tampering, at a position of the chain. */
export interface AuditProblem {
  readonly kind: AuditProblemKind;
  readonly seq: number;
  /** The entry; `null` if there is none. */
  readonly entryId: string | null;
  readonly message: string;
}

/** The result of verifying the audit log. */
export interface AuditVerification {
  /** Whether no problem was found. */
  readonly isIntact: boolean;
  /** Number of entries in the chain that were checked. */
  readonly entries: number;
  /** Number of entries from before the chain; their common hash was checked. */
  readonly entriesBeforeChain: number;
  readonly checkpoints: number;
  readonly lastCheckpoint: { readonly seq: number; readonly at: Instant } | null;
  /** Number of entries after the last checkpoint; no signature covers them yet. */
  readonly unsignedEntries: number;
  /** Whether signatures were checked. */
  readonly areSignaturesChecked: boolean;
  /** The first problems. */
  readonly problems: readonly AuditProblem[];
}

const pageSize = 1_000;
const mostProblems = 20;

/** Verifies the whole audit log: each entry, each link, the end and the signed checkpoints. */
export async function verifyAuditChain(ports: VerifyAuditPorts): Promise<AuditVerification> {
  // Read first, and in this order: what is added meanwhile is verified the next time.
  const newest = await ports.chain.lastCheckpoint();
  const { start, head } = await ports.chain.state();
  const recomputed = await ports.chain.recomputeStart();
  const run = new Verification(ports, start.hash);
  if (recomputed.hash !== start.hash) {
    const { entries } = start;
    run.report({
      kind: 'StartChanged',
      seq: 0,
      entryId: null,
      message: `The ${entries} entries from before the chain were changed; ${recomputed.entries} are left.`,
    });
  }
  while (run.seq < head.seq && !run.isFull) {
    const [records, checkpoints] = await Promise.all([
      ports.chain.entriesAfter(run.seq, Math.min(pageSize, head.seq - run.seq)),
      ports.chain.checkpointsAfter(run.checkedUpTo, pageSize),
    ]);
    if (records.length === 0) break;
    run.addPage(records, checkpoints);
  }
  if (!run.isFull) run.finish(head, newest?.seq ?? 0);
  return run.result(recomputed.entries);
}

/** The state of a verification while it reads the chain. */
class Verification {
  readonly #ports: VerifyAuditPorts;
  readonly #problems: AuditProblem[] = [];
  #previousHash: string;
  #entries = 0;
  #checkpoints = 0;
  #lastCheckpoint: AuditCheckpoint | null = null;
  /** The position of the last entry that was read. */
  seq = 0;
  /** The position of the last checkpoint that was checked. */
  checkedUpTo = 0;

  constructor(ports: VerifyAuditPorts, startHash: string) {
    this.#ports = ports;
    this.#previousHash = startHash;
  }

  get isFull(): boolean {
    return this.#problems.length >= mostProblems;
  }

  report(problem: AuditProblem): void {
    if (!this.isFull) this.#problems.push(problem);
  }

  addPage(records: readonly ChainedAuditRecord[], checkpoints: readonly AuditCheckpoint[]): void {
    const bySeq = new Map(checkpoints.map((checkpoint) => [checkpoint.seq, checkpoint]));
    for (const record of records) {
      this.#addEntry(record);
      const checkpoint = bySeq.get(record.seq);
      if (checkpoint !== undefined) this.#addCheckpoint(checkpoint, record);
    }
  }

  /** @param signedSeq the position of the newest checkpoint before the end was read */
  finish(head: AuditChainHead, signedSeq: number): void {
    if (this.seq < head.seq || this.#previousHash !== head.hash) {
      const message = `The chain ends at entry ${this.seq}; its recorded end is entry ${head.seq}.`;
      this.report({ kind: 'EndMissing', seq: head.seq, entryId: null, message });
    }
    if (signedSeq > head.seq) {
      const message = `A checkpoint signs entry ${signedSeq}, but the chain ends at entry ${head.seq}.`;
      this.report({ kind: 'EndMissing', seq: signedSeq, entryId: null, message });
    }
  }

  result(entriesBeforeChain: number): AuditVerification {
    const last = this.#lastCheckpoint;
    return {
      isIntact: this.#problems.length === 0,
      entries: this.#entries,
      entriesBeforeChain,
      checkpoints: this.#checkpoints,
      lastCheckpoint: last === null ? null : { seq: last.seq, at: last.at },
      unsignedEntries: this.seq - (last?.seq ?? 0),
      areSignaturesChecked: this.#ports.signer !== null,
      problems: this.#problems,
    };
  }

  #addEntry(record: ChainedAuditRecord): void {
    const { seq, hash, id } = record;
    if (seq !== this.seq + 1) {
      const first = this.seq + 1;
      const which = seq - 1 === first ? `Entry ${first} is` : `Entries ${first} to ${seq - 1} are`;
      this.report({
        kind: 'EntryMissing',
        seq: first,
        entryId: null,
        message: `${which} missing.`,
      });
    } else if (
      hash !== this.#ports.hashOf(auditEntryText(record, { seq, previousHash: this.#previousHash }))
    ) {
      const message = `Entry ${seq} does not match its hash: it, or an entry before it, was changed.`;
      this.report({ kind: 'EntryChanged', seq, entryId: id, message });
    }
    this.seq = seq;
    this.#previousHash = hash;
    this.#entries += 1;
  }

  #addCheckpoint(checkpoint: AuditCheckpoint, { seq, hash, id }: ChainedAuditRecord): void {
    this.checkedUpTo = seq;
    this.#checkpoints += 1;
    this.#lastCheckpoint = checkpoint;
    if (checkpoint.hash !== hash) {
      const message = `Entry ${seq} has another hash than its signed checkpoint: the log was rewritten.`;
      this.report({ kind: 'CheckpointMismatch', seq, entryId: id, message });
    }
    const verdict =
      this.#ports.signer?.check(auditCheckpointText(checkpoint), checkpoint) ?? 'Valid';
    if (verdict === 'Valid') return;
    this.report({
      kind: verdict === 'Invalid' ? 'CheckpointInvalid' : 'UnknownKey',
      seq,
      entryId: null,
      message:
        verdict === 'Invalid'
          ? `The signature of the checkpoint at entry ${seq} is invalid.`
          : `The checkpoint at entry ${seq} is signed with the unknown key ${checkpoint.keyId}.`,
    });
  }
}
