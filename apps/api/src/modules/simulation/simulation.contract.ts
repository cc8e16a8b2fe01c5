import { maxSimulatedNodes } from '@kerf/application';
import { z } from 'zod';
import type { OperationSpec } from '../../rest/operation.js';
import { resourceOf } from '../../rest/resource-of.js';
import { components, instant, list, money, reasonResource, word } from '../../rest/wire.js';
import { clusterPath } from '../cluster/cluster.contract.js';
import { plannedNodeClaimResource, removedNodeFields } from '../decision/decision.resource.js';
import { rejectionResource } from '../scheduling/scheduling.contract.js';

const text = z.string();

const nodeResource = z
  .object({
    ...removedNodeFields,
    podsWithoutController: list(text),
    blockers: list(
      z.object({
        disruptionReasons: list(word('DisruptionReason')).meta({
          description: 'The reasons of disruption that it blocks; empty if it blocks all',
        }),
        reason: reasonResource,
        until: instant.nullable(),
      }),
    ),
  })
  .register(components, { id: 'SimulatedNode' });

const resultResource = resourceOf('SimulationResult', {
  nodes: list(nodeResource),
  moves: list(resourceOf('PodMove', {})),
  unplaced: list(
    resourceOf('UnplacedPod', {
      reasons: list(reasonResource),
      byNodePool: list(rejectionResource),
    }),
  ),
  replacements: list(plannedNodeClaimResource),
  costChange: money.nullable().meta({ description: 'Negative: savings; absent when unknown' }),
  consolidation: resourceOf('SimulatedConsolidation', {
    blocker: reasonResource.nullable(),
  }).nullable(),
}).register(components, { id: 'SimulationResult' });

const simulationResource = resourceOf('DisruptionSimulation', {
  result: resultResource.nullable(),
}).register(components, {
  id: 'DisruptionSimulation',
  description: 'What would happen if nodes were removed together; deleted after an hour',
});

const body = z
  .strictObject({
    nodeNames: z.array(text).meta({
      minItems: 1,
      maxItems: maxSimulatedNodes,
      description: 'Names of nodes that Kerf manages',
    }),
  })
  .register(components, { id: 'SimulateDisruption' });

export const simulationOperations = {
  request: {
    id: 'simulateDisruption',
    summary: 'Simulates the removal of nodes; nothing in the cluster changes',
    description:
      'The worker of the cluster answers within a minute. Read the operation at `Location` until its state is final, then the simulation at `Content-Location`.',
    path: clusterPath,
    body,
    answer: simulationResource,
    status: 202,
    contentIn: '/api/v1/disruption-simulations',
    takesKey: true,
  },
  get: {
    id: 'getDisruptionSimulation',
    summary: 'One simulation of the removal of nodes',
    path: z.object({ id: text }),
    answer: simulationResource,
  },
} as const satisfies Record<string, OperationSpec>;
