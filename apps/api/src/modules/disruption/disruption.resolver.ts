import type { ReadQueries } from '@kerf/db';
import { Inject } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import type {
  DisruptionBudgets,
  QueryDisruptionBudgetsArgs,
} from '../../generated/schema-types.js';
import { type ApiPorts, PORTS, QUERIES } from '../../parts.js';
import { toBudgetsView } from './disruption.mapper.js';

@Resolver()
@Access('read')
export class DisruptionResolver {
  constructor(
    @Inject(QUERIES) private readonly queries: ReadQueries,
    @Inject(PORTS) private readonly ports: ApiPorts,
  ) {}

  @Query()
  async disruptionBudgets(
    @Args() { clusterId }: QueryDisruptionBudgetsArgs,
  ): Promise<DisruptionBudgets> {
    const budgets = await this.queries.definitions.budgetStatuses(clusterId ?? null);
    return toBudgetsView(budgets, this.ports.clock.now());
  }
}
