import type { ChangeNotice, OutboxEntry, Repositories } from '@kerf/application';
import type { Db } from '../client.js';
import { sendChanges, sendNotices } from './notices.js';
import { insertEntries, outboxNotice } from './outbox.store.js';

/**
 * Collects the jobs and notices of one transaction and writes them together at its end. They are
 * not delivered earlier, and a use case that changes fifty NodeClaims can add a job for each.
 */
export class TransactionEnd {
  readonly #entries: OutboxEntry[] = [];
  readonly #changes: ChangeNotice[] = [];

  readonly outbox: Repositories['outbox'] = {
    add: async (entries) => {
      this.#entries.push(...entries);
    },
  };
  readonly changes: Repositories['changes'] = {
    publish: async (change) => {
      this.#changes.push(change);
    },
  };

  async write(db: Db): Promise<void> {
    await insertEntries(db, this.#entries);
    if (this.#entries.length > 0) await sendNotices(db, [outboxNotice]);
    await sendChanges(db, this.#changes);
  }
}
