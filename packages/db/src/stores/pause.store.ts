import { type Pause, type PauseRepository, pauseCauses } from '@kerf/application';
import { pauseExtents } from '@kerf/engine';
import type { Db } from '../client.js';
import type { Pause as PauseModel } from '../generated/client.js';
import { pauseEvidence } from '../json/brake.js';
import type { Stored } from '../json/format.js';
import type { RowIdentity, UnreadableRecords } from '../json/unreadable-records.js';
import { oneOf, orDbNull, toDate, toInstant, toNullableDate, toNullableInstant } from '../json.js';
import { toScope, toScopeColumns, widestScope } from './brake-scope.js';

export function createPauseStore(db: Db, unreadable: UnreadableRecords): PauseRepository {
  return {
    async insert(pause) {
      await db.pause.create({ data: toRow(pause) });
    },
    async find(id) {
      const row = await db.pause.findUnique({ where: { id } });
      return unreadable.oneOrNull(row, toPause, identifyPause);
    },
    async save(pause) {
      const { version } = pause;
      const { count } = await db.pause.updateMany({
        where: { id: pause.id, version },
        data: { ...toRow(pause), version: version + 1 },
      });
      return count === 0 ? null : { ...pause, version: version + 1 };
    },
    async ofCluster(clusterId, releasedAfter) {
      const rows = await db.pause.findMany({
        where: { AND: [{ OR: [{ clusterId }, { clusterId: null }] }, isRecent(releasedAfter)] },
        orderBy: { id: 'asc' },
      });
      return unreadable.readable(rows, toPause, identifyPause, toWidestPause);
    },
    async list(releasedAfter) {
      const rows = await db.pause.findMany({
        where: isRecent(releasedAfter),
        orderBy: { id: 'desc' },
        take: maxListed,
      });
      return unreadable.readable(rows, toPause, identifyPause);
    },
  };
}

const maxListed = 500;

const isRecent = (releasedAfter: number | null) => ({
  OR: [
    { releasedAt: null },
    ...(releasedAfter === null ? [] : [{ releasedAt: { gt: toDate(releasedAfter) } }]),
  ],
});

const toRow = (pause: Pause) => ({
  id: pause.id,
  ...toScopeColumns(pause.scope),
  stops: pause.stops,
  cause: pause.cause,
  reason: pause.reason,
  owner: pause.owner,
  setBy: pause.setBy,
  setAt: toDate(pause.setAt),
  expiresAt: toNullableDate(pause.expiresAt),
  evidence: orDbNull(pauseEvidence.writeNullable(pause.evidence)),
  releasedAt: toNullableDate(pause.releasedAt),
  releasedBy: pause.releasedBy,
  version: pause.version,
});

const identifyPause = ({ clusterId, id }: Pick<PauseModel, 'clusterId' | 'id'>): RowIdentity => ({
  clusterId,
  object: `Pause/${id}`,
});

/** A pause that cannot be read, as one of a newer Kerf, stops all that it may stop. */
const toWidestPause = (row: PauseModel): Pause => ({
  ...toPause({ ...row, ...toScopeColumns(widestScope(row)), evidence: null, ...unreadablePause }),
  reason: `its record cannot be read (Pause/${row.id}), so it stops everything that it may stop: ${row.reason}`,
});

const unreadablePause = { stops: 'DisruptionAndLaunches', cause: 'User' } as const;

/** @throws UnreadableRecord */
const toPause = (row: Stored<PauseModel, 'evidence'>): Pause => ({
  id: row.id,
  scope: toScope(row),
  stops: oneOf(pauseExtents, row.stops),
  cause: oneOf(pauseCauses, row.cause),
  reason: row.reason,
  owner: row.owner,
  setBy: row.setBy,
  setAt: toInstant(row.setAt),
  expiresAt: toNullableInstant(row.expiresAt),
  evidence: pauseEvidence.readNullable(row.evidence),
  releasedAt: toNullableInstant(row.releasedAt),
  releasedBy: row.releasedBy,
  version: row.version,
});
