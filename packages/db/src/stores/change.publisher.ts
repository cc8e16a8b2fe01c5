import type { ChangeNotice, ChangePublisher } from '@kerf/application';
import { changesChannel } from '../channels.js';
import type { Db } from '../client.js';

export function createChangePublisher(db: Db): ChangePublisher {
  return { publish: (notice) => publishChanges(db, [notice]) };
}

/** Postgres delivers notices when their transaction commits, equal ones once, or drops them with it. */
export async function publishChanges(db: Db, notices: readonly ChangeNotice[]): Promise<void> {
  if (notices.length === 0) return;
  const texts = notices.map((notice) => JSON.stringify(notice));
  await db.$executeRaw`SELECT pg_notify(${changesChannel}, text) FROM unnest(${texts}::text[]) AS text`;
}
