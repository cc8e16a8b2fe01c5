import { maxSimulatedNodes } from '@kerf/application';
import { z } from 'zod';
import type { OperationSpec } from '../../rest/operation.js';
import { componentOf, resourceOf } from '../../rest/resource-of.js';
import { bodyOf, idPath, list, money, reasonResource, text, word } from '../../rest/wire.js';
import { clusterPath } from '../cluster/cluster.contract.js';
import { plannedNodeClaimResource, priceOverlayResource } from '../decision/decision.resource.js';
import { rejectionResource } from '../scheduling/scheduling.contract.js';

const nodeResource = componentOf('SimulatedNode', {
  priceOverlay: priceOverlayResource.nullable(),
  blockers: list(
    resourceOf('SimulatedBlocker', {
      disruptionReasons: list(word('DisruptionReason')).meta({
        description: 'The reasons of disruption that it blocks; empty if it blocks all',
      }),
      reason: reasonResource,
    }),
  ),
});

const resultResource = componentOf('SimulationResult', {
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
});

const simulationResource = componentOf(
  'DisruptionSimulation',
  {
    result: resultResource.nullable(),
  },
  'What would happen if nodes were removed together; deleted after an hour',
);

const body = bodyOf('SimulateDisruption', {
  nodeNames: z.array(text).meta({
    minItems: 1,
    maxItems: maxSimulatedNodes,
    description: 'Names of nodes that Kerf manages',
  }),
});

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
    path: idPath,
    answer: simulationResource,
  },
} as const satisfies Record<string, OperationSpec>;
