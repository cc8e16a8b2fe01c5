import {
  type Cluster,
  maxWaitingSimulations,
  type RequestSimulationOutcome,
  requestSimulation,
} from '@kerf/application';
import { assertNever, type ClusterId, type DisruptionSimulationId, ok } from '@kerf/core';
import { Inject, Injectable } from '@nestjs/common';
import { idAnswer } from '../../contract/idempotent-answers.js';
import { IdempotentRequests } from '../../contract/idempotent-requests.js';
import { isDone, type Outcome, refuse, refuseFields } from '../../contract/outcome.js';
import { type ApiPorts, PORTS } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { type DisruptionSimulationView, toSimulationView } from './simulation.mapper.js';

export interface SimulateInput {
  readonly clusterId: ClusterId;
  readonly nodeNames: readonly string[];
  readonly idempotencyKey?: string | null | undefined;
}

/** Requests and reads simulations, for REST and GraphQL. */
@Injectable()
export class SimulationWrites {
  constructor(
    @Inject(PORTS) private readonly ports: Pick<ApiPorts, 'store' | 'clock' | 'ids'>,
    @Inject(IdempotentRequests) private readonly idempotent: IdempotentRequests,
  ) {}

  request(caller: Caller, input: SimulateInput): Promise<Outcome<DisruptionSimulationId>> {
    const { idempotencyKey: key, ...fields } = input;
    return this.idempotent.run(
      { caller, operation: 'disruption.simulate', key, input: fields },
      {
        run: async () => {
          const { requestId } = caller;
          const request = { ...fields, requestId };
          return toOutcome(fields, await requestSimulation(this.ports, caller.principal, request));
        },
        isFinal: isDone,
        schema: idAnswer,
      },
    );
  }

  async find(id: DisruptionSimulationId): Promise<DisruptionSimulationView | null> {
    const simulation = await this.ports.store.simulations.find(id);
    return simulation === null ? null : toSimulationView(simulation, this.ports.clock.now());
  }
}

function toOutcome(
  { clusterId }: Pick<SimulateInput, 'clusterId'>,
  outcome: RequestSimulationOutcome,
): Outcome<DisruptionSimulationId> {
  switch (outcome.kind) {
    case 'Requested':
      return ok(outcome.simulation.id);
    case 'Invalid':
      return refuseFields(outcome.problems);
    case 'NotFound':
      return refuse('NOT_FOUND', `Cluster ${clusterId} not found.`, 'clusterId');
    case 'TooMany':
      return refuse(
        'CONFLICT',
        `${maxWaitingSimulations} simulations of the cluster wait for an answer. Try again when one of them has ended.`,
      );
    case 'NotConnected':
      return refuse('CONFLICT', whyNotConnected(outcome.cluster), 'clusterId');
    default:
      return assertNever(outcome);
  }
}

function whyNotConnected({ name, connection: { state, problem } }: Cluster): string {
  const cause = problem === null ? '' : ` ${problem}`;
  return `Cluster ${name} is not connected (${state}), so its state is unknown.${cause} Try again when it is connected.`;
}
