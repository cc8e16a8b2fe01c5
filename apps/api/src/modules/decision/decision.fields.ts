import type {
  DecisionResolvers,
  PlannedNodeClaimResolvers,
} from '../../generated/resolver-types.js';
import { toNodeClaimView } from '../node-claim/node-claim.contract.js';
import {
  type DecisionLazy,
  type PlannedNodeClaimLazy,
  toCandidates,
  toDeletedObject,
  toExistingPlacements,
  toMoves,
  toOutcomeView,
  toPlannedClaims,
  toRemoval,
  toSavingBound,
  toStandaloneClaim,
  toStaticPool,
} from './decision.mapper.js';
import { approvalOf, bodyOf, budgetsOf, eventsOf, progressOf } from './decision.reads.js';
import { toPlanCost, toUnschedulable } from './plan.mapper.js';

export const decisionFields: Required<Pick<DecisionResolvers, DecisionLazy>> = {
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
};

export const plannedNodeClaimFields: Required<
  Pick<PlannedNodeClaimResolvers, PlannedNodeClaimLazy>
> = {
  async nodeClaim({ nodeClaimId }, _args, { loaders }) {
    const claim = nodeClaimId === null ? null : await loaders.nodeClaim.load(nodeClaimId);
    return claim === null ? null : toNodeClaimView(claim);
  },
};
