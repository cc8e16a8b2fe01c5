import type { AuditEntry, ChangeNotice, OutboxEntry, Repositories } from '@kerf/application';
import type { Db } from '../client.js';
import { appendToChain } from './audit.store.js';
import { sendChanges, sendNotices } from './notices.js';
import { insertEntries, outboxNotice } from './outbox.store.js';

/**
 * Collects the jobs, notices and audit entries of one transaction and writes them together at its
 * end. Jobs are not delivered earlier, a use case that changes fifty NodeClaims can add a job for
 * each, and the end of the audit log is locked only until the commit that follows.
 */
export class TransactionEnd {
  readonly #entries: OutboxEntry[] = [];
  readonly #changes: ChangeNotice[] = [];
  readonly #audited: AuditEntry[] = [];

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
  readonly audit: Repositories['audit'] = {
    add: async (entry) => {
      this.#audited.push(entry);
    },
  };

  async write(db: Db): Promise<void> {
    await insertEntries(db, this.#entries);
    if (this.#entries.length > 0) await sendNotices(db, [outboxNotice]);
    await sendChanges(db, this.#changes);
    await appendToChain(db, this.#audited);
  }
}
