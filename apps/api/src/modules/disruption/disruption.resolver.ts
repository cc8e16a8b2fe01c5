import type { Clock } from '@kerf/application';
import { DefinitionQueries } from '@kerf/db';
import { Inject } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import type {
  DisruptionBudgets,
  QueryDisruptionBudgetsArgs,
} from '../../generated/schema-types.js';
import { CLOCK } from '../../parts.js';
import { toBudgetsView } from './disruption.mapper.js';

@Resolver()
@Access('read')
export class DisruptionResolver {
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
