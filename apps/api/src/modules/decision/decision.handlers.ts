import type { DecisionId } from '@kerf/core';
import { Get, Post } from '@nestjs/common';
import type { z } from 'zod';
import type { Outcome } from '../../contract/outcome.js';
import { notFound } from '../../contract/public-error.js';
import type { Call, Parts } from '../../handlers/handler-class.js';
import { serveNoun } from '../../handlers/serve-noun.js';
import { withFields } from '../../handlers/with-fields.js';
import type { Caller } from '../../request/current-request.js';
import { newestDecisionsFirst, decisionOperations as operations } from './decision.contract.js';
import { decisionFields } from './decision.fields.js';
import { toDecisionView } from './decision.mapper.js';
import { DecisionReads } from './decision.reads.js';
import type { decisionResource } from './decision.resource.js';
import { DecisionWrites } from './decision.writes.js';

type Resource = z.output<typeof decisionResource>;
type DecisionParts = Parts<DecisionWrites, DecisionReads>;

/** After break-glass, the decision is possibly another one that has the plan. */
const decided = {
  answer: async (
    { reads }: DecisionParts,
    id: DecisionId,
    _: Caller,
    { fieldContext }: Call,
  ): Promise<Resource> => withFields(await reads.get(id), decisionFields, fieldContext()),
  /** Returns the current decision, also if it could not be decided any more. */
  payload: async (
    { reads }: DecisionParts,
    outcome: Outcome<DecisionId>,
    { input }: { readonly input: { readonly id: DecisionId } },
  ) => ({ decision: await reads.find(outcome.ok ? outcome.value : input.id) }),
};

export const decisions = serveNoun(
  { path: 'api/v1/decisions', writes: DecisionWrites, reads: DecisionReads },
  (callersWith) => {
    const { pages, one, route, query } = callersWith('decision.read');
    const { write: review } = callersWith('decision.approve');
    const { write: edit } = callersWith('decision.edit');
    const { write: force } = callersWith('decision.break-glass');
    pages([operations.list, Get(), 'decisions'], {
      page: async (reads, { orderBy, ...input }, request, { caller }) => {
        const order = orderBy ?? newestDecisionsFirst;
        return reads.queries.page(await reads.filterOf(input, order, caller), request, order);
      },
      count: async (reads, { orderBy, ...input }, { caller }) =>
        reads.queries.count(await reads.filterOf(input, orderBy ?? newestDecisionsFirst, caller)),
      view: toDecisionView,
    });
    one(
      [operations.get, Get(':id'), 'decision'],
      { kind: 'Decision', finds: ['dec', 'Decision'] },
      (reads, id) => reads.find(id),
      decisionFields,
    );
    route(operations.savingProof, Get(':id/saving-proof'), async ({ reads }, { id }) => {
      const proof = await reads.savingProof(id);
      if (proof === null) throw notFound(`Decision ${id} not found.`);
      return proof;
    });
    query('savingProof', (reads, { id }) => reads.savingProof(id));
    review(operations.approve, Post(':id/approve'), 'approve', decided);
    review(operations.reject, Post(':id/reject'), 'reject', decided);
    review(operations.withdraw, Post(':id/withdraw-approval'), 'withdraw', decided);
    edit(operations.exclude, Post(':id/exclude-nodes'), 'exclude', decided);
    force(operations.breakGlass, Post(':id/break-glass'), 'breakGlass', decided);
    review(operations.createStanding, Post(':id/standing-approval'), 'createStanding', decided);
    edit(operations.comment, Post(':id/comments'), 'comment', decided);
  },
);
