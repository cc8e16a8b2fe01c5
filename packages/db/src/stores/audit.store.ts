import { createHash } from 'node:crypto';
import {
  type AuditEntry,
  type AuditRecord,
  type AuditRepository,
  auditEntryText,
  eventOfAuditEntry,
} from '@kerf/application';
import { invariant } from '@kerf/core';
import { z } from 'zod';
import type { Db } from '../client.js';
import type { PrismaClient } from '../generated/client.js';
import { auditedValue } from '../json/formats.js';
import { parseRows } from '../json/rows.js';
import { orDbNull, toDate } from '../json.js';
import { text } from '../tables/columns.js';
import { recordEvents } from './notification-event.store.js';

/** Creates the audit log outside of transactions: each entry is appended in its own. */
export function createAuditStore(db: PrismaClient): AuditRepository {
  return {
    add: (entry) => db.$transaction((tx) => appendToChain(tx, [entry])),
  };
}

const headRow = z.object({ seq: z.bigint(), hash: text });

/**
 * Records the notification events of entries, and appends them to the hash chain. Locks the end of the
 * chain until the transaction ends, so call it last.
 */
export async function appendToChain(db: Db, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const clusterNames = await namesOf(db, entries);
  await recordEvents(
    db,
    entries.map((entry) => eventOfAuditEntry(entry, clusterOf(entry, clusterNames))),
  );
  const locked: unknown = await db.$queryRaw`
    SELECT last_seq AS seq, last_hash AS hash FROM audit_chain WHERE id = 1 FOR UPDATE`;
  const [head] = parseRows(headRow, locked);
  invariant(head !== undefined, 'the audit chain has its row');
  let seq = Number(head.seq);
  let hash = head.hash;
  for (const entry of entries) {
    seq += 1;
    const record = toRecord(entry, clusterNames);
    hash = sha256(auditEntryText(record, { seq, previousHash: hash }));
    await db.auditEntry.create({
      data: {
        ...record,
        at: toDate(record.at),
        before: orDbNull(record.before),
        after: orDbNull(record.after),
        seq: BigInt(seq),
        hash,
      },
    });
  }
  await db.auditChain.update({ where: { id: 1 }, data: { lastSeq: BigInt(seq), lastHash: hash } });
}

const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');

type Row = AuditRecord & Record<'before' | 'after', ReturnType<typeof auditedValue.writeNullable>>;

function toRecord(entry: AuditEntry, clusterNames: ReadonlyMap<string, string>): Row {
  return {
    id: entry.id,
    at: entry.at,
    actorKind: entry.actor.kind,
    actorId: entry.actor.id,
    actorName: entry.actor.name,
    action: entry.action,
    objectKind: entry.object.kind,
    objectId: entry.object.id,
    objectName: entry.object.name,
    clusterId: entry.clusterId,
    clusterName: entry.clusterId === null ? null : (clusterNames.get(entry.clusterId) ?? null),
    outcome: entry.outcome,
    comment: entry.comment,
    before: auditedValue.writeNullable(entry.before),
    after: auditedValue.writeNullable(entry.after),
    requestId: entry.requestId,
  };
}

function clusterOf({ clusterId }: AuditEntry, clusterNames: ReadonlyMap<string, string>) {
  const name = clusterId === null ? undefined : clusterNames.get(clusterId);
  return clusterId === null || name === undefined ? null : { id: clusterId, name };
}

async function namesOf(
  db: Db,
  entries: readonly AuditEntry[],
): Promise<ReadonlyMap<string, string>> {
  const ids = entries.flatMap(({ clusterId }) => (clusterId === null ? [] : [clusterId]));
  if (ids.length === 0) return new Map();
  const clusters = await db.cluster.findMany({
    where: { id: { in: ids } },
    select: { id: true, name: true },
  });
  return new Map(clusters.map(({ id, name }) => [id, name]));
}
