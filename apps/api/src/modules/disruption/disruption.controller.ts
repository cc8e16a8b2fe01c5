import type { ReadQueries } from '@kerf/db';
import { Controller, Get, Inject } from '@nestjs/common';
import { Access } from '../../auth/access.js';
import { type ApiPorts, PORTS, QUERIES } from '../../parts.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { clusterIdOf } from '../cluster/require-place.js';
import { toBudgetsView } from './disruption.mapper.js';
import { disruptionOperations as operations } from './disruption.operations.js';

type Operations = typeof operations;

@Controller('api/v1/disruption-budgets')
@Access('read')
export class DisruptionController {
  constructor(
    @Inject(QUERIES) private readonly queries: ReadQueries,
    @Inject(PORTS) private readonly ports: ApiPorts,
  ) {}

  @Get()
  @Operation(operations.get)
  async get(@FromRequest() { query }: RequestOf<Operations['get']>): AnswerOf<Operations['get']> {
    const clusterId = await clusterIdOf(this.queries, query.cluster);
    const budgets = await this.queries.definitions.budgetStatuses(clusterId);
    return toBudgetsView(budgets, this.ports.clock.now());
  }
}
