import type { Clock } from '@kerf/application';
import { ClusterQueries, DefinitionQueries } from '@kerf/db';
import { Controller, Get, Inject } from '@nestjs/common';
import { Access } from '../../auth/access.js';
import { CLOCK } from '../../parts.js';
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
