import type { Clock } from '@kerf/application';
import { AuditQueries, ClusterQueries } from '@kerf/db';
import { Controller, Get, Inject } from '@nestjs/common';
import { Access } from '../../auth/access.js';
import { CLOCK } from '../../parts.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { rowsOf, toPage, toPageRequest } from '../../rest/paging.js';
import { clusterIdOf } from '../cluster/require-place.js';
import { toAuditEntryView } from './audit.mapper.js';
import { auditOperations as operations } from './audit.operations.js';

type Operations = typeof operations;

@Controller('api/v1/audit-entries')
@Access('read')
export class AuditController {
  constructor(
    @Inject(AuditQueries) private readonly auditQueries: AuditQueries,
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @Operation(operations.list)
  async list(
    @FromRequest() { query }: RequestOf<Operations['list']>,
  ): AnswerOf<Operations['list']> {
    const { cluster, limit, cursor, ...filter } = query;
    const clusterId = await clusterIdOf(this.clusterQueries, cluster);
    const request = toPageRequest({ limit, cursor });
    const page = await this.auditQueries.page({ ...filter, clusterId }, request);
    return { ...toPage(page, this.clock.now()), items: rowsOf(page, toAuditEntryView) };
  }
}
