import type { ChangeNotice, OutboxEntry, Repositories } from '@kerf/application';
import type { Db } from '../client.js';
import { publishChanges } from './change.publisher.js';
import { createOutboxStore } from './outbox.store.js';

/**
 * Jobs and notices of one transaction, written together at its end: nobody gets them sooner, and a
 * use case that moves fifty claims asks for each of them by itself.
 */
export class TransactionEnd {
  readonly #entries: OutboxEntry[] = [];
  readonly #notices: ChangeNotice[] = [];

  readonly outbox: Repositories['outbox'] = {
    add: async (entries) => {
      this.#entries.push(...entries);
    },
  };
  readonly changes: Repositories['changes'] = {
    publish: async (notice) => {
      this.#notices.push(notice);
    },
  };

  async write(db: Db): Promise<void> {
    await createOutboxStore(db).add(this.#entries);
    await publishChanges(db, this.#notices);
  }
}
