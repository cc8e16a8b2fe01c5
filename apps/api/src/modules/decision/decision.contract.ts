import { maxStandingDays, minReasonLength } from '@kerf/application';
import { z } from 'zod';
import type { OperationSpec } from '../../rest/operation.js';
import { pageQuery } from '../../rest/paging.js';
import { components, flag, instant, wholeIn, word } from '../../rest/wire.js';
import { ofClusterQuery } from '../cluster/cluster.contract.js';
import { decisionPage, decisionResource, savingProofResource } from './decision.resource.js';

const path = z.object({ id: z.string() });
const comment = z.string().nullish().meta({ description: 'Recorded in the history' });
const planDigest = z
  .string()
  .nullish()
  .meta({ description: 'The plan that was reviewed; another one refuses the write' });
const body = z.strictObject({ comment, planDigest }).register(components, { id: 'Decide' });
const window = instant.nullish();
const approveBody = z
  .strictObject({
    comment,
    planDigest,
    windowFrom: window.meta({ description: 'Start of the period in which execution may start' }),
    windowUntil: window,
  })
  .register(components, { id: 'Approve' });
const excludeBody = z
  .strictObject({
    comment,
    planDigest,
    nodeNames: z.array(z.string()).meta({ minItems: 1, description: 'Names of nodes of the plan' }),
  })
  .register(components, { id: 'ExcludeNodes' });
const breakGlassBody = z
  .strictObject({
    planDigest,
    reason: z.string().meta({ minLength: minReasonLength, description: 'Recorded' }),
  })
  .register(components, { id: 'BreakGlass' });
const standingBody = z
  .strictObject({
    days: wholeIn([1, maxStandingDays]),
    comment: z.string().nullish().meta({ description: 'Recorded with the policy' }),
  })
  .register(components, { id: 'CreateStandingApproval' });
const commentBody = z
  .strictObject({ comment: z.string() })
  .register(components, { id: 'CommentDecision' });
const decide = {
  path,
  body,
  answer: decisionResource,
  needsVersion: true,
  takesKey: true,
} as const;

export const decisionOperations = {
  list: {
    id: 'listDecisions',
    topics: ['decision'],
    summary: 'Decisions, newest first',
    query: z.strictObject({
      ...pageQuery,
      ...ofClusterQuery,
      state: z.array(word('DecisionState')).optional(),
      kind: z.array(word('DecisionKind')).optional(),
      nodePool: z.array(z.string()).optional(),
      team: z.array(z.string()).optional().meta({
        description: 'Names of teams that owned a NodePool of it, or its cluster, when proposed',
      }),
      waitingForMe: flag.optional().meta({
        description: 'Only decisions to which an approval of the caller would count',
      }),
    }),
    answer: decisionPage,
  },
  get: { id: 'getDecision', summary: 'One decision', path, answer: decisionResource },
  savingProof: {
    id: 'getSavingProof',
    summary: 'The proof of the bound of a decision’s saving, checked again',
    path,
    answer: savingProofResource,
  },
  approve: {
    id: 'approveDecision',
    summary: 'Adds an approval; with the last one that is needed, the decision is executed',
    ...decide,
    body: approveBody,
  },
  reject: { id: 'rejectDecision', summary: 'Rejects a decision', ...decide },
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
    path,
    body: standingBody,
    answer: decisionResource,
    takesKey: true,
  },
  comment: {
    id: 'commentDecision',
    summary: 'Adds a comment to the history of a decision',
    path,
    body: commentBody,
    answer: decisionResource,
    takesKey: true,
  },
} as const satisfies Record<string, OperationSpec>;
