import { maxStandingDays, minReasonLength } from '@kerf/application';
import { type DecisionOrder, decisionOrderFields } from '@kerf/db';
import { z } from 'zod';
import { describeSortedPeriod } from '../../contract/sorted-period.js';
import type { OperationSpec } from '../../rest/operation.js';
import { orderQuery, pageOf, pageQuery } from '../../rest/paging.js';
import { bodyOf, flag, idPath, instant, text, wholeIn, word } from '../../rest/wire.js';
import { ofClusterQuery } from '../cluster/cluster.contract.js';
import { decisionResource, savingProofResource, summaryResource } from './decision.resource.js';

const comment = z.string().nullish().meta({ description: 'Recorded in the history' });
const planDigest = z
  .string()
  .nullish()
  .meta({ description: 'The plan that was reviewed; another one refuses the write' });
const body = bodyOf('Decide', { comment, planDigest });
const window = instant.nullish();
const approveBody = bodyOf('Approve', {
  comment,
  planDigest,
  windowFrom: window.meta({ description: 'Start of the period in which execution may start' }),
  windowUntil: window,
});
const rejectBody = bodyOf('Reject', {
  comment,
  planDigest,
  rejectedUntil: instant.nullish().meta({
    description:
      'End of the rejection, at most 30 days ahead; `rejectionHoldMs` of the cluster’s settings from now if absent',
  }),
});
const excludeBody = bodyOf('ExcludeNodes', {
  comment,
  planDigest,
  nodeNames: z.array(text).meta({ minItems: 1, description: 'Names of nodes of the plan' }),
});
const breakGlassBody = bodyOf('BreakGlass', {
  planDigest,
  reason: text.meta({ minLength: minReasonLength, description: 'Recorded' }),
});
const standingBody = bodyOf('CreateStandingApproval', {
  days: wholeIn([1, maxStandingDays]),
  comment: text.nullish().meta({ description: 'Recorded with the policy' }),
});
const commentBody = bodyOf('CommentDecision', { comment: text });
const decide = {
  path: idPath,
  body,
  answer: decisionResource,
  needsVersion: true,
  takesKey: true,
} as const;

export const newestDecisionsFirst: DecisionOrder = { field: 'PROPOSED_AT', direction: 'DESC' };

export const decisionOperations = {
  list: {
    id: 'listDecisions',
    topics: ['decision'],
    summary: 'Decisions, newest first',
    description: `Decisions, newest first. ${describeSortedPeriod('PROPOSED_AT', 'finished')}`,
    query: z.strictObject({
      ...pageQuery,
      ...ofClusterQuery,
      state: z.array(word('DecisionState')).optional(),
      kind: z.array(word('DecisionKind')).optional(),
      nodePool: z.array(text).optional(),
      team: z.array(text).optional().meta({
        description: 'Names of teams that owned a NodePool of it, or its cluster, when proposed',
      }),
      moved: text.optional().meta({
        description:
          '`namespace/name` of a pod that the decision moves, or `namespace/Kind/name` of the owner of such a pod',
      }),
      waitingForMe: flag.optional().meta({
        description: 'Only decisions to which an approval of the caller would count',
      }),
      proposedFrom: instant.optional(),
      proposedTo: instant.optional(),
      ...orderQuery(decisionOrderFields, newestDecisionsFirst),
    }),
    answer: pageOf('DecisionPage', summaryResource),
  },
  get: { id: 'getDecision', summary: 'One decision', path: idPath, answer: decisionResource },
  savingProof: {
    id: 'getSavingProof',
    summary: 'The proof of the bound of a decision’s saving, checked again',
    path: idPath,
    answer: savingProofResource,
  },
  approve: {
    id: 'approveDecision',
    summary: 'Adds an approval; with the last one that is needed, the decision is executed',
    ...decide,
    body: approveBody,
  },
  reject: { id: 'rejectDecision', summary: 'Rejects a decision', ...decide, body: rejectBody },
  withdraw: {
    id: 'withdrawApproval',
    summary: 'Withdraws the own approval of a decision that awaits others',
    ...decide,
  },
  exclude: {
    id: 'excludeNodes',
    summary: 'Takes nodes out of a plan; the rest is planned again as a new decision',
    ...decide,
    body: excludeBody,
  },
  breakGlass: {
    id: 'breakGlass',
    summary: 'Executes a decision against the policy or the mode of its cluster, with a reason',
    ...decide,
    body: breakGlassBody,
  },
  createStanding: {
    id: 'createStandingApproval',
    summary: 'Approves decisions of the same kind, cluster and NodePools for some days',
    path: idPath,
    body: standingBody,
    answer: decisionResource,
    takesKey: true,
  },
  comment: {
    id: 'commentDecision',
    summary: 'Adds a comment to the history of a decision',
    path: idPath,
    body: commentBody,
    answer: decisionResource,
    takesKey: true,
  },
} as const satisfies Record<string, OperationSpec>;
