import { queryOptions } from '@tanstack/react-query';
import {
  DisruptionSimulationDocument,
  type DisruptionSimulationQuery,
  SimulateDisruptionDocument,
  type SimulateDisruptionInput,
} from '../../../gql/graphql.js';
import { request } from '../../../lib/api/graphql-client.js';

export type Simulation = NonNullable<DisruptionSimulationQuery['disruptionSimulation']>;
export type SimulationResult = NonNullable<Simulation['result']>;

/** `null` after an hour, when simulations are deleted. */
export const simulationQuery = (id: string) =>
  queryOptions({
    queryKey: ['disruption-simulation', id],
    queryFn: async ({ signal }) =>
      (await request(DisruptionSimulationDocument, { id }, signal)).disruptionSimulation,
    meta: { topics: ['SIMULATION'], ids: { SIMULATION: id } },
  });

export const simulateDisruption = async (input: SimulateDisruptionInput) =>
  (await request(SimulateDisruptionDocument, { input })).simulateDisruption;
