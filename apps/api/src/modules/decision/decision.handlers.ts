import type { Clock } from '@kerf/application';
import type { DecisionId } from '@kerf/core';
import { ClusterQueries, DecisionQueries } from '@kerf/db';
import { Controller, Get, Inject, Post } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access, CalledBy } from '../../auth/access.js';
import type { Outcome } from '../../contract/outcome.js';
import type {
  QueryDecisionArgs,
  QueryDecisionsArgs,
  QuerySavingProofArgs,
  SavingProofCheck,
} from '../../generated/schema-types.js';
import { readConnectionArgs, toConnection } from '../../graphql/connection.js';
import { FindsObject } from '../../graphql/object-finders.js';
import { type Parts, serveWrites } from '../../handlers/serve-writes.js';
import { CLOCK } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { rowsOf, toPage, toPageRequest } from '../../rest/paging.js';
import { clusterIdOf } from '../cluster/require-place.js';
import { decisionOperations as operations } from './decision.contract.js';
import {
  type DecisionConnectionView,
  type DecisionView,
  toDecisionView,
} from './decision.mapper.js';
import { DecisionReads } from './decision.reads.js';
import { DecisionWrites } from './decision.writes.js';

type Operations = typeof operations;

@Controller('api/v1/decisions')
@Access('decision.read')
export class DecisionController {
  constructor(
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
    @Inject(DecisionReads) private readonly reads: DecisionReads,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @Operation(operations.list)
  async list(
    @FromRequest() { query }: RequestOf<Operations['list']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['list']> {
    const filter = {
      clusterId: await clusterIdOf(this.clusterQueries, query.cluster),
      states: query.state,
      kinds: query.kind,
      nodePools: query.nodePool,
      teams: query.team,
      awaitingReviewOf: query.waitingForMe === 'true' ? await this.reads.reviewer(caller) : null,
    };
    const page = await this.reads.page(filter, toPageRequest(query));
    return { ...toPage(page, this.clock.now()), items: rowsOf(page, toDecisionView) };
  }

  @Get(':id')
  @Operation(operations.get)
  get(
    @FromRequest() { path }: RequestOf<Operations['get']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['get']> {
    return this.reads.get(path.id, caller);
  }

  @Get(':id/saving-proof')
  @Operation(operations.savingProof)
  async savingProof(
    @FromRequest() { path }: RequestOf<Operations['savingProof']>,
  ): AnswerOf<Operations['savingProof']> {
    const { check, proof } = await this.reads.checkSavingProof(path.id);
    return { ...check, proof };
  }
}

@Resolver()
@Access('decision.read')
export class DecisionResolver {
  constructor(
    @Inject(DecisionQueries) private readonly decisionQueries: DecisionQueries,
    @Inject(DecisionReads) private readonly reads: DecisionReads,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Query()
  async decisions(
    @Args() args: QueryDecisionsArgs,
    @CalledBy() caller: Caller,
  ): Promise<DecisionConnectionView> {
    const { waitingForMe, ...given } = args.filter ?? {};
    const filter = {
      ...given,
      awaitingReviewOf: waitingForMe === true ? await this.reads.reviewer(caller) : null,
    };
    return toConnection(
      await this.decisionQueries.page(filter, readConnectionArgs(args)),
      toDecisionView,
      {
        asOf: this.clock.now(),
        countAll: () => this.decisionQueries.count(filter),
      },
    );
  }

  @Query()
  decision(@Args() { id }: QueryDecisionArgs): Promise<DecisionView | null> {
    return this.reads.find(id);
  }

  @Query()
  async savingProof(@Args() { id }: QuerySavingProofArgs): Promise<SavingProofCheck | null> {
    const decision = await this.reads.find(id);
    return decision === null ? null : (await this.reads.checkSavingProof(id)).check;
  }

  @FindsObject('dec', 'Decision')
  findDecision(id: DecisionId): Promise<DecisionView | null> {
    return this.reads.find(id);
  }
}

type DecisionParts = Parts<DecisionWrites, DecisionReads>;

/** After break-glass, the decision is possibly another one that has the plan. */
const decided = {
  answer: ({ reads }: DecisionParts, id: DecisionId, caller: Caller) => reads.get(id, caller),
  /** Returns the current decision, also if it could not be decided any more. */
  payload: async (
    { reads }: DecisionParts,
    outcome: Outcome<DecisionId>,
    { input }: { readonly input: { readonly id: DecisionId } },
  ) => ({ decision: await reads.find(outcome.ok ? outcome.value : input.id) }),
};

export const decisionWrites = serveWrites(
  { path: 'api/v1/decisions', writes: DecisionWrites, reads: DecisionReads },
  (callersWith) => {
    const review = callersWith('decision.approve');
    const edit = callersWith('decision.edit');
    const force = callersWith('decision.break-glass');
    review(operations.approve, Post(':id/approve'), (w, ...call) => w.approve(...call), decided);
    review(operations.reject, Post(':id/reject'), (w, ...call) => w.reject(...call), decided);
    review(
      operations.withdraw,
      Post(':id/withdraw-approval'),
      (w, ...call) => w.withdraw(...call),
      decided,
    );
    edit(
      operations.exclude,
      Post(':id/exclude-nodes'),
      (w, ...call) => w.exclude(...call),
      decided,
    );
    force(
      operations.breakGlass,
      Post(':id/break-glass'),
      (w, ...call) => w.breakGlass(...call),
      decided,
    );
    review(
      operations.createStanding,
      Post(':id/standing-approval'),
      (w, ...call) => w.createStanding(...call),
      decided,
    );
    edit(operations.comment, Post(':id/comments'), (w, ...call) => w.comment(...call), decided);
  },
);
