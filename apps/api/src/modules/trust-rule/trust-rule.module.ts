import { Controller, Delete, Get, Inject, Module, Post, Put } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import { IssuerKeys } from '../../auth/workload/issuer-keys.js';
import { TokenExchangeController } from '../../auth/workload/token-exchange.handlers.js';
import { WorkloadTokens } from '../../auth/workload/workload-tokens.js';
import { requireObject } from '../../contract/require-object.js';
import { versioned } from '../../contract/versioned.js';
import type { QueryTrustRulesArgs, TrustRule } from '../../generated/schema-types.js';
import { FindsObject } from '../../graphql/object-finders.js';
import { asIs, serveWrites } from '../../handlers/serve-writes.js';
import { LiveModule } from '../../live/live.module.js';
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
}

@Resolver()
@Access('identity.read')
class TrustRuleResolver {
  constructor(@Inject(TrustRules) private readonly rules: TrustRules) {}

  @Query()
  async trustRules(@Args() { name }: QueryTrustRulesArgs): Promise<readonly TrustRule[]> {
    return named(await this.rules.list(), name);
  }

  @FindsObject('tru', 'TrustRule')
  async findTrustRule(id: string): Promise<TrustRule | null> {
    return (await this.rules.list()).find((rule) => rule.id === id) ?? null;
  }
}

const asRule = asIs((rule: TrustRule | null) => ({ rule }));

const trustRuleWrites = serveWrites(
  { path: 'api/v1/trust-rules', writes: TrustRules, reads: TrustRules },
  (callersWith) => {
    const write = callersWith('identity.write');
    write(operations.create, Post(), (w, ...call) => w.create(...call), asRule);
    write(
      operations.update,
      Put(':id'),
      (w, caller, { id, expectedVersion, ...input }) => {
        const rule = 'rule' in input ? input.rule : input;
        return w.update(caller, { id, expectedVersion, rule });
      },
      asRule,
    );
    write(
      operations.remove,
      Delete(':id'),
      (w, caller, input) => w.remove(caller, versioned(input)),
      asRule,
    );
  },
);

@Module({
  imports: [AccessModule, LiveModule],
  controllers: [TrustRuleController, trustRuleWrites.controller, TokenExchangeController],
  providers: [TrustRuleResolver, trustRuleWrites.resolver, TrustRules, WorkloadTokens, IssuerKeys],
})
export class TrustRuleModule {}
