import type { DisruptionSimulationId } from '@kerf/core';
import { NodeQueries } from '@kerf/db';
import { Get, Module, Post } from '@nestjs/common';
import type { Outcome } from '../../contract/outcome.js';
import type { Parts } from '../../handlers/handler-class.js';
import { serveNoun } from '../../handlers/serve-noun.js';
import { provideQueries } from '../../parts.js';
import { simulationOperations as operations } from './simulation.contract.js';
import { SimulationWrites } from './simulation.writes.js';

type SimulationParts = Parts<SimulationWrites, SimulationWrites>;

const simulations = serveNoun(
  { path: 'api/v1', writes: SimulationWrites, reads: SimulationWrites },
  (callersWith) => {
    callersWith('disruption.simulate').write(
      operations.request,
      Post('clusters/:cluster/disruption-simulations'),
      'request',
      {
        answer: ({ reads }: SimulationParts, id) => reads.get(id),
        payload: async ({ reads }: SimulationParts, outcome: Outcome<DisruptionSimulationId>) => ({
          simulation: outcome.ok ? await reads.find(outcome.value) : null,
        }),
      },
    );
    callersWith('node.read').one(
      [operations.get, Get('disruption-simulations/:id'), 'disruptionSimulation'],
      {
        kind: 'Disruption simulation',
        finds: ['sim', 'DisruptionSimulation'],
        hint: ' Simulations are deleted after an hour.',
      },
      (reads, id) => reads.find(id),
    );
  },
);

@Module({
  controllers: [simulations.controller],
  providers: [simulations.resolver, SimulationWrites, ...provideQueries(NodeQueries)],
})
export class SimulationModule {}
