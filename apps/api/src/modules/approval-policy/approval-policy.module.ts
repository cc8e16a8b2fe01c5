import { can } from '@kerf/application';
import { ApprovalPolicyQueries } from '@kerf/db';
import { Controller, Delete, Get, Inject, Module, Post, Put } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access, CalledBy } from '../../auth/access.js';
import { toUserErrors, valueOf } from '../../contract/outcome.js';
import { badInput, forbidden } from '../../contract/public-error.js';
import type { ResolversParentTypes } from '../../generated/resolver-types.js';
import type {
  QueryApprovalPolicyVersionsArgs,
  QueryTestApprovalPolicyArgs,
  StandingApproval,
} from '../../generated/schema-types.js';
import { asIs, type Parts, serveWrites, shownAs } from '../../handlers/serve-writes.js';
import { provideQueries } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { named, pageByKey } from '../../rest/whole-list.js';
import {
  type ApprovalPolicyView,
  policyOperations as operations,
  toPolicyView,
  toStandingViews,
  toTestView,
} from './approval-policy.contract.js';
import { ApprovalPolicyReads } from './approval-policy.reads.js';
import { ApprovalPolicyWrites, type NotedPolicy } from './approval-policy.writes.js';

type Operations = typeof operations;

const maxVersions = 100;

@Controller('api/v1/approval-policy')
@Access('approval-policy.read')
class ApprovalPolicyController {
  constructor(
    @Inject(ApprovalPolicyQueries) private readonly queries: ApprovalPolicyQueries,
    @Inject(ApprovalPolicyReads) private readonly reads: ApprovalPolicyReads,
    @Inject(ApprovalPolicyWrites) private readonly writes: ApprovalPolicyWrites,
  ) {}

  @Get()
  @Operation(operations.get)
  async get(): AnswerOf<Operations['get']> {
    return toNotedView(await this.reads.current());
  }

  @Get('versions')
  @Operation(operations.versions)
  async versions(
    @FromRequest() { query }: RequestOf<Operations['versions']>,
  ): AnswerOf<Operations['versions']> {
    const versions = await this.queries.versions(maxVersions);
    const views = versions.map((policy) => toPolicyView(policy));
    return pageByKey(views, query, ({ version }) => String(version));
  }

  @Get('standing-approvals')
  @Access('decision.approve')
  @Operation(operations.ownStanding)
  async ownStanding(
    @FromRequest() { query }: RequestOf<Operations['ownStanding']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['ownStanding']> {
    const views = toStandingViews(await this.reads.ownStandingApprovals(caller));
    return pageByKey(named(views, query.name), query, ({ name }) => name);
  }

  @Post('test')
  @Operation(operations.test)
  async test(
    @FromRequest() { body }: RequestOf<Operations['test']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['test']> {
    requireWholeFleet(caller);
    return toTestView(valueOf(await this.writes.test(caller, body)));
  }
}

@Resolver()
@Access('approval-policy.read')
class ApprovalPolicyResolver {
  constructor(
    @Inject(ApprovalPolicyQueries) private readonly queries: ApprovalPolicyQueries,
    @Inject(ApprovalPolicyReads) private readonly reads: ApprovalPolicyReads,
    @Inject(ApprovalPolicyWrites) private readonly writes: ApprovalPolicyWrites,
  ) {}

  @Query()
  async approvalPolicy(): Promise<ApprovalPolicyView> {
    return toNotedView(await this.reads.current());
  }

  @Query()
  async approvalPolicyVersions(
    @Args() { first }: QueryApprovalPolicyVersionsArgs,
  ): Promise<readonly ApprovalPolicyView[]> {
    if (first < 1 || first > maxVersions) {
      const message = `must be 1 to ${maxVersions}`;
      throw badInput('The arguments are invalid.', [{ path: 'first', message }]);
    }
    return (await this.queries.versions(first)).map((policy) => toPolicyView(policy));
  }

  @Query()
  @Access('decision.approve')
  async ownStandingApprovals(@CalledBy() caller: Caller): Promise<readonly StandingApproval[]> {
    return toStandingViews(await this.reads.ownStandingApprovals(caller));
  }

  @Query()
  async testApprovalPolicy(
    @Args() args: QueryTestApprovalPolicyArgs,
    @CalledBy() caller: Caller,
  ): Promise<ResolversParentTypes['TestApprovalPolicyPayload']> {
    requireWholeFleet(caller);
    const outcome = await this.writes.test(caller, args);
    return {
      test: outcome.ok ? toTestView(outcome.value) : null,
      userErrors: toUserErrors(outcome),
    };
  }
}

const toNotedView = ({ policy, notes }: NotedPolicy): ApprovalPolicyView =>
  toPolicyView(policy, notes);

/**
 * A test lists decisions of all clusters, so it needs the right to read all of them.
 * @throws AUTH.FORBIDDEN
 */
function requireWholeFleet({ principal }: Caller): void {
  const access = can(principal, 'decision.read', { kind: 'Organization' });
  if (!access.isAllowed) throw forbidden(access.reason);
}

type PolicyParts = Parts<ApprovalPolicyWrites, ApprovalPolicyReads>;

const asPolicy = shownAs(
  (_: PolicyParts, noted: NotedPolicy) => toNotedView(noted),
  (policy) => ({ policy }),
);

const approvalPolicyWrites = serveWrites(
  {
    path: 'api/v1/approval-policy',
    writes: ApprovalPolicyWrites,
    reads: ApprovalPolicyReads,
  },
  (callersWith) => {
    const write = callersWith('approval-policy.write');
    write(operations.save, Put(), (w, ...call) => w.save(...call), asPolicy);
    write(
      operations.restore,
      Post('versions/:version/restore'),
      (w, caller, input) => w.restore(caller, { ...input, version: Number(input.version) }),
      asPolicy,
    );
    callersWith('decision.approve')(
      operations.endStanding,
      Delete('standing-approvals/:name'),
      (w, ...call) => w.endStanding(...call),
      asIs((ended: { readonly name: string } | null) => ({ name: ended?.name ?? null })),
    );
  },
);

@Module({
  controllers: [ApprovalPolicyController, approvalPolicyWrites.controller],
  providers: [
    ApprovalPolicyResolver,
    approvalPolicyWrites.resolver,
    ApprovalPolicyReads,
    ApprovalPolicyWrites,
    ...provideQueries(ApprovalPolicyQueries),
  ],
})
export class ApprovalPolicyModule {}
