import type { DisruptionSimulationRepository } from '@kerf/application';
import { type DisruptionSimulation, simulationStates } from '@kerf/application';
import type { Db } from '../client.js';
import type { DisruptionSimulation as SimulationModel } from '../generated/client.js';
import type { Stored } from '../json/format.js';
import { simulationResult } from '../json/simulation.js';
import type { RowIdentity, UnreadableRecords } from '../json/unreadable-records.js';
import { oneOf, orDbNull, toDate, toInstant, toNullableDate, toNullableInstant } from '../json.js';

export function createDisruptionSimulationStore(
  db: Db,
  unreadable: UnreadableRecords,
): DisruptionSimulationRepository {
  return {
    async insert({ id, clusterId, nodeNames, requestedBy, requestedAt, answerBy, ...rest }) {
      await db.disruptionSimulation.create({
        data: {
          ...toEnd(rest),
          id,
          clusterId,
          nodeNames: [...nodeNames],
          requestedBy,
          requestedAt: toDate(requestedAt),
          answerBy: toDate(answerBy),
        },
      });
    },
    async find(id) {
      const row = await db.disruptionSimulation.findUnique({ where: { id } });
      return unreadable.oneOrNull(row, toSimulation, identify);
    },
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

const identify = ({ clusterId, id }: Pick<SimulationModel, 'clusterId' | 'id'>): RowIdentity => ({
  clusterId,
  object: `DisruptionSimulation/${id}`,
});

/** @throws UnreadableRecord */
const toSimulation = (row: Stored<SimulationModel, 'result'>): DisruptionSimulation => ({
  id: row.id,
  clusterId: row.clusterId,
  nodeNames: row.nodeNames,
  requestedBy: row.requestedBy,
  requestedAt: toInstant(row.requestedAt),
  answerBy: toInstant(row.answerBy),
  state: oneOf(simulationStates, row.state),
  problem: row.problem,
  result: simulationResult.readNullable(row.result),
  finishedAt: toNullableInstant(row.finishedAt),
});
