import type {
  Decision,
  DecisionEvent,
  DecisionEventKind,
  DecisionRepository,
  NodeClaim,
  PastDecisionRequest,
  PastDecisions,
} from '@kerf/application';
import {
  decisionEventKinds,
  decisionKinds,
  decisionStates,
  eventOfDecision,
  executionSteps,
  kindOfDecisionEvent,
  openDecisionStates,
  savingsFiguresOf,
} from '@kerf/application';
import type { Db } from '../client.js';
import {
  type Decision as DecisionModel,
  type DecisionEvent as EventModel,
  Prisma,
} from '../generated/client.js';
import { decisionApproval } from '../json/approval.js';
import { approvalVerdict, decisionBody, decisionEventData } from '../json/decision.js';
import type { Stored } from '../json/format.js';
import type { RowIdentity, UnreadableRecords } from '../json/unreadable-records.js';
import {
  fromNullableMoney,
  oneOf,
  orDbNull,
  toDate,
  toInstant,
  toNullableDate,
  toNullableInstant,
  toNullableMoney,
} from '../json.js';
import { inTransaction, recordEvents } from './notification-event.store.js';
import { addSavingProof, readSavingProof } from './saving-proofs.js';

export function createDecisionStore(db: Db, unreadable: UnreadableRecords): DecisionRepository {
  const insertAll: DecisionRepository['insertAll'] = async (decisions) => {
    if (decisions.length === 0) return;
    await db.decision.createMany({ data: decisions.map(({ decision }) => toNewRow(decision)) });
    await insertEvents(
      db,
      decisions.map(({ decision, events }) => [decision.id, events]),
    );
  };
  return {
    insert: (decision, events) => insertAll([{ decision, events }]),
    insertAll,
    async find(id) {
      const row = await db.decision.findUnique({ where: { id } });
      return unreadable.oneOrNull(row, toDecision, decisionIdentity);
    },
    lock: (id) => lockDecision(db, id),
    async open(clusterId) {
      const rows = await db.decision.findMany({
        where: {
          clusterId,
          state: { in: [...openDecisionStates] },
          NOT: { kind: 'Provision', state: 'Executing' },
        },
        orderBy: { id: 'asc' },
      });
      return unreadable.readable(rows, toDecision, decisionIdentity);
    },
    async rejectedUntil(clusterId, now) {
      const rows = await db.decision.findMany({
        where: { clusterId, rejectedUntil: { gt: toDate(now) } },
        orderBy: { id: 'asc' },
      });
      return unreadable.readable(rows, toDecision, decisionIdentity);
    },
    removing: (claim) => readRemoving(db, claim),
    async save(decision, events) {
      const { count } = await db.decision.updateMany({
        where: { id: decision.id, version: decision.version },
        data: { ...toRow(decision), version: { increment: 1 } },
      });
      if (count === 0) return null;
      await insertEvents(db, [[decision.id, events]]);
      return { ...decision, version: decision.version + 1 };
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
  return unreadable.readable(rows, toEvent, ({ decision: { clusterId } }) =>
    decisionIdentity({ clusterId, id }),
  );
}

async function insertEvents(
  db: Db,
  events: readonly (readonly [decisionId: string, events: readonly DecisionEvent[]])[],
): Promise<void> {
  const rows = events.flatMap(([decisionId, ofDecision]) =>
    ofDecision.map(({ at, kind, actor, data }) => ({
      decisionId,
      at: toDate(at),
      kind,
      actor,
      data: decisionEventData.write(data),
    })),
  );
  if (rows.length === 0) return;
  await db.decisionEvent.createMany({ data: rows });
  await notify(db, events);
}

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
  const decisions = unreadable.readable(
    rows.slice(0, limit),
    (row) => ({
      id: row.id,
      clusterId: row.clusterId,
      kind: oneOf(decisionKinds, row.kind),
      state: oneOf(decisionStates, row.state),
      verdict: approvalVerdict.read(row.verdict),
      proposedAt: toInstant(row.proposedAt),
      approval: decisionApproval.read(row.approval),
    }),
    decisionIdentity,
  );
  return { decisions, isCut: rows.length > limit };
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
  const decisions = await db.decision.findMany({
    where: { id: { in: notified.map(([id]) => id) } },
    select: notifiedFacts,
  });
  const facts = new Map(
    decisions.map(({ kind, costChangeMicroUsdPerHour, ...decision }) => [
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

function toNewRow(decision: Decision) {
  return {
    ...toRow(decision),
    id: decision.id,
    clusterId: decision.clusterId,
    kind: decision.kind,
    engineVersion: decision.engineVersion,
    snapshotDigest: decision.snapshotDigest,
    proposedAt: toDate(decision.proposedAt),
    version: 1,
  };
}

function toRow(decision: Decision) {
  const savings = savingsFiguresOf(decision.body);
  return {
    state: decision.state,
    verdict: approvalVerdict.write(decision.verdict),
    body: decisionBody.write(decision.body),
    nodePools: [...decision.nodePools],
    nodeClaimIds: [...decision.nodeClaimIds],
    nodeCount: decision.nodeCount,
    podCount: decision.podCount,
    costChangeMicroUsdPerHour: fromNullableMoney(decision.costChangeMicroUsdPerHour),
    achievedSavingMicroUsdPerHour: fromNullableMoney(decision.achievedSavingMicroUsdPerHour),
    disruptionCost: savings.disruptionCost,
    savingsRatioMicroUsdPerHour: fromNullableMoney(savings.savingsRatioMicroUsdPerHour),
    savingGapRatio: savings.savingGapRatio,
    expiresAt: toNullableDate(decision.expiresAt),
    rejectedUntil: toNullableDate(decision.rejectedUntil),
    decidedAt: toNullableDate(decision.decidedAt),
    decidedBy: decision.decidedBy,
    comment: decision.comment,
    finishedAt: toNullableDate(decision.finishedAt),
    executionStep: decision.executionStep,
    approval: orDbNull(decisionApproval.writeNullable(decision.approval)),
  };
}

export const decisionIdentity = ({
  clusterId,
  id,
}: Pick<DecisionModel, 'clusterId' | 'id'>): RowIdentity => ({
  clusterId,
  object: `Decision/${id}`,
});

/** @throws UnreadableRecord */
export function toDecision(row: Stored<DecisionModel, 'verdict' | 'body' | 'approval'>): Decision {
  return {
    id: row.id,
    clusterId: row.clusterId,
    kind: oneOf(decisionKinds, row.kind),
    state: oneOf(decisionStates, row.state),
    verdict: approvalVerdict.read(row.verdict),
    engineVersion: row.engineVersion,
    snapshotDigest: row.snapshotDigest,
    body: decisionBody.read(row.body),
    nodePools: row.nodePools,
    nodeClaimIds: row.nodeClaimIds,
    nodeCount: row.nodeCount,
    podCount: row.podCount,
    costChangeMicroUsdPerHour: toNullableMoney(row.costChangeMicroUsdPerHour),
    achievedSavingMicroUsdPerHour: toNullableMoney(row.achievedSavingMicroUsdPerHour),
    proposedAt: toInstant(row.proposedAt),
    expiresAt: toNullableInstant(row.expiresAt),
    rejectedUntil: toNullableInstant(row.rejectedUntil),
    decidedAt: toNullableInstant(row.decidedAt),
    decidedBy: row.decidedBy,
    comment: row.comment,
    finishedAt: toNullableInstant(row.finishedAt),
    executionStep: oneOf(executionSteps, row.executionStep),
    approval: decisionApproval.readNullable(row.approval),
    version: row.version,
  };
}

/** @throws UnreadableRecord */
function toEvent(row: Stored<EventModel, 'data'>): DecisionEvent {
  return {
    at: toInstant(row.at),
    kind: oneOf<DecisionEventKind>(decisionEventKinds, row.kind),
    actor: row.actor,
    data: decisionEventData.read(row.data),
  };
}
