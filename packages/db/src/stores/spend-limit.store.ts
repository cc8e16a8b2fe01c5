import { type SpendLimit, type SpendLimitRepository } from '@kerf/application';
import type { Db } from '../client.js';
import type { SpendLimit as SpendLimitModel } from '../generated/client.js';
import type { UnreadableRecords } from '../json/unreadable-records.js';
import { toDate } from '../json.js';
import { toScopeColumns, widestScope } from '../tables/brake-scope.js';
import { spendLimits, toForecast, toReached } from '../tables/spend-limits.js';
import { insertOnce, saveRow } from '../tables/table.js';

/** Number of a `pg_advisory_xact_lock`; no other lock of Kerf has it. */
const sharedSpendLock = 27_001;

export function createSpendLimitStore(db: Db, unreadable: UnreadableRecords): SpendLimitRepository {
  return {
    async lockShared() {
      await db.$executeRaw`SELECT pg_advisory_xact_lock(${sharedSpendLock})`;
    },
    insert: (limit) =>
      insertOnce(db, spendLimits, limit, () => ({
        code: 'STATE.CONFLICT',
        message: 'There is already a spend limit for this scope. Change that one.',
        fields: [{ path: 'scope', message: 'has a spend limit already' }],
      })),
    find: async (id) =>
      unreadable.oneOrNull(await db.spendLimit.findUnique({ where: { id } }), spendLimits),
    async list() {
      const rows = await db.spendLimit.findMany({ orderBy: { id: 'asc' } });
      return unreadable.readable(rows, spendLimits, toWidestLimit);
    },
    save: (limit) => saveRow(db, spendLimits, limit),
    async setReached(id, reached, at) {
      const data = { ...toReached(reached), reachedAt: toDate(at) };
      await db.spendLimit.updateMany({ where: { id }, data });
    },
    async setForecast(id, forecast, at) {
      const data = { ...toForecast(forecast), forecastAt: toDate(at) };
      await db.spendLimit.updateMany({ where: { id }, data });
    },
    async remove({ id, version }) {
      const { count } = await db.spendLimit.deleteMany({ where: { id, version } });
      return count === 1;
    },
  };
}

/** A limit whose scope cannot be read, as one of a newer Kerf, limits all that it may limit. */
const toWidestLimit = (row: SpendLimitModel): SpendLimit =>
  spendLimits.read({ ...row, ...toScopeColumns(widestScope(row)) });
