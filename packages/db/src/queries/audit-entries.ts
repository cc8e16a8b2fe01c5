import type { AuditEntry } from '@kerf/application';
import type { ClusterId, Instant } from '@kerf/core';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { auditedValue } from '../json/free.js';
import { instant } from '../json/rows.js';
import { nullableText, text } from '../json/values.js';
import { oneOf, toDate } from '../json.js';
import {
  contains,
  type Order,
  type Page,
  type PageRequest,
  text as textKey,
  whenSet,
} from './keyset.js';
import { ListReader } from './list-reader.js';
import { everythingVisible, type VisibleScope, visibleWholes } from './visible.js';

/** An entry with the cluster's name at that time; the cluster may have been removed since. */
export interface RecordedAuditEntry extends AuditEntry {
  readonly clusterName: string | null;
}

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

const columns = Prisma.sql`
  a.id, a.at, a.actor_kind AS "actorKind", a.actor_id AS "actorId", a.actor_name AS "actorName",
  a.action, a.object_kind AS "objectKind", a.object_id AS "objectId", a.object_name AS "objectName",
  a.cluster_id AS "clusterId", a.cluster_name AS "clusterName", a.outcome, a.comment, a.before,
  a.after, a.request_id AS "requestId"`;

const newestFirst: Order = {
  name: 'audit entries',
  keys: [textKey(Prisma.sql`a.id`)],
  direction: 'DESC',
};

export class AuditQueries {
  readonly #list: ListReader<AuditFilter, EntryRow, RecordedAuditEntry>;

  constructor(pool: pg.Pool, scope: VisibleScope = everythingVisible) {
    this.#list = new ListReader(pool, {
      columns,
      from: Prisma.sql`FROM audit_entries a`,
      conditions,
      visible: () => visibleWholes(scope('audit.read'), Prisma.sql`a.cluster_id`),
      row: entryRow,
      toItem: toEntry,
      identify: ({ id, clusterId }) => ({ clusterId, object: `AuditEntry/${id}` }),
    });
  }

  page(filter: AuditFilter, page: PageRequest): Promise<Page<RecordedAuditEntry>> {
    return this.#list.page(filter, newestFirst, page);
  }

  count(filter: AuditFilter): Promise<number> {
    return this.#list.count(filter);
  }

  find(id: string): Promise<RecordedAuditEntry | null> {
    return this.#list.find(Prisma.sql`a.id = ${id}`);
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

const entryRow = z.object({
  id: text,
  at: instant,
  actorKind: text,
  actorId: nullableText,
  actorName: text,
  action: text,
  objectKind: text,
  objectId: text,
  objectName: text,
  clusterId: nullableText,
  clusterName: nullableText,
  outcome: text,
  comment: nullableText,
  before: z.unknown(),
  after: z.unknown(),
  requestId: nullableText,
});
type EntryRow = z.output<typeof entryRow>;

/** @throws UnreadableRecord */
function toEntry(row: EntryRow): RecordedAuditEntry {
  return {
    id: row.id,
    at: row.at,
    actor: {
      kind: oneOf(['User', 'ApiToken', 'Kerf', 'Anonymous'], row.actorKind),
      id: row.actorId,
      name: row.actorName,
    },
    action: row.action,
    object: { kind: row.objectKind, id: row.objectId, name: row.objectName },
    clusterId: row.clusterId,
    clusterName: row.clusterName,
    outcome: oneOf(['Done', 'Refused'], row.outcome),
    comment: row.comment,
    before: auditedValue.readNullable(row.before),
    after: auditedValue.readNullable(row.after),
    requestId: row.requestId,
  };
}
