import type { AuditEntry } from '@kerf/application';
import type { ClusterId, Instant } from '@kerf/core';
import type pg from 'pg';
import { Prisma } from '../generated/client.js';
import { oneOf, toDate, toInstant } from '../json.js';
import {
  allOf,
  contains,
  mapPage,
  type Order,
  type Page,
  type PageRequest,
  readPage,
  readRows,
  text,
  whenSet,
} from './keyset.js';

/** An entry with the cluster's name as it was then; the cluster itself may be gone. */
export interface RecordedAuditEntry extends AuditEntry {
  readonly clusterName: string | null;
}

export interface AuditFilter {
  readonly clusterId?: ClusterId | null | undefined;
  /** Part of the actor's name. */
  readonly actor?: string | null | undefined;
  /** A whole action, or a noun with a dot. */
  readonly action?: string | null | undefined;
  /** Part of the object's name, or its id. */
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
  keys: [text(Prisma.sql`a.id`)],
  direction: 'DESC',
};

export class AuditQueries {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async page(filter: AuditFilter, page: PageRequest): Promise<Page<RecordedAuditEntry>> {
    return mapPage(
      await readPage<EntryRow>(this.#pool, {
        columns,
        from: Prisma.sql`FROM audit_entries a`,
        where: conditions(filter),
        order: newestFirst,
        page,
      }),
      toEntry,
    );
  }

  async count(filter: AuditFilter): Promise<number> {
    const [row] = await readRows<{ count: number }>(
      this.#pool,
      Prisma.sql`SELECT count(*)::int AS count FROM audit_entries a WHERE ${allOf(conditions(filter))}`,
    );
    return row?.count ?? 0;
  }

  async find(id: string): Promise<RecordedAuditEntry | null> {
    const [row] = await readRows<EntryRow>(
      this.#pool,
      Prisma.sql`SELECT ${columns} FROM audit_entries a WHERE a.id = ${id}`,
    );
    return row === undefined ? null : toEntry(row);
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

interface EntryRow {
  readonly id: string;
  readonly at: Date;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly action: string;
  readonly objectKind: string;
  readonly objectId: string;
  readonly objectName: string;
  readonly clusterId: string | null;
  readonly clusterName: string | null;
  readonly outcome: string;
  readonly comment: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly requestId: string | null;
}

function toEntry(row: EntryRow): RecordedAuditEntry {
  return {
    id: row.id,
    at: toInstant(row.at),
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
    before: row.before,
    after: row.after,
    requestId: row.requestId,
  };
}
