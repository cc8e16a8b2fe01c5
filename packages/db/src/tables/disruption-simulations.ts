import { type DisruptionSimulation, simulationStates } from '@kerf/application';
import { simulationResult } from '../json/formats.js';
import { instant, json, text, texts, word } from './columns.js';
import { identifiedBy, none, table } from './table.js';

export const disruptionSimulations = table({
  name: 'disruption_simulations',
  identity: identifiedBy('DisruptionSimulation', 'id'),
  fixed: {
    id: text,
    clusterId: text,
    nodeNames: texts,
    requestedBy: text,
    requestedAt: instant,
    answerBy: instant,
    state: word(simulationStates),
    problem: text.nullable(),
    result: json(simulationResult).nullable(),
    finishedAt: instant.nullable(),
  },
  changing: {},
  unread: none,
  toRow: (simulation: DisruptionSimulation) => simulation,
  fromRow: (row): DisruptionSimulation => row,
});
