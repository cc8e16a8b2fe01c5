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

/** Returns the notice of a change. */
export const changeNotice = (change: ChangeNotice): Notice => ({
  channel: changesChannel,
  text: JSON.stringify(change),
});

export function createChangePublisher(db: Db): ChangePublisher {
  return { publish: (change) => sendNotices(db, [changeNotice(change)]) };
}
