import { z } from 'zod';
import { componentOf, resourceOf } from '../../rest/resource-of.js';
import {
  amountResource,
  components,
  instant,
  list,
  money,
  reasonResource,
  text,
  whole,
  word,
} from '../../rest/wire.js';
import { budgetStatusResource } from '../disruption/disruption.contract.js';
import { operationFailureResource } from '../node-claim/node-claim.contract.js';
import { rejectionResource } from '../scheduling/scheduling.contract.js';

/** Fields that are in the decision's body and events, which are read when they are requested. */
export const decisionLazy = [
  'progress',
  'outcome',
  'plannedClaims',
  'existingPlacements',
  'planCost',
  'unschedulable',
  'candidates',
  'moves',
  'terminateFirst',
  'savingBound',
  'interruptionId',
  'deadline',
  'staticPool',
  'standaloneClaim',
  'deletedObject',
  'budgets',
  'approval',
  'events',
] as const;

export const summaryResource = resourceOf(
  'Decision',
  {
    planDigest: text
      .nullable()
      .meta({ description: 'Digest of what an approval covers; absent for kinds that never ask' }),
    costChange: money.nullable().meta({ description: 'Absent when unknown' }),
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
    rejectedUntil: instant.nullable().meta({
      description:
        'End of the rejection: until then, the same nodes are not proposed again for the same reason',
    }),
    executionStep: word('ExecutionStep').meta({
      description: 'The last step of the execution that is done',
    }),
  },
  decisionLazy,
).register(components, { id: 'DecisionSummary', description: 'A decision in a list' });

const podResource = resourceOf('DecisionPod', {});
export const priceOverlayResource = componentOf(
  'PriceOverlay',
  {},
  'The NodeOverlay that a price comes from, and the price of AWS',
);

const offeringResource = resourceOf('PlannedOffering', {
  priceOverlay: priceOverlayResource.nullable(),
});

const gapPartsResource = resourceOf('PlanGapParts', {});

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
    rejected: list(resourceOf('RejectedInstanceTypes', { reason: reasonResource })),
    gap: resourceOf('NodeGap', { parts: gapPartsResource }).nullable(),
  })
  .register(components, { id: 'PlannedNodeClaim' });

const driftResource = componentOf(
  'NodeDrift',
  {
    fields: list(resourceOf('DriftedField', {})),
  },
  'How a node differs from its definitions',
);

const candidateResource = componentOf('DisruptionCandidate', {
  priceOverlay: priceOverlayResource.nullable(),
  drift: driftResource.nullable(),
  repair: componentOf('NodeRepair', {}, 'Why an unhealthy node is repaired, and how').nullable(),
});

const savingBoundResource = componentOf('SavingBound', {
  mostSaving: money.meta({ description: 'No command within the same budgets saves more' }),
  cost: money.meta({ description: 'Cost of all nodes with a known price, before the command' }),
  gapRatio: z.number().meta({
    description:
      'The cost after the command divided by the least possible cost after one, less one',
  }),
});

export const savingProofResource = resourceOf('SavingProofCheck', {
  problem: text.nullable().meta({ description: 'Reason why it is not proved; absent if it is' }),
  mostSaving: money.nullable().meta({
    description: 'The most possible saving by the proof; absent if it proves nothing',
  }),
})
  .extend({
    proof: z.unknown().meta({
      description:
        'The proof as stored, to be checked elsewhere: pod groups, dual prices, launchable and running nodes; null if none is stored. It has the format of the engine, whose amounts are whole micro-USD',
    }),
  })
  .register(components, {
    id: 'SavingProof',
    description: 'The stored proof of a saving bound, and the result of its check',
  });

const terminateFirstResource = componentOf(
  'TerminateFirst',
  { code: text },
  'The removal of nodes before their replacement, which can be launched only afterwards',
);

const planCostResource = componentOf(
  'PlanCost',
  { gapParts: gapPartsResource },
  'Cost of new nodes and its lower bound, node charge included',
);

const staticPoolResource = componentOf(
  'StaticPoolCounts',
  {},
  'Required and existing nodes of a static NodePool',
);

const unschedulablePodResource = componentOf('UnschedulablePod', {
  pod: podResource,
  reasons: list(reasonResource),
  byNodePool: list(rejectionResource),
});

const approvalResource = componentOf(
  'DecisionApproval',
  {
    passed: list(resourceOf('PassedRule', {})),
    refusal: text.nullable().meta({
      description:
        'Reason why an approval of the caller would be refused; `null` if it would count, or if none is awaited',
    }),
    reviews: list(resourceOf('DecisionReview', {})),
    pods: list(resourceOf('PodToMove', {})),
  },
  'What the approval policy says about a decision, and the reviews so far',
);

const progressResource = componentOf(
  'DecisionProgress',
  {
    phases: list(resourceOf('DecisionPhase', {})),
    failures: list(operationFailureResource),
  },
  'Progress of the execution of a decision, with failing operations',
);

const outcomeResource = componentOf(
  'DecisionOutcome',
  {},
  'Results for the nodes of a decision so far',
);

export const decisionResource = summaryResource
  .extend({
    progress: progressResource.nullable(),
    outcome: outcomeResource,
    plannedClaims: list(plannedNodeClaimResource),
    existingPlacements: list(resourceOf('ExistingPlacement', { pods: list(podResource) })),
    planCost: planCostResource.nullable(),
    unschedulable: list(unschedulablePodResource),
    candidates: list(candidateResource),
    moves: list(resourceOf('PodMove', {})),
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
    events: list(resourceOf('DecisionEvent', {})),
  })
  .register(components, { id: 'Decision' });
