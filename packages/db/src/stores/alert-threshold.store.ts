import {
  type AlertThresholdRepository,
  brakeAlerts,
  type StoredAlertThresholds,
  scopeKey,
} from '@kerf/application';
import type { Db } from '../client.js';
import type { AlertThresholds as AlertThresholdsModel } from '../generated/client.js';
import { UnreadableRecord } from '../json/format.js';
import type { RowIdentity, UnreadableRecords } from '../json/unreadable-records.js';
import { oneOf, toDate } from '../json.js';

export function createAlertThresholdStore(
  db: Db,
  unreadable: UnreadableRecords,
): AlertThresholdRepository {
  return {
    async list() {
      const rows = await db.alertThresholds.findMany({ orderBy: { scopeKey: 'asc' } });
      return unreadable.readable(rows, { read: toStored, identify: identify });
    },
    async save(stored) {
      const version = stored.version + 1;
      const isSaved =
        stored.version === 0 ? await insert(db, stored) : await update(db, stored, version);
      return isSaved ? { ...stored, version } : null;
    },
    async setActive({ scope, activeAlerts }, active, at) {
      const since = activeAlerts.length === 0 ? { activeSince: toDate(at) } : {};
      const { count } = await db.alertThresholds.updateMany({
        where: { scopeKey: scopeKey(scope), activeAlerts: { equals: [...activeAlerts] } },
        data: {
          activeAlerts: [...active],
          ...(active.length === 0 ? { activeSince: null } : since),
        },
      });
      return count === 1;
    },
  };
}

async function insert(db: Db, { scope, ...stored }: StoredAlertThresholds): Promise<boolean> {
  const { count } = await db.alertThresholds.createMany({
    data: [
      {
        scopeKey: scopeKey(scope),
        scopeKind: scope.kind,
        teamId: scope.kind === 'Team' ? scope.teamId : null,
        ...toColumns(stored),
        activeAlerts: [],
        version: 1,
      },
    ],
    skipDuplicates: true,
  });
  return count === 1;
}

async function update(
  db: Db,
  { scope, ...stored }: StoredAlertThresholds,
  version: number,
): Promise<boolean> {
  const { count } = await db.alertThresholds.updateMany({
    where: { scopeKey: scopeKey(scope), version: stored.version },
    data: { ...toColumns(stored), version },
  });
  return count === 1;
}

const toColumns = ({ thresholds }: Pick<StoredAlertThresholds, 'thresholds'>) => ({
  nodes: thresholds.nodes,
  spendMicroUsd: BigInt(thresholds.spendMicroUsdPerHour),
  changesPerMinute: thresholds.changesPerMinute,
});

const identify = ({ scopeKey: key }: Pick<AlertThresholdsModel, 'scopeKey'>): RowIdentity => ({
  clusterId: null,
  object: `AlertThresholds/${key}`,
});

/** @throws UnreadableRecord */
const toStored = (row: AlertThresholdsModel): StoredAlertThresholds => ({
  scope: toAlertScope(row),
  thresholds: {
    nodes: row.nodes,
    spendMicroUsdPerHour: Number(row.spendMicroUsd),
    changesPerMinute: row.changesPerMinute,
  },
  activeAlerts: row.activeAlerts.map((alert) => oneOf(brakeAlerts, alert)),
  version: row.version,
});

function toAlertScope({
  scopeKind,
  teamId,
}: Pick<AlertThresholdsModel, 'scopeKind' | 'teamId'>): StoredAlertThresholds['scope'] {
  if (scopeKind === 'Organization') return { kind: 'Organization' };
  if (scopeKind === 'Team' && teamId !== null) return { kind: 'Team', teamId };
  throw new UnreadableRecord('a scope', `${scopeKind} has no alert thresholds`);
}
