import type { ChangeNotice, ChangePublisher } from '@kerf/application';
import type { Db } from '../client.js';
import { changesChannel } from '../json/notice.js';

export interface Notice {
  readonly channel: string;
  readonly text: string;
}

/**
 * Sends notices. Postgres delivers them when the transaction commits, equal ones once, and drops
 * them when it rolls back.
 */
export async function sendNotices(db: Db, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return;
  const channels = notices.map(({ channel }) => channel);
  const texts = notices.map(({ text }) => text);
  await db.$executeRaw`
    SELECT pg_notify(channel, text)
    FROM unnest(${channels}::text[], ${texts}::text[]) AS notice(channel, text)`;
}

/**
 * Records changes in the change log and sends their notices. A notice carries the oldest transaction that was
 * still open: all changes of older ones were delivered before it, so a client that continues there misses none.
 * A change that a transaction has already recorded is not recorded again.
 */
export async function sendChanges(db: Db, changes: readonly ChangeNotice[]): Promise<void> {
  if (changes.length === 0) return;
  await db.$executeRaw`
    WITH change AS (
      SELECT DISTINCT topic, cluster_id, object_id, version::bigint AS version
      FROM unnest(
        ${changes.map(({ topic }) => topic)}::text[],
        ${changes.map(({ clusterId }) => clusterId)}::text[],
        ${changes.map(({ id }) => id)}::text[],
        ${changes.map(({ version }) => String(version))}::text[]
      ) AS c(topic, cluster_id, object_id, version)
    ), logged AS (
      INSERT INTO change_log (xact, topic, cluster_id, object_id, version)
      SELECT pg_current_xact_id()::text::bigint, topic, cluster_id, object_id, version
      FROM change WHERE topic <> 'sync' AND NOT EXISTS (
        SELECT FROM change_log AS before
        WHERE before.xact = pg_current_xact_id()::text::bigint
          AND (before.topic, before.version) = (change.topic, change.version)
          AND before.cluster_id IS NOT DISTINCT FROM change.cluster_id
          AND before.object_id IS NOT DISTINCT FROM change.object_id)
      RETURNING seq, xact, topic, cluster_id, object_id, version
    ), noticed AS (
      SELECT json_build_object('number', seq::text, 'transaction', xact::text) AS entry,
        topic, cluster_id, object_id, version FROM logged
      UNION ALL
      SELECT NULL, topic, cluster_id, object_id, version FROM change WHERE topic = 'sync'
    )
    SELECT pg_notify(${changesChannel}, json_build_object(
      'topic', topic, 'clusterId', cluster_id, 'id', object_id, 'version', version,
      'position', pg_snapshot_xmin(pg_current_snapshot())::text, 'entry', entry
    )::text) FROM noticed`;
}

export function createChangePublisher(db: Db): ChangePublisher {
  return { publish: (change) => sendChanges(db, [change]) };
}
