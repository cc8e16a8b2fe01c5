import type { DisruptionSimulationRepository } from '@kerf/application';
import { type DisruptionSimulation } from '@kerf/application';
import type { Db } from '../client.js';
import { simulationResult } from '../json/formats.js';
import type { UnreadableRecords } from '../json/unreadable-records.js';
import { orDbNull, toDate, toNullableDate } from '../json.js';
import { disruptionSimulations } from '../tables/disruption-simulations.js';
import { insertRows } from '../tables/table.js';

export function createDisruptionSimulationStore(
  db: Db,
  unreadable: UnreadableRecords,
): DisruptionSimulationRepository {
  return {
    insert: (simulation) => insertRows(db, disruptionSimulations, [simulation]),
    find: async (id) =>
      unreadable.oneOrNull(
        await db.disruptionSimulation.findUnique({ where: { id } }),
        disruptionSimulations,
      ),
    countWaiting: (clusterId, now) =>
      db.disruptionSimulation.count({
        where: { clusterId, state: 'Requested', answerBy: { gt: toDate(now) } },
      }),
    async finish({ id, ...simulation }) {
      const { count } = await db.disruptionSimulation.updateMany({
        where: { id, state: 'Requested' },
        data: toEnd(simulation),
      });
      return count === 1;
    },
    async prune(clusterId, requestedBefore) {
      await db.disruptionSimulation.deleteMany({
        where: { clusterId, requestedAt: { lt: toDate(requestedBefore) } },
      });
    },
  };
}

const toEnd = ({
  state,
  problem,
  result,
  finishedAt,
}: Pick<DisruptionSimulation, 'state' | 'problem' | 'result' | 'finishedAt'>) => ({
  state,
  problem,
  result: orDbNull(simulationResult.writeNullable(result)),
  finishedAt: toNullableDate(finishedAt),
});
