import type { ReadQueries } from '@kerf/db';
import { Inject } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import type { QueryAuditEntriesArgs } from '../../generated/schema-types.js';
import { toConnection, toPageRequest } from '../../graphql/connection.js';
import { type ApiPorts, PORTS, QUERIES } from '../../parts.js';
import { type AuditEntryConnectionView, toAuditEntryView } from './audit.mapper.js';

@Resolver()
@Access('read')
export class AuditResolver {
  constructor(
    @Inject(QUERIES) private readonly queries: ReadQueries,
    @Inject(PORTS) private readonly ports: ApiPorts,
  ) {}

  @Query()
  async auditEntries(@Args() args: QueryAuditEntriesArgs): Promise<AuditEntryConnectionView> {
    const filter = args.filter ?? {};
    const { audit } = this.queries;
    return toConnection(await audit.page(filter, toPageRequest(args)), toAuditEntryView, {
      asOf: this.ports.clock.now(),
      countAll: () => audit.count(filter),
    });
  }
}
