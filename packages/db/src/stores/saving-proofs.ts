import type { SavingProof } from '@kerf/engine';
import type { Db } from '../client.js';
import { savingProof } from '../json/formats.js';
import type { UnreadableRecords } from '../json/unreadable-records.js';

/** As JSON, in characters; that of a cluster with 2,000 nodes is about a fourth of it. */
const maxProofLength = 1_000_000;

/** Stores the proof of a decision's bound; returns false if it is too large. */
export async function addSavingProof(
  db: Db,
  decisionId: string,
  proof: SavingProof,
): Promise<boolean> {
  const json = savingProof.write(proof);
  if (JSON.stringify(json).length > maxProofLength) return false;
  await db.savingProof.create({ data: { decisionId, proof: json } });
  return true;
}

/** Returns the proof of a decision's bound; `null` if none is stored. */
export async function readSavingProof(
  db: Db,
  unreadable: UnreadableRecords,
  decisionId: string,
): Promise<SavingProof | null> {
  const row = await db.savingProof.findUnique({
    where: { decisionId },
    include: { decision: { select: { clusterId: true } } },
  });
  return unreadable.oneOrNull(row, {
    read: ({ proof }) => savingProof.read(proof),
    identify: ({ decision: { clusterId } }) => ({ clusterId, object: `Decision/${decisionId}` }),
  });
}
