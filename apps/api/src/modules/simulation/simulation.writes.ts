import {
  type AccessAction,
  type Cluster,
  can,
  canSomewhere,
  maxSimulatedNodes,
  maxWaitingSimulations,
  type Principal,
  type RequestSimulationOutcome,
  requestSimulation,
} from '@kerf/application';
import { assertNever, type DisruptionSimulationId, ok } from '@kerf/core';
import { NodeQueries } from '@kerf/db';
import { Inject, Injectable } from '@nestjs/common';
import { idAnswer } from '../../contract/idempotent-answers.js';
import { IdempotentRequests } from '../../contract/idempotent-requests.js';
import { isDone, type Outcome, refuse, refuseFields } from '../../contract/outcome.js';
import { notFound } from '../../contract/public-error.js';
import type { SimulateDisruptionInput } from '../../generated/schema-types.js';
import { type ApiPorts, PORTS } from '../../parts.js';
import { type Caller, currentRequest } from '../../request/current-request.js';
import { type DisruptionSimulationView, toSimulationView } from './simulation.mapper.js';

/** Requests and reads simulations, for REST and GraphQL. */
@Injectable()
export class SimulationWrites {
  constructor(
    @Inject(PORTS) private readonly ports: Pick<ApiPorts, 'store' | 'clock' | 'ids'>,
    @Inject(NodeQueries) private readonly nodeQueries: NodeQueries,
    @Inject(IdempotentRequests) private readonly idempotent: IdempotentRequests,
  ) {}

  request(
    caller: Caller,
    input: SimulateDisruptionInput,
  ): Promise<Outcome<DisruptionSimulationId>> {
    const { idempotencyKey: key, ...fields } = input;
    return this.idempotent.run(
      { caller, operation: 'disruption.simulate', key, input: fields },
      {
        run: async () => {
          const { requestId } = caller;
          const refusal = await this.#refuse(caller.principal, fields);
          if (refusal !== null) return refusal;
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
    if (simulation === null) return null;
    const { clusterId, nodeNames } = simulation;
    const isVisible = await this.#allows('node.read', { clusterId, nodeNames });
    return isVisible ? toSimulationView(simulation, this.ports.clock.now()) : null;
  }

  /** @throws STATE.NOT_FOUND */
  async get(id: DisruptionSimulationId): Promise<DisruptionSimulationView> {
    const simulation = await this.find(id);
    if (simulation !== null) return simulation;
    throw notFound(`Disruption simulation ${id} not found. Simulations are deleted after an hour.`);
  }

  /** All NodePools of the nodes must be in the caller's scope. */
  async #refuse(principal: Principal, input: NodesOfCluster): Promise<Outcome<never> | null> {
    const { clusterId } = input;
    const whole = { kind: 'Cluster', clusterId } as const;
    if (can(principal, 'disruption.simulate', whole).isAllowed) return null;
    if (!canSomewhere(principal, 'cluster.read', clusterId).isAllowed) {
      return refuse('NOT_FOUND', `Cluster ${clusterId} not found.`, 'clusterId');
    }
    const nodeNames = [...new Set(input.nodeNames)];
    // The use case refuses the number, so the nodes are not looked up.
    if (nodeNames.length > maxSimulatedNodes) return null;
    if (await this.#allows('disruption.simulate', { clusterId, nodeNames })) return null;
    return refuse(
      'FORBIDDEN',
      `${principal.name} may not simulate the removal of all of these nodes. Leave out nodes of other NodePools.`,
      'nodeNames',
    );
  }

  /** Returns whether the caller of the request may do something with the NodePools of all nodes. */
  async #allows(action: AccessAction, { clusterId, nodeNames }: NodesOfCluster): Promise<boolean> {
    const principal = currentRequest()?.caller?.principal;
    if (principal === undefined) return false;
    if (can(principal, action, { kind: 'Cluster', clusterId }).isAllowed) return true;
    const nodes = await Promise.all(
      nodeNames.map((name) => this.nodeQueries.find({ clusterId, name })),
    );
    return nodes.every((node) => {
      const nodePool = node?.nodePool ?? null;
      const object = { kind: 'NodePools', clusterId, nodePools: [nodePool ?? ''] } as const;
      return nodePool !== null && can(principal, action, object).isAllowed;
    });
  }
}

type NodesOfCluster = Pick<SimulateDisruptionInput, 'clusterId' | 'nodeNames'>;

function toOutcome(
  { clusterId }: Pick<SimulateDisruptionInput, 'clusterId'>,
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
