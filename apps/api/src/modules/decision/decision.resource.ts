import { z } from 'zod';
import { pageOf } from '../../rest/paging.js';
import { resourceOf } from '../../rest/resource-of.js';
import {
  amountResource,
  components,
  instant,
  list,
  money,
  reasonResource,
  storedJson,
  whole,
  word,
} from '../../rest/wire.js';
import { budgetStatusResource } from '../disruption/disruption.contract.js';
import { operationFailureResource } from '../node-claim/node-claim.contract.js';
import { rejectionResource } from '../scheduling/scheduling.contract.js';

const text = z.string();

const summaryFields = {
  id: text,
  clusterId: text,
  clusterName: text,
  kind: word('DecisionKind'),
  state: word('DecisionState'),
  observeOnly: z.boolean(),
  approvalsNeeded: whole,
  approvalsGiven: whole,
  planDigest: text
    .nullable()
    .meta({ description: 'Digest of what an approval covers; absent for kinds that never ask' }),
  nodePools: list(text),
  nodeCount: whole,
  podCount: whole,
  costChange: money.nullable().meta({ description: 'Absent when unknown' }),
  achievedSaving: money.nullable(),
  disruptionCost: z.number().nullable().meta({
    description:
      'Disruption cost of the nodes to remove: one for each node, plus the eviction costs of its pods; absent if not recorded',
  }),
  savingsRatio: money.nullable().meta({
    description:
      'Expected savings divided by the disruption cost; absent if the decision does not aim at savings',
  }),
  savingGapRatio: z.number().nullable().meta({
    description:
      'The cost after the decision divided by the least possible cost within the same budgets, less one; absent without a bound',
  }),
  proposedAt: instant,
  expiresAt: instant.nullable(),
  rejectedUntil: instant.nullable().meta({
    description:
      'End of the rejection: until then, the same nodes are not proposed again for the same reason',
  }),
  decidedAt: instant.nullable(),
  decidedBy: text.nullable(),
  comment: text.nullable(),
  finishedAt: instant.nullable(),
  executionStep: word('ExecutionStep').meta({
    description: 'The last step of the execution that is done',
  }),
  snapshotDigest: text,
  engineVersion: text,
  version: whole,
};

const summaryResource = z
  .object(summaryFields)
  .register(components, { id: 'DecisionSummary', description: 'A decision in a list' });

const podResource = z.object({ uid: text, namespace: text, name: text, owner: text });
const priceOverlayResource = resourceOf('PriceOverlay', {}).register(components, {
  id: 'PriceOverlay',
  description: 'The NodeOverlay that a price comes from, and the price of AWS',
});

const offeringResource = z.object({
  instanceType: text,
  zone: text,
  capacityType: word('CapacityType'),
  price: money,
  isPriceEstimated: z.boolean(),
  priceOverlay: priceOverlayResource.nullable(),
});

const gapPartsResource = z.object({
  offeringPremium: money,
  unusedCapacity: money,
  placementPremium: money,
});

export const plannedNodeClaimResource = z
  .object({
    plannedId: text,
    nodeClaimId: text.nullable(),
    nodePool: text.nullable(),
    pods: list(podResource),
    requests: list(amountResource),
    requirements: list(text),
    expected: offeringResource,
    savingAgainstNextBest: money.nullable(),
    options: list(offeringResource),
    optionCount: whole,
    rejected: list(z.object({ reason: reasonResource, count: whole, examples: list(text) })),
    gap: z.object({ dualValue: money, parts: gapPartsResource }).nullable(),
  })
  .register(components, { id: 'PlannedNodeClaim' });

const driftResource = resourceOf('NodeDrift', {
  fields: list(resourceOf('DriftedField', {})),
}).register(components, {
  id: 'NodeDrift',
  description: 'How a node differs from its definitions',
});

/** The fields of a node that is removed, or would be. */
export const removedNodeFields = {
  nodeName: text,
  nodeClaimId: text,
  nodePool: text.nullable(),
  instanceType: text.nullable(),
  zone: text.nullable(),
  capacityType: word('CapacityType').nullable(),
  price: money.nullable(),
  priceOverlay: priceOverlayResource.nullable(),
  daemonPods: whole,
};

const candidateResource = z
  .object({
    ...removedNodeFields,
    drift: driftResource.nullable(),
    repair: resourceOf('NodeRepair', {})
      .register(components, {
        id: 'NodeRepair',
        description: 'Why an unhealthy node is replaced, and how',
      })
      .nullable(),
  })
  .register(components, { id: 'DisruptionCandidate' });

const savingBoundResource = resourceOf('SavingBound', {
  mostSaving: money.meta({ description: 'No command within the same budgets saves more' }),
  cost: money.meta({ description: 'Cost of all nodes with a known price, before the command' }),
  gapRatio: z.number().meta({
    description:
      'The cost after the command divided by the least possible cost after one, less one',
  }),
}).register(components, { id: 'SavingBound' });

export const savingProofResource = z
  .object({
    isProved: z.boolean(),
    problem: text.nullable().meta({ description: 'Reason why it is not proved; absent if it is' }),
    mostSaving: money.nullable().meta({
      description: 'The most possible saving by the proof; absent if it proves nothing',
    }),
    nodes: whole,
    offers: whole,
    podGroups: whole,
    proof: z.unknown().meta({
      description:
        'The proof as stored, to be checked elsewhere: pod groups, dual prices, launchable and running nodes; null if none is stored. It has the format of the engine, whose amounts are whole micro-USD',
    }),
  })
  .register(components, {
    id: 'SavingProof',
    description: 'The stored proof of a saving bound, and the result of its check',
  });

const terminateFirstResource = resourceOf('TerminateFirst', { code: text }).register(components, {
  id: 'TerminateFirst',
  description:
    'The removal of nodes before their replacement, which can be launched only afterwards',
});

const planCostResource = resourceOf('PlanCost', { gapParts: gapPartsResource }).register(
  components,
  {
    id: 'PlanCost',
    description: 'Cost of new nodes and its lower bound, node charge included',
  },
);

const staticPoolResource = resourceOf('StaticPoolCounts', {}).register(components, {
  id: 'StaticPoolCounts',
  description: 'Required and existing nodes of a static NodePool',
});

const unschedulablePodResource = resourceOf('UnschedulablePod', {
  pod: podResource,
  reasons: list(reasonResource),
  byNodePool: list(rejectionResource),
}).register(components, { id: 'UnschedulablePod' });

const approvalResource = resourceOf('DecisionApproval', {
  passed: list(resourceOf('PassedRule', {})),
  refusal: text.nullable().meta({
    description:
      'Reason why an approval of the caller would be refused; `null` if it would count, or if none is awaited',
  }),
  reviews: list(resourceOf('DecisionReview', {})),
  pods: list(resourceOf('PodToMove', {})),
}).register(components, {
  id: 'DecisionApproval',
  description: 'What the approval policy says about a decision, and the reviews so far',
});

const progressResource = resourceOf('DecisionProgress', {
  phases: list(resourceOf('DecisionPhase', {})),
  failures: list(operationFailureResource),
}).register(components, {
  id: 'DecisionProgress',
  description: 'Progress of the execution of a decision, with failing operations',
});

const outcomeResource = resourceOf('DecisionOutcome', {}).register(components, {
  id: 'DecisionOutcome',
  description: 'Results for the nodes of a decision so far',
});

export const decisionResource = z
  .object({
    ...summaryFields,
    progress: progressResource.nullable(),
    outcome: outcomeResource,
    plannedClaims: list(plannedNodeClaimResource),
    existingPlacements: list(z.object({ nodeName: text, pods: list(podResource) })),
    planCost: planCostResource.nullable(),
    unschedulable: list(unschedulablePodResource),
    candidates: list(candidateResource),
    moves: list(z.object({ pod: text, from: text, to: text.nullable() })),
    terminateFirst: terminateFirstResource.nullable(),
    savingBound: savingBoundResource.nullable(),
    interruptionId: text.nullable(),
    deadline: instant.nullable(),
    staticPool: staticPoolResource.nullable(),
    standaloneClaim: text.nullable(),
    deletedObject: text
      .nullable()
      .meta({ description: 'The deleted object, for DELETE, e.g. NodePool/general' }),
    budgets: list(budgetStatusResource),
    approval: approvalResource.nullable(),
    events: list(z.object({ at: instant, kind: text, actor: text, data: storedJson })),
  })
  .register(components, { id: 'Decision' });

export const decisionPage = pageOf('DecisionPage', summaryResource);
