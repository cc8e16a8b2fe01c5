import {
  type Decision,
  type DecisionEvent,
  decisionEventKinds,
  decisionKinds,
  decisionStates,
  executionSteps,
  type Review,
  reviewVerdicts,
  savingsFiguresOf,
} from '@kerf/application';
import {
  approvalVerdict,
  decisionApproval,
  decisionBody,
  decisionEventData,
  maintenanceWindow,
  reviewedBy,
} from '../json/formats.js';
import { bigint, float, instant, integer, json, named, text, texts, word } from './columns.js';
import { identifiedBy, none, table } from './table.js';

export const decisionIdentity = identifiedBy('Decision', 'id');

/** Figures that a decision's body has, for SQL. */
export const savingsFigures = {
  disruptionCost: float.nullable(),
  savingsRatioMicroUsdPerHour: bigint.nullable(),
  savingGapRatio: float.nullable(),
};

export const decisions = table({
  name: 'decisions',
  identity: decisionIdentity,
  fixed: {
    id: text,
    clusterId: text,
    kind: word(decisionKinds),
    engineVersion: text,
    snapshotDigest: text,
    proposedAt: instant,
    version: integer,
  },
  changing: {
    state: word(decisionStates),
    verdict: json(approvalVerdict),
    body: json(decisionBody),
    nodePools: texts,
    nodeClaimIds: texts,
    nodeCount: integer,
    podCount: integer,
    costChangeMicroUsdPerHour: bigint.nullable(),
    achievedSavingMicroUsdPerHour: bigint.nullable(),
    expiresAt: instant.nullable(),
    rejectedUntil: instant.nullable(),
    decidedAt: instant.nullable(),
    decidedBy: text.nullable(),
    comment: text.nullable(),
    finishedAt: instant.nullable(),
    executionStep: word(executionSteps),
    approval: json(decisionApproval).nullable(),
  },
  unread: { fixed: {}, changing: savingsFigures },
  toRow: (decision: Decision) => ({ ...decision, ...savingsFiguresOf(decision.body) }),
  fromRow: (row): Decision => row,
});

/** Columns of entries in a decision's history. */
export const decisionEventColumns = {
  at: instant,
  kind: word(decisionEventKinds),
  actor: text,
  data: json(decisionEventData),
};

export const decisionEvents = table({
  name: 'decision_events',
  identity: identifiedBy('Decision', 'decisionId'),
  fixed: { decisionId: text, ...decisionEventColumns },
  changing: {},
  unread: none,
  toRow: (event: DecisionEvent & { readonly decisionId: string }) => event,
  fromRow: ({ decisionId: _, ...event }): DecisionEvent => event,
});

/** Columns of reviews. */
export const reviewColumns = {
  at: instant,
  verdict: word(reviewVerdicts),
  by: named(json(reviewedBy), 'reviewed_by'),
  personId: text,
  planDigest: text,
  window: named(json(maintenanceWindow).nullable(), 'maintenance_window'),
  comment: text.nullable(),
};

export const decisionReviews = table({
  name: 'decision_reviews',
  identity: identifiedBy('Decision', 'decisionId'),
  fixed: { decisionId: text, ...reviewColumns },
  changing: {},
  unread: none,
  toRow: (review: Review & { readonly decisionId: string }) => review,
  fromRow: ({ decisionId: _, ...review }): Review => review,
});
