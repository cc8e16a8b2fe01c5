import type { ChangePublisher } from '@kerf/application';
import { changesChannel } from '../channels.js';
import type { Db } from '../client.js';

/** Postgres delivers a notice when its transaction commits, and drops it when that rolls back. */
export function createChangePublisher(db: Db): ChangePublisher {
  return {
    async publish(notice) {
      await db.$executeRaw`SELECT pg_notify(${changesChannel}, ${JSON.stringify(notice)})`;
    },
  };
}
