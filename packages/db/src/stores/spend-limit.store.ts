import { type SpendLimit, type SpendLimitRepository, scopeKey } from '@kerf/application';
import { AppError } from '@kerf/core';
import type { Db } from '../client.js';
import type { SpendLimit as SpendLimitModel } from '../generated/client.js';
import type { RowIdentity, UnreadableRecords } from '../json/unreadable-records.js';
import { fromNullableMoney, toDate, toInstant, toNullableMoney } from '../json.js';
import { toScope, toScopeColumns, widestScope } from './brake-scope.js';

/** Number of a `pg_advisory_xact_lock`; no other lock of Kerf has it. */
const sharedSpendLock = 27_001;

export function createSpendLimitStore(db: Db, unreadable: UnreadableRecords): SpendLimitRepository {
  return {
    async lockShared() {
      await db.$executeRaw`SELECT pg_advisory_xact_lock(${sharedSpendLock})`;
    },
    async insert(limit) {
      const { count } = await db.spendLimit.createMany({
        data: [toRow(limit)],
        skipDuplicates: true,
      });
      if (count === 1) return;
      throw new AppError({
        code: 'STATE.CONFLICT',
        message: 'There is already a spend limit for this scope. Change that one.',
        fields: [{ path: 'scope', message: 'has a spend limit already' }],
      });
    },
    async find(id) {
      const row = await db.spendLimit.findUnique({ where: { id } });
      return unreadable.oneOrNull(row, toSpendLimit, identify);
    },
    async list() {
      const rows = await db.spendLimit.findMany({ orderBy: { id: 'asc' } });
      return unreadable.readable(rows, toSpendLimit, identify, toWidestLimit);
    },
    async save(limit) {
      const { version } = limit;
      const { count } = await db.spendLimit.updateMany({
        where: { id: limit.id, version },
        data: { ...toRow(limit), version: version + 1 },
      });
      return count === 0 ? null : { ...limit, version: version + 1 };
    },
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

const toReached = (reached: SpendLimit['reached']) => ({
  reachedMonth: reached?.month ?? null,
  reachedPercent: reached?.percent ?? 0,
});

const toForecast = (forecast: SpendLimit['forecast']) => ({
  forecastMonth: forecast?.month ?? null,
  forecastMicroUsd: fromNullableMoney(forecast?.exceedingMicroUsd ?? null),
});

const toRow = (limit: SpendLimit) => ({
  id: limit.id,
  scopeKey: scopeKey(limit.scope),
  ...toScopeColumns(limit.scope),
  hourlyMicroUsd: fromNullableMoney(limit.hourlyMicroUsd),
  monthlyMicroUsd: fromNullableMoney(limit.monthlyMicroUsd),
  blocksLaunches: limit.blocksLaunches,
  ...toReached(limit.reached),
  ...toForecast(limit.forecast),
  changedBy: limit.changedBy,
  changedAt: toDate(limit.changedAt),
  version: limit.version,
});

const identify = ({ clusterId, id }: Pick<SpendLimitModel, 'clusterId' | 'id'>): RowIdentity => ({
  clusterId,
  object: `SpendLimit/${id}`,
});

/** A limit whose scope cannot be read, as one of a newer Kerf, limits all that it may limit. */
const toWidestLimit = (row: SpendLimitModel): SpendLimit =>
  toSpendLimit({ ...row, ...toScopeColumns(widestScope(row)) });

/** @throws UnreadableRecord */
const toSpendLimit = (row: SpendLimitModel): SpendLimit => ({
  id: row.id,
  scope: toScope(row),
  hourlyMicroUsd: toNullableMoney(row.hourlyMicroUsd),
  monthlyMicroUsd: toNullableMoney(row.monthlyMicroUsd),
  blocksLaunches: row.blocksLaunches,
  reached:
    row.reachedMonth === null ? null : { month: row.reachedMonth, percent: row.reachedPercent },
  forecast:
    row.forecastMonth === null
      ? null
      : {
          month: row.forecastMonth,
          exceedingMicroUsd: toNullableMoney(row.forecastMicroUsd),
        },
  changedBy: row.changedBy,
  changedAt: toInstant(row.changedAt),
  version: row.version,
});
