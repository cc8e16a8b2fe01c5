import type {
  Decision,
  DecisionEvent,
  DecisionRepository,
  NodeClaim,
  PastDecisionRequest,
  PastDecisions,
} from '@kerf/application';
import {
  decisionKinds,
  decisionStates,
  eventOfDecision,
  kindOfDecisionEvent,
  openDecisionStates,
} from '@kerf/application';
import type { Db } from '../client.js';
import { Prisma } from '../generated/client.js';
import { decisionApproval } from '../json/formats.js';
import type { UnreadableRecords } from '../json/unreadable-records.js';
import { oneOf, toDate, toNullableMoney } from '../json.js';
import { json } from '../tables/columns.js';
import { decisionEvents, decisionIdentity, decisions } from '../tables/decisions.js';
import { insertRows, recordsOf, saveRow } from '../tables/table.js';
import { inTransaction, recordEvents } from './notification-event.store.js';
import { addSavingProof, readSavingProof } from './saving-proofs.js';

export function createDecisionStore(db: Db, unreadable: UnreadableRecords): DecisionRepository {
  const insertAll: DecisionRepository['insertAll'] = async (inserted) => {
    await insertRows(
      db,
      decisions,
      inserted.map(({ decision }) => decision),
    );
    await insertEvents(
      db,
      inserted.map(({ decision, events }) => [decision.id, events]),
    );
  };
  return {
    insert: (decision, events) => insertAll([{ decision, events }]),
    insertAll,
    find: async (id) =>
      unreadable.oneOrNull(await db.decision.findUnique({ where: { id } }), decisions),
    lock: (id) => lockDecision(db, id),
    open: async (clusterId) =>
      unreadable.readable(
        await db.decision.findMany({
          where: {
            clusterId,
            state: { in: [...openDecisionStates] },
            NOT: { kind: 'Provision', state: 'Executing' },
          },
          orderBy: { id: 'asc' },
        }),
        decisions,
      ),
    rejectedUntil: async (clusterId, now) =>
      unreadable.readable(
        await db.decision.findMany({
          where: { clusterId, rejectedUntil: { gt: toDate(now) } },
          orderBy: { id: 'asc' },
        }),
        decisions,
      ),
    removing: (claim) => readRemoving(db, claim),
    async save(decision, events) {
      const saved = await saveRow(db, decisions, decision);
      if (saved !== null) await insertEvents(db, [[decision.id, events]]);
      return saved;
    },
    async setApproval({ id, version }, approval) {
      const { count } = await db.decision.updateMany({
        where: { id, version },
        data: { approval: decisionApproval.write(approval) },
      });
      return count === 1;
    },
    addSavingProof: (id, proof) => addSavingProof(db, id, proof),
    savingProof: (id) => readSavingProof(db, unreadable, id),
    past: (request) => readPast(db, unreadable, request),
    addEvents: (id, events) => inTransaction(db, (tx) => insertEvents(tx, [[id, events]])),
    events: (id) => readEvents(db, unreadable, id),
  };
}

async function readEvents(
  db: Db,
  unreadable: UnreadableRecords,
  id: string,
): Promise<readonly DecisionEvent[]> {
  const rows = await db.decisionEvent.findMany({
    where: { decisionId: id },
    orderBy: { id: 'asc' },
    include: { decision: { select: { clusterId: true } } },
  });
  return unreadable.readable(rows, {
    ...decisionEvents,
    identify: ({ decision: { clusterId } }) => ({ clusterId, object: `Decision/${id}` }),
  });
}

async function insertEvents(
  db: Db,
  events: readonly (readonly [decisionId: string, events: readonly DecisionEvent[]])[],
): Promise<void> {
  const rows = events.flatMap(([decisionId, ofDecision]) =>
    ofDecision.map((event) => ({ ...event, decisionId })),
  );
  if (rows.length === 0) return;
  await insertRows(db, decisionEvents, rows);
  await notify(db, events);
}

const pastRow = decisions.row
  .pick({ id: true, clusterId: true, kind: true, state: true, verdict: true, proposedAt: true })
  .extend({ approval: json(decisionApproval) });

async function readPast(
  db: Db,
  unreadable: UnreadableRecords,
  { since, limit, clusterId }: PastDecisionRequest,
): Promise<PastDecisions> {
  const rows = await db.decision.findMany({
    where: {
      proposedAt: { gte: toDate(since) },
      approval: { not: Prisma.AnyNull },
      ...(clusterId === null ? {} : { clusterId }),
    },
    select: {
      id: true,
      clusterId: true,
      kind: true,
      state: true,
      verdict: true,
      proposedAt: true,
      approval: true,
    },
    orderBy: { proposedAt: 'desc' },
    take: limit + 1,
  });
  const past = unreadable.readable(rows.slice(0, limit), recordsOf(pastRow, decisionIdentity));
  return { decisions: past, isCut: rows.length > limit };
}

/** Records the entries that are notified, with the facts of their decisions. */
async function notify(
  db: Db,
  events: readonly (readonly [decisionId: string, events: readonly DecisionEvent[]])[],
): Promise<void> {
  const notified = events.filter(([, ofDecision]) =>
    ofDecision.some(({ kind }) => kindOfDecisionEvent(kind) !== null),
  );
  if (notified.length === 0) return;
  const rows = await db.decision.findMany({
    where: { id: { in: notified.map(([id]) => id) } },
    select: notifiedFacts,
  });
  const facts = new Map(
    rows.map(({ kind, costChangeMicroUsdPerHour, ...decision }) => [
      decision.id,
      {
        ...decision,
        kind: oneOf(decisionKinds, kind),
        costChangeMicroUsdPerHour: toNullableMoney(costChangeMicroUsdPerHour),
      },
    ]),
  );
  await recordEvents(
    db,
    notified.flatMap(([id, ofDecision]) => {
      const decision = facts.get(id);
      return decision === undefined
        ? []
        : ofDecision.map((event) => eventOfDecision(decision, event));
    }),
  );
}

const notifiedFacts = {
  id: true,
  kind: true,
  version: true,
  nodePools: true,
  nodeCount: true,
  podCount: true,
  costChangeMicroUsdPerHour: true,
  cluster: { select: { id: true, name: true } },
} as const;

async function lockDecision(
  db: Db,
  id: string,
): Promise<Pick<Decision, 'kind' | 'state' | 'nodeClaimIds'> | null> {
  // Not FOR UPDATE: events refer to the row, so two transactions that each added one would
  // deadlock.
  await db.$executeRaw`SELECT id FROM decisions WHERE id = ${id} FOR NO KEY UPDATE`;
  const row = await db.decision.findUnique({
    where: { id },
    select: { kind: true, state: true, nodeClaimIds: true },
  });
  return row === null
    ? null
    : {
        kind: oneOf(decisionKinds, row.kind),
        state: oneOf(decisionStates, row.state),
        nodeClaimIds: row.nodeClaimIds,
      };
}

async function readRemoving(db: Db, { clusterId, id }: NodeClaim): Promise<readonly string[]> {
  const rows = await db.decision.findMany({
    where: {
      clusterId,
      state: 'Executing',
      kind: { not: 'Provision' },
      nodeClaimIds: { has: id },
    },
    orderBy: { id: 'asc' },
    select: { id: true },
  });
  return rows.map((row) => row.id);
}
