import type { Clock } from '@kerf/application';
import { AuditQueries, ClusterQueries } from '@kerf/db';
import { Controller, Get, Inject, Module } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import type { QueryAuditEntriesArgs } from '../../generated/schema-types.js';
import { readConnectionArgs, toConnection } from '../../graphql/connection.js';
import { FindsObject } from '../../graphql/object-finders.js';
import { CLOCK, provideQueries } from '../../parts.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { rowsOf, toPage, toPageRequest } from '../../rest/paging.js';
import { clusterIdOf } from '../cluster/require-place.js';
import {
  type AuditEntryConnectionView,
  type AuditEntryView,
  auditOperations as operations,
  toAuditEntryView,
} from './audit.contract.js';

type Operations = typeof operations;

@Controller('api/v1/audit-entries')
@Access('audit.read')
class AuditController {
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

@Resolver()
@Access('audit.read')
class AuditResolver {
  constructor(
    @Inject(AuditQueries) private readonly auditQueries: AuditQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Query()
  async auditEntries(@Args() args: QueryAuditEntriesArgs): Promise<AuditEntryConnectionView> {
    const filter = args.filter ?? {};
    return toConnection(
      await this.auditQueries.page(filter, readConnectionArgs(args)),
      toAuditEntryView,
      {
        asOf: this.clock.now(),
        countAll: () => this.auditQueries.count(filter),
      },
    );
  }

  @FindsObject('aud', 'AuditEntry')
  async findEntry(id: string): Promise<AuditEntryView | null> {
    const entry = await this.auditQueries.find(id);
    return entry === null ? null : toAuditEntryView(entry);
  }
}

@Module({
  controllers: [AuditController],
  providers: [AuditResolver, ...provideQueries(AuditQueries, ClusterQueries)],
})
export class AuditModule {}
