import { type Pause, type PauseRepository } from '@kerf/application';
import type { Db } from '../client.js';
import type { Pause as PauseModel } from '../generated/client.js';
import type { UnreadableRecords } from '../json/unreadable-records.js';
import { toDate } from '../json.js';
import { toScopeColumns, widestScope } from '../tables/brake-scope.js';
import { pauses } from '../tables/pauses.js';
import { insertRows, saveRow } from '../tables/table.js';

export function createPauseStore(db: Db, unreadable: UnreadableRecords): PauseRepository {
  return {
    insert: (pause) => insertRows(db, pauses, [pause]),
    find: async (id) => unreadable.oneOrNull(await db.pause.findUnique({ where: { id } }), pauses),
    save: (pause) => saveRow(db, pauses, pause),
    async ofCluster(clusterId, releasedAfter) {
      const rows = await db.pause.findMany({
        where: { AND: [{ OR: [{ clusterId }, { clusterId: null }] }, isRecent(releasedAfter)] },
        orderBy: { id: 'asc' },
      });
      return unreadable.readable(rows, pauses, toWidestPause);
    },
    list: async (releasedAfter) =>
      unreadable.readable(
        await db.pause.findMany({
          where: isRecent(releasedAfter),
          orderBy: { id: 'desc' },
          take: maxListed,
        }),
        pauses,
      ),
  };
}

const maxListed = 500;

const isRecent = (releasedAfter: number | null) => ({
  OR: [
    { releasedAt: null },
    ...(releasedAfter === null ? [] : [{ releasedAt: { gt: toDate(releasedAfter) } }]),
  ],
});

/** A pause that cannot be read, as one of a newer Kerf, stops all that it may stop. */
const toWidestPause = (row: PauseModel): Pause => ({
  ...pauses.read({
    ...row,
    ...toScopeColumns(widestScope(row)),
    stops: 'DisruptionAndLaunches',
    cause: 'User',
    evidence: null,
  }),
  reason: `its record cannot be read (Pause/${row.id}), so it stops everything that it may stop: ${row.reason}`,
});
