import type { DecisionId } from '@kerf/core';
import type { ReadQueries } from '@kerf/db';
import { Inject } from '@nestjs/common';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Access, CalledBy } from '../../auth/access.js';
import { type Outcome, toUserErrors } from '../../contract/outcome.js';
import type {
  ApproveDecisionInput,
  QueryDecisionArgs,
  QueryDecisionsArgs,
  RejectDecisionInput,
  ResolversParentTypes,
} from '../../generated/schema-types.js';
import { toConnection, toPageRequest } from '../../graphql/connection.js';
import { type ApiPorts, PORTS, QUERIES } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import {
  type DecisionConnectionView,
  type DecisionView,
  toDecisionView,
} from './decision.mapper.js';
import { DecisionWrites } from './decision.writes.js';

type Payload = ResolversParentTypes['ApproveDecisionPayload'];

@Resolver()
@Access('read')
export class DecisionResolver {
  constructor(
    @Inject(QUERIES) private readonly queries: ReadQueries,
    @Inject(PORTS) private readonly ports: ApiPorts,
    @Inject(DecisionWrites) private readonly writes: DecisionWrites,
  ) {}

  @Query()
  async decisions(@Args() args: QueryDecisionsArgs): Promise<DecisionConnectionView> {
    const filter = args.filter ?? {};
    const { decisions } = this.queries;
    return toConnection(await decisions.page(filter, toPageRequest(args)), toDecisionView, {
      asOf: this.ports.clock.now(),
      countAll: () => decisions.count(filter),
    });
  }

  @Query()
  async decision(@Args() { id }: QueryDecisionArgs): Promise<DecisionView | null> {
    const decision = await this.queries.decisions.find(id);
    return decision === null ? null : toDecisionView(decision);
  }

  @Mutation()
  @Access('write')
  async approveDecision(
    @Args('input') input: ApproveDecisionInput,
    @CalledBy() caller: Caller,
  ): Promise<Payload> {
    return this.#payload(input.id, await this.writes.approve(caller, input));
  }

  @Mutation()
  @Access('write')
  async rejectDecision(
    @Args('input') input: RejectDecisionInput,
    @CalledBy() caller: Caller,
  ): Promise<Payload> {
    return this.#payload(input.id, await this.writes.reject(caller, input));
  }

  /** Returns the current decision, also if it could not be decided any more. */
  async #payload(id: DecisionId, outcome: Outcome<DecisionId>): Promise<Payload> {
    return { decision: await this.decision({ id }), userErrors: toUserErrors(outcome) };
  }
}
