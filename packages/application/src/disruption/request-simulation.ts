import type { ClusterId, FieldProblem } from '@kerf/core';
import type { Cluster } from '../domain/cluster/cluster.js';
import {
  type DisruptionSimulation,
  maxSimulatedNodes,
  maxWaitingSimulations,
  simulationRetentionMs,
  simulationTimeoutMs,
} from '../domain/disruption-simulation/disruption-simulation.js';
import type { Principal } from '../domain/identity/principal.js';
import type { Ports } from '../ports/ports.js';
import { auditWrite } from '../recording/audit.js';

/** The nodes whose removal is simulated. */
export interface RequestSimulationInput {
  readonly clusterId: ClusterId;
  readonly nodeNames: readonly string[];
  readonly requestId: string | null;
}

/** The result of a request for a simulation. */
export type RequestSimulationOutcome =
  | { readonly kind: 'Requested'; readonly simulation: DisruptionSimulation }
  | { readonly kind: 'Invalid'; readonly problems: readonly FieldProblem[] }
  | { readonly kind: 'NotFound' }
  /** As many simulations of the cluster as allowed wait for an answer. */
  | { readonly kind: 'TooMany' }
  /** No worker has the cluster's state. */
  | { readonly kind: 'NotConnected'; readonly cluster: Cluster };

/** Number of node names that an error lists. */
const namesShown = 3;

/**
 * Requests a simulation of the removal of nodes. The worker that holds the cluster answers it;
 * nothing in the cluster changes.
 */
export async function requestSimulation(
  ports: Pick<Ports, 'store' | 'clock' | 'ids'>,
  principal: Principal,
  { clusterId, requestId, ...input }: RequestSimulationInput,
): Promise<RequestSimulationOutcome> {
  const nodeNames = [...new Set(input.nodeNames)].sort();
  const problem = countProblem(nodeNames.length);
  if (problem !== null) return invalid(problem);
  return ports.store.transaction(async (tx) => {
    const cluster = await tx.clusters.find(clusterId);
    if (cluster === null) return { kind: 'NotFound' };
    const managed = await tx.readModel.areManaged(clusterId, nodeNames);
    const problems = nodeProblems(nodeNames, managed);
    if (problems.length > 0) return { kind: 'Invalid', problems };
    if (cluster.connection.state !== 'Connected') return { kind: 'NotConnected', cluster };

    const now = ports.clock.now();
    if ((await tx.simulations.countWaiting(clusterId, now)) >= maxWaitingSimulations) {
      return { kind: 'TooMany' };
    }
    const simulation: DisruptionSimulation = {
      id: ports.ids.next('sim'),
      clusterId,
      nodeNames,
      requestedBy: principal.name,
      requestedAt: now,
      answerBy: now + simulationTimeoutMs,
      state: 'Requested',
      problem: null,
      result: null,
      finishedAt: null,
    };
    await tx.simulations.prune(clusterId, now - simulationRetentionMs);
    await tx.simulations.insert(simulation);
    await tx.outbox.add([
      {
        message: { type: 'disruption.simulate', clusterId, simulationId: simulation.id },
        deliverAt: now,
      },
    ]);
    await auditWrite(ports, tx, principal, {
      action: 'disruption.simulate',
      object: { kind: 'DisruptionSimulation', id: simulation.id, name: nameOf(nodeNames) },
      clusterId,
      after: { nodeNames },
      requestId,
    });
    return { kind: 'Requested', simulation };
  });
}

const invalid = (message: string): RequestSimulationOutcome => ({
  kind: 'Invalid',
  problems: [{ path: 'nodeNames', message }],
});

function countProblem(count: number): string | null {
  if (count === 0) return 'Name at least one node.';
  return count > maxSimulatedNodes
    ? `At most ${maxSimulatedNodes} nodes can be simulated at once, and ${count} are named. Name fewer nodes.`
    : null;
}

function nodeProblems(
  names: readonly string[],
  managed: ReadonlyMap<string, boolean>,
): readonly FieldProblem[] {
  const unknown = names.filter((name) => !managed.has(name));
  const unmanaged = names.filter((name) => managed.get(name) === false);
  return [
    ...(unknown.length === 0
      ? []
      : [`The cluster does not have these nodes: ${listed(unknown)}. Check the names.`]),
    ...(unmanaged.length === 0
      ? []
      : [
          `Kerf does not manage these nodes: ${listed(unmanaged)}. Name only nodes with a NodeClaim.`,
        ]),
  ].map((message) => ({ path: 'nodeNames', message }));
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, namesShown).join(', ');
  return names.length > namesShown ? `${shown} and ${names.length - namesShown} more` : shown;
}

const nameOf = (nodeNames: readonly string[]): string =>
  nodeNames.length === 1 ? `node ${nodeNames[0]}` : `${nodeNames.length} nodes`;
