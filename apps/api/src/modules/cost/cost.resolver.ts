import type { ReadQueries } from '@kerf/db';
import { Inject } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import type { CostNow, QueryCostNowArgs } from '../../generated/schema-types.js';
import { type ApiPorts, PORTS, QUERIES } from '../../parts.js';
import { toCostView } from './cost.mapper.js';

@Resolver()
@Access('read')
export class CostResolver {
  constructor(
    @Inject(QUERIES) private readonly queries: ReadQueries,
    @Inject(PORTS) private readonly ports: ApiPorts,
  ) {}

  @Query()
  async costNow(@Args() { clusterId }: QueryCostNowArgs): Promise<CostNow> {
    return toCostView(await this.queries.costNow(clusterId ?? null), this.ports.clock.now());
  }
}
