import type { Clock } from '@kerf/application';
import type { DecisionId } from '@kerf/core';
import { DecisionQueries } from '@kerf/db';
import { Inject } from '@nestjs/common';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Access, CalledBy } from '../../auth/access.js';
import { type Outcome, toUserErrors } from '../../contract/outcome.js';
import type { ResolversParentTypes } from '../../generated/resolver-types.js';
import type {
  ApproveDecisionInput,
  BreakGlassInput,
  CommentDecisionInput,
  CreateStandingApprovalInput,
  ExcludeNodesInput,
  QueryDecisionArgs,
  QueryDecisionsArgs,
  QuerySavingProofArgs,
  RejectDecisionInput,
  SavingProofCheck,
  WithdrawApprovalInput,
} from '../../generated/schema-types.js';
import { readConnectionArgs, toConnection } from '../../graphql/connection.js';
import { FindsObject } from '../../graphql/object-finders.js';
import { CLOCK } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { DecisionReads } from './decision.details.js';
import {
  type DecisionConnectionView,
  type DecisionView,
  toDecisionView,
} from './decision.mapper.js';
import { DecisionWrites } from './decision.writes.js';

type Payload = ResolversParentTypes['ApproveDecisionPayload'];

@Resolver()
@Access('decision.read')
export class DecisionResolver {
  constructor(
    @Inject(DecisionQueries) private readonly decisionQueries: DecisionQueries,
    @Inject(DecisionReads) private readonly reads: DecisionReads,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DecisionWrites) private readonly writes: DecisionWrites,
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
  async decision(@Args() { id }: QueryDecisionArgs): Promise<DecisionView | null> {
    const decision = await this.decisionQueries.find(id);
    return decision === null ? null : toDecisionView(decision);
  }

  @Query()
  async savingProof(@Args() { id }: QuerySavingProofArgs): Promise<SavingProofCheck | null> {
    const decision = await this.decisionQueries.find(id);
    return decision === null ? null : (await this.reads.checkSavingProof(id)).check;
  }

  @Mutation()
  @Access('decision.approve')
  async approveDecision(
    @Args('input') input: ApproveDecisionInput,
    @CalledBy() caller: Caller,
  ): Promise<Payload> {
    return this.#payload(input.id, await this.writes.approve(caller, input));
  }

  @Mutation()
  @Access('decision.approve')
  async rejectDecision(
    @Args('input') input: RejectDecisionInput,
    @CalledBy() caller: Caller,
  ): Promise<Payload> {
    return this.#payload(input.id, await this.writes.reject(caller, input));
  }

  @Mutation()
  @Access('decision.approve')
  async withdrawApproval(
    @Args('input') input: WithdrawApprovalInput,
    @CalledBy() caller: Caller,
  ): Promise<Payload> {
    return this.#payload(input.id, await this.writes.withdraw(caller, input));
  }

  @Mutation()
  @Access('decision.edit')
  async commentDecision(
    @Args('input') input: CommentDecisionInput,
    @CalledBy() caller: Caller,
  ): Promise<Payload> {
    return this.#payload(input.id, await this.writes.comment(caller, input));
  }

  @Mutation()
  @Access('decision.edit')
  async excludeNodes(
    @Args('input') input: ExcludeNodesInput,
    @CalledBy() caller: Caller,
  ): Promise<Payload> {
    return this.#payload(input.id, await this.writes.exclude(caller, input));
  }

  @Mutation()
  @Access('decision.approve')
  async createStandingApproval(
    @Args('input') input: CreateStandingApprovalInput,
    @CalledBy() caller: Caller,
  ): Promise<Payload> {
    return this.#payload(input.id, await this.writes.createStanding(caller, input));
  }

  @Mutation()
  @Access('decision.break-glass')
  async breakGlass(
    @Args('input') input: BreakGlassInput,
    @CalledBy() caller: Caller,
  ): Promise<Payload> {
    return this.#payload(input.id, await this.writes.breakGlass(caller, input));
  }

  /**
   * Returns the current decision, also if it could not be decided any more: by break-glass, possibly
   * another one that has its plan.
   */
  async #payload(id: DecisionId, outcome: Outcome<DecisionId>): Promise<Payload> {
    const current = outcome.ok ? outcome.value : id;
    return { decision: await this.decision({ id: current }), userErrors: toUserErrors(outcome) };
  }

  @FindsObject('dec', 'Decision')
  findDecision(id: DecisionId): Promise<DecisionView | null> {
    return this.decision({ id });
  }
}
