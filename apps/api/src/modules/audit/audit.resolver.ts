import type { Clock } from '@kerf/application';
import { AuditQueries } from '@kerf/db';
import { Inject } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import type { QueryAuditEntriesArgs } from '../../generated/schema-types.js';
import { toConnection, toPageRequest } from '../../graphql/connection.js';
import { FindsObject } from '../../graphql/object-finders.js';
import { CLOCK } from '../../parts.js';
import {
  type AuditEntryConnectionView,
  type AuditEntryView,
  toAuditEntryView,
} from './audit.mapper.js';

@Resolver()
@Access('read')
export class AuditResolver {
  constructor(
    @Inject(AuditQueries) private readonly auditQueries: AuditQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Query()
  async auditEntries(@Args() args: QueryAuditEntriesArgs): Promise<AuditEntryConnectionView> {
    const filter = args.filter ?? {};
    return toConnection(
      await this.auditQueries.page(filter, toPageRequest(args)),
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
