import type { Clock } from '@kerf/application';
import { ClusterQueries, DefinitionQueries } from '@kerf/db';
import { Controller, Get, Inject, Module } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import type {
  DisruptionBudgets,
  QueryDisruptionBudgetsArgs,
} from '../../generated/schema-types.js';
import { CLOCK, provideQueries } from '../../parts.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { clusterIdOf } from '../cluster/require-place.js';
import { disruptionOperations as operations, toBudgetsView } from './disruption.contract.js';

type Operations = typeof operations;

@Controller('api/v1/disruption-budgets')
@Access('node.read')
class DisruptionController {
  constructor(
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
    @Inject(DefinitionQueries) private readonly definitionQueries: DefinitionQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @Operation(operations.get)
  async get(@FromRequest() { query }: RequestOf<Operations['get']>): AnswerOf<Operations['get']> {
    const clusterId = await clusterIdOf(this.clusterQueries, query.cluster);
    const budgets = await this.definitionQueries.budgetStatuses(clusterId);
    return toBudgetsView(budgets, this.clock.now());
  }
}

@Resolver()
@Access('node.read')
class DisruptionResolver {
  constructor(
    @Inject(DefinitionQueries) private readonly definitionQueries: DefinitionQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Query()
  async disruptionBudgets(
    @Args() { clusterId }: QueryDisruptionBudgetsArgs,
  ): Promise<DisruptionBudgets> {
    const budgets = await this.definitionQueries.budgetStatuses(clusterId ?? null);
    return toBudgetsView(budgets, this.clock.now());
  }
}

@Module({
  controllers: [DisruptionController],
  providers: [DisruptionResolver, ...provideQueries(ClusterQueries, DefinitionQueries)],
})
export class DisruptionModule {}
