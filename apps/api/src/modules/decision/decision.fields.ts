import type { DecisionBody } from '@kerf/application';
import type { DecisionId } from '@kerf/core';
import type {
  DecisionResolvers,
  PlannedNodeClaimResolvers,
} from '../../generated/resolver-types.js';
import type {
  BudgetStatus,
  DecisionApproval,
  DecisionEvent,
  DecisionProgress,
} from '../../generated/schema-types.js';
import type { Loaders } from '../../graphql/loaders.js';
import type { Caller } from '../../request/current-request.js';
import { toBudgetView } from '../disruption/disruption.contract.js';
import { toNodeClaimView } from '../node-claim/node-claim.contract.js';
import { toApproval } from './approval.mapper.js';
import {
  type DecisionLazy,
  type DecisionView,
  type PlannedNodeClaimLazy,
  toCandidates,
  toDeletedObject,
  toEventView,
  toExistingPlacements,
  toMoves,
  toOutcomeView,
  toPlannedClaims,
  toRemoval,
  toSavingBound,
  toStandaloneClaim,
  toStaticPool,
  toTerminateFirst,
} from './decision.mapper.js';
import { toPlanCost, toUnschedulable } from './plan.mapper.js';
import { isInProgress, toProgress } from './progress.mapper.js';

export const decisionFields = {
  progress: (decision, _args, { loaders }) => progressOf(decision, loaders),
  outcome: async ({ id }, _args, { loaders }) =>
    toOutcomeView(await loaders.decisionOutcome.load(id)),
  plannedClaims: async ({ id }, _args, { loaders }) =>
    (await bodyOf(id, loaders)).flatMap(toPlannedClaims),
  existingPlacements: async ({ id }, _args, { loaders }) =>
    (await bodyOf(id, loaders)).flatMap(toExistingPlacements),
  planCost: async ({ id }, _args, { loaders }) => toPlanCost((await bodyOf(id, loaders))[0]),
  unschedulable: async ({ id }, _args, { loaders }) =>
    (await bodyOf(id, loaders)).flatMap(toUnschedulable),
  candidates: async ({ id }, _args, { loaders }) =>
    (await bodyOf(id, loaders)).flatMap(toCandidates),
  terminateFirst: async ({ id }, _args, { loaders }) =>
    toTerminateFirst((await bodyOf(id, loaders))[0]),
  savingBound: async ({ id }, _args, { loaders }) => toSavingBound((await bodyOf(id, loaders))[0]),
  moves: async ({ id }, _args, { loaders }) => (await bodyOf(id, loaders)).flatMap(toMoves),
  interruptionId: async ({ id }, _args, { loaders }) =>
    toRemoval((await bodyOf(id, loaders))[0]).interruptionId,
  deadline: async ({ id }, _args, { loaders }) =>
    toRemoval((await bodyOf(id, loaders))[0]).deadline,
  staticPool: async ({ id }, _args, { loaders }) => toStaticPool((await bodyOf(id, loaders))[0]),
  deletedObject: async ({ id }, _args, { loaders }) =>
    toDeletedObject((await bodyOf(id, loaders))[0]),
  standaloneClaim: async ({ id }, _args, { loaders }) =>
    toStandaloneClaim((await bodyOf(id, loaders))[0]),
  approval: (decision, _args, { loaders, caller }) => approvalOf(decision, loaders, caller),
  budgets: (decision, _args, { loaders }) => budgetsOf(decision, loaders),
  events: ({ id }, _args, { loaders }) => eventsOf(id, loaders),
} satisfies Required<Pick<DecisionResolvers, DecisionLazy>>;

export const plannedNodeClaimFields = {
  async nodeClaim({ nodeClaimId }, _args, { loaders }) {
    const claim = nodeClaimId === null ? null : await loaders.nodeClaim.load(nodeClaimId);
    return claim === null ? null : toNodeClaimView(claim);
  },
} satisfies Required<Pick<PlannedNodeClaimResolvers, PlannedNodeClaimLazy>>;

/** The body; absent if the decision was removed with its cluster since its row was read. */
async function bodyOf(id: DecisionId, loaders: Loaders): Promise<readonly DecisionBody[]> {
  const found = await loaders.decisionBody.load(id);
  return found === null ? [] : [found.body];
}

/** Returns the budgets at the time of the decision, as the NodePools' manifests had them then. */
async function budgetsOf(
  { id, clusterId, proposedAt: at }: Pick<DecisionView, 'id' | 'clusterId' | 'proposedAt'>,
  loaders: Loaders,
): Promise<readonly BudgetStatus[]> {
  const bodies = await bodyOf(id, loaders);
  const budgets = bodies.flatMap((body) => (body.type === 'Disrupt' ? body.budgets : []));
  return Promise.all(
    budgets.map(async (status) => {
      const { nodePool, limitingBudget } = status;
      const then = await loaders.nodePoolThen.load({ clusterId, nodePool, at });
      const budget =
        limitingBudget === null ? null : (then?.spec.disruption.budgets[limitingBudget] ?? null);
      return toBudgetView({ ...status, clusterId, budget });
    }),
  );
}

/** `null` for kinds that never ask. */
async function approvalOf(
  decision: Pick<DecisionView, 'id' | 'clusterId' | 'nodePools' | 'state'>,
  loaders: Loaders,
  { principal }: Pick<Caller, 'principal'>,
): Promise<DecisionApproval | null> {
  const found = await loaders.decisionApproval.load(decision.id);
  if (found === null) return null;
  const { approval } = found;
  const reviews = await loaders.decisionReviews.load(decision.id);
  const refusal =
    decision.state === 'AwaitingApproval'
      ? await loaders.whyNotApprove(principal, { decision, approval, reviews })
      : null;
  return toApproval(approval, reviews, refusal);
}

async function eventsOf(id: DecisionId, loaders: Loaders): Promise<readonly DecisionEvent[]> {
  return (await loaders.decisionEvents.load(id)).map(toEventView);
}

/** `null` unless it is approved or executing. */
async function progressOf(
  decision: Pick<DecisionView, 'id' | 'kind' | 'state' | 'nodeCount'>,
  loaders: Loaders,
): Promise<DecisionProgress | null> {
  if (!isInProgress(decision)) return null;
  const row = await loaders.decisionProgress.load(decision.id);
  return row === null ? null : toProgress(decision, row);
}
