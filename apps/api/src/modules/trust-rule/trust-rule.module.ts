import { Controller, Delete, Get, Inject, Module, Post, Put } from '@nestjs/common';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Access, CalledBy } from '../../auth/access.js';
import { IssuerKeys } from '../../auth/workload/issuer-keys.js';
import { TokenExchangeController } from '../../auth/workload/token-exchange.controller.js';
import { WorkloadTokens } from '../../auth/workload/workload-tokens.js';
import { type Outcome, toUserErrors, valueOf } from '../../contract/outcome.js';
import { requireObject } from '../../contract/require-object.js';
import { versioned } from '../../contract/versioned.js';
import type {
  DeleteTrustRuleInput,
  QueryTrustRulesArgs,
  TrustRule,
  TrustRuleInput,
  TrustRulePayload,
  UpdateTrustRuleInput,
} from '../../generated/schema-types.js';
import { FindsObject } from '../../graphql/object-finders.js';
import { LiveModule } from '../../live/live.module.js';
import type { Caller } from '../../request/current-request.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { named, pageOfWhole } from '../../rest/whole-list.js';
import { AccessModule } from '../access/access.module.js';
import { trustRuleOperations as operations } from './trust-rule.contract.js';
import { TrustRules } from './trust-rules.js';

type Operations = typeof operations;

@Controller('api/v1/trust-rules')
@Access('identity.read')
class TrustRuleController {
  constructor(@Inject(TrustRules) private readonly rules: TrustRules) {}

  @Get()
  @Operation(operations.list)
  async list(
    @FromRequest() { query }: RequestOf<Operations['list']>,
  ): AnswerOf<Operations['list']> {
    return pageOfWhole(named(await this.rules.list(), query.name), query);
  }

  @Get(':id')
  @Operation(operations.get)
  async get(@FromRequest() { path }: RequestOf<Operations['get']>): AnswerOf<Operations['get']> {
    return requireObject(await this.rules.list(), path.id, 'Trust rule');
  }

  @Post()
  @Access('identity.write')
  @Operation(operations.create)
  async create(
    @FromRequest() { body }: RequestOf<Operations['create']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['create']> {
    return valueOf(await this.rules.create(caller, body));
  }

  @Put(':id')
  @Access('identity.write')
  @Operation(operations.update)
  async update(
    @FromRequest() { path, body: rule, seenVersion }: RequestOf<Operations['update']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['update']> {
    const input = { id: path.id, expectedVersion: seenVersion, rule };
    return valueOf(await this.rules.update(caller, input));
  }

  @Delete(':id')
  @Access('identity.write')
  @Operation(operations.remove)
  async remove(
    @FromRequest() { path, seenVersion }: RequestOf<Operations['remove']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['remove']> {
    const input = { id: path.id, expectedVersion: seenVersion };
    return valueOf(await this.rules.remove(caller, input));
  }
}

@Resolver()
@Access('identity.write')
class TrustRuleResolver {
  constructor(@Inject(TrustRules) private readonly rules: TrustRules) {}

  @Query()
  @Access('identity.read')
  async trustRules(@Args() { name }: QueryTrustRulesArgs): Promise<readonly TrustRule[]> {
    return named(await this.rules.list(), name);
  }

  @Mutation()
  async createTrustRule(
    @Args('input') input: TrustRuleInput,
    @CalledBy() caller: Caller,
  ): Promise<TrustRulePayload> {
    return toPayload(await this.rules.create(caller, input));
  }

  @Mutation()
  async updateTrustRule(
    @Args('input') input: UpdateTrustRuleInput,
    @CalledBy() caller: Caller,
  ): Promise<TrustRulePayload> {
    return toPayload(await this.rules.update(caller, input));
  }

  @Mutation()
  async deleteTrustRule(
    @Args('input') input: DeleteTrustRuleInput,
    @CalledBy() caller: Caller,
  ): Promise<TrustRulePayload> {
    return toPayload(await this.rules.remove(caller, versioned(input)));
  }
}

/** Finds trust rules by ID. */
@Resolver()
@Access('identity.read')
class TrustRuleObjects {
  constructor(@Inject(TrustRules) private readonly rules: TrustRules) {}

  @FindsObject('tru', 'TrustRule')
  async findTrustRule(id: string): Promise<TrustRule | null> {
    return (await this.rules.list()).find((rule) => rule.id === id) ?? null;
  }
}

const toPayload = (outcome: Outcome<TrustRule>): TrustRulePayload => ({
  rule: outcome.ok ? outcome.value : null,
  userErrors: toUserErrors(outcome),
});

@Module({
  imports: [AccessModule, LiveModule],
  controllers: [TrustRuleController, TokenExchangeController],
  providers: [TrustRuleResolver, TrustRuleObjects, TrustRules, WorkloadTokens, IssuerKeys],
})
export class TrustRuleModule {}
