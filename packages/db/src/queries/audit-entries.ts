import type { ClusterId, Instant } from '@kerf/core';
import type pg from 'pg';
import { Prisma } from '../generated/client.js';
import { toDate } from '../json.js';
import type { RecordedAuditEntry } from '../tables/audit-entries.js';
import { auditEntryRows } from '../tables/audit-entries.js';
import { selected } from '../tables/columns.js';
import { contains, whenSet } from './keyset.js';
import { RecordList } from './list-reader.js';
import { everythingVisible, type VisibleScope, visibleWholes } from './visible.js';

export interface AuditFilter {
  readonly clusterId?: ClusterId | null | undefined;
  /** Part of the actor's name. */
  readonly actor?: string | null | undefined;
  /** A complete action, or an object noun with a dot for all of its actions. */
  readonly action?: string | null | undefined;
  /** Part of the object's name, or its ID. */
  readonly object?: string | null | undefined;
  readonly outcome?: string | null | undefined;
  readonly from?: Instant | null | undefined;
  /** Exclusive. */
  readonly to?: Instant | null | undefined;
}

export class AuditQueries extends RecordList<AuditFilter, RecordedAuditEntry> {
  constructor(pool: pg.Pool, scope: VisibleScope = everythingVisible) {
    super(pool, {
      ...auditEntryRows,
      name: 'audit entries',
      id: Prisma.sql`a.id`,
      columns: selected(auditEntryRows.row.shape, 'a'),
      from: Prisma.sql`FROM audit_entries a`,
      conditions,
      visible: () => visibleWholes(scope('audit.read'), Prisma.sql`a.cluster_id`),
    });
  }
}

function conditions(filter: AuditFilter): readonly Prisma.Sql[] {
  return [
    ...whenSet(filter.clusterId, (id) => Prisma.sql`a.cluster_id = ${id}`),
    ...whenSet(filter.actor, (part) => contains(Prisma.sql`a.actor_name`, part)),
    ...whenSet(filter.action, (action) =>
      action.endsWith('.')
        ? Prisma.sql`starts_with(a.action, ${action})`
        : Prisma.sql`a.action = ${action}`,
    ),
    ...whenSet(
      filter.object,
      (part) => Prisma.sql`(a.object_id = ${part} OR ${contains(Prisma.sql`a.object_name`, part)})`,
    ),
    ...whenSet(filter.outcome, (outcome) => Prisma.sql`a.outcome = ${outcome}`),
    ...whenSet(filter.from, (at) => Prisma.sql`a.at >= ${toDate(at)}`),
    ...whenSet(filter.to, (at) => Prisma.sql`a.at < ${toDate(at)}`),
  ];
}
