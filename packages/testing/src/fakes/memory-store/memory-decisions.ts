import type {
  DecisionEvent,
  DecisionRepository,
  SchedulingBatch,
  SchedulingBatchRepository,
} from '@kerf/application';
import { openDecisionStates } from '@kerf/application';
import { AppError, invariant } from '@kerf/core';
import { byId, keyOf } from './memory-table.js';
import type { MemoryTables } from './memory-tables.js';

export function memoryBatches({ batches, batchPods }: MemoryTables): SchedulingBatchRepository {
  const other = ({ id, clusterId }: SchedulingBatch, state: SchedulingBatch['state']) =>
    batches.find((row) => row.clusterId === clusterId && row.state === state && row.id !== id);
  return {
    findOpen: async (clusterId) =>
      batches.find((row) => row.clusterId === clusterId && row.state === 'Open'),
    find: async (id) => batches.get(id),
    async insert(batch) {
      if (batches.has(batch.id) || (batch.state === 'Open' && other(batch, 'Open') !== null)) {
        throw new AppError({
          code: 'STATE.CONFLICT',
          message: 'The cluster already has an open batch.',
          retry: { kind: 'backoff' },
        });
      }
      batches.set(batch.id, { ...batch, version: 1 });
    },
    async save(batch) {
      const row = batches.get(batch.id);
      if (row?.version !== batch.version) return null;
      const { state } = batch;
      if ((state === 'Open' || state === 'Solving') && other(batch, state) !== null) return null;
      const saved = { ...batch, version: row.version + 1 };
      batches.set(batch.id, saved);
      return saved;
    },
    async addPods(batchId, podUids) {
      const added = [...new Set(podUids)].filter((uid) => !batchPods.has(keyOf(batchId, uid)));
      for (const podUid of added) batchPods.set(keyOf(batchId, podUid), { batchId, podUid });
      return added.length;
    },
    podsOf: async (id) =>
      batchPods.where(({ batchId }) => batchId === id).map(({ podUid }) => podUid),
    async undecidedPods(clusterId) {
      const undecided = batches
        .where((row) => row.clusterId === clusterId && ['Open', 'Solving'].includes(row.state))
        .map(({ id }) => id);
      return batchPods
        .where(({ batchId }) => undecided.includes(batchId))
        .map(({ podUid }) => podUid);
    },
    solvingSince: async (clusterId, since) =>
      batches.where(
        (row) =>
          row.clusterId === clusterId &&
          row.state === 'Solving' &&
          row.solvingSince !== null &&
          row.solvingSince <= since,
      ),
  };
}

export function memoryDecisions({
  decisions,
  decisionEvents,
  savingProofs,
}: MemoryTables): DecisionRepository {
  const addEvents = (decisionId: string, events: readonly DecisionEvent[]) => {
    for (const event of events) decisionEvents.append({ ...event, decisionId });
  };
  const insertAll: DecisionRepository['insertAll'] = async (inserted) => {
    for (const { decision, events } of inserted) {
      invariant(!decisions.has(decision.id), `decision ${decision.id} is already stored`);
      decisions.set(decision.id, { ...decision, version: 1 });
      addEvents(decision.id, events);
    }
  };
  const isOpen: readonly string[] = openDecisionStates;
  return {
    insert: (decision, events) => insertAll([{ decision, events }]),
    insertAll,
    find: async (id) => decisions.get(id),
    async lock(id) {
      const row = decisions.get(id);
      if (row === null) return null;
      const { kind, state, nodeClaimIds } = row;
      return { kind, state, nodeClaimIds };
    },
    open: async (clusterId) =>
      decisions
        .where(
          ({ kind, state, ...row }) =>
            row.clusterId === clusterId &&
            isOpen.includes(state) &&
            !(kind === 'Provision' && state === 'Executing'),
        )
        .toSorted(byId),
    rejectedUntil: async (clusterId, now) =>
      decisions
        .where((row) => row.clusterId === clusterId && (row.rejectedUntil ?? 0) > now)
        .toSorted(byId),
    removing: async (claim) =>
      decisions
        .where(
          ({ clusterId, state, kind, nodeClaimIds }) =>
            clusterId === claim.clusterId &&
            state === 'Executing' &&
            kind !== 'Provision' &&
            nodeClaimIds.includes(claim.id),
        )
        .map(({ id }) => id)
        .toSorted(),
    async save(decision, events) {
      const row = decisions.get(decision.id);
      if (row?.version !== decision.version) return null;
      const { kind, engineVersion, snapshotDigest, proposedAt } = row;
      const version = row.version + 1;
      decisions.set(decision.id, {
        ...decision,
        kind,
        engineVersion,
        snapshotDigest,
        proposedAt,
        version,
      });
      addEvents(decision.id, events);
      return { ...decision, version };
    },
    async setApproval({ id, version }, approval) {
      const row = decisions.get(id);
      if (row?.version !== version) return false;
      decisions.set(id, { ...row, approval });
      return true;
    },
    async addSavingProof(id, proof) {
      savingProofs.set(id, proof);
      return true;
    },
    savingProof: async (id) => savingProofs.get(id),
    async past({ since, limit, clusterId }) {
      const found = decisions
        .all()
        .flatMap(({ approval, ...row }) =>
          approval === null ||
          row.proposedAt < since ||
          (clusterId !== null && row.clusterId !== clusterId)
            ? []
            : [{ ...row, approval }],
        )
        .toSorted((a, b) => b.proposedAt - a.proposedAt);
      return { decisions: found.slice(0, limit), isCut: found.length > limit };
    },
    addEvents: async (id, events) => addEvents(id, events),
    events: async (id) =>
      decisionEvents
        .where(({ decisionId }) => decisionId === id)
        .map(({ decisionId: _, ...event }) => event),
  };
}
