import type { ActivityResolvers, FleetEventResolvers } from '../../generated/resolver-types.js';
import { toOutcomeView } from '../decision/decision.mapper.js';
import type { ActivityLazy, FleetEventLazy } from './fleet-event.contract.js';

export const fleetEventFields: Required<Pick<FleetEventResolvers, FleetEventLazy>> = {
  decisionOutcome: async ({ decisionId, decisionEvent }, _args, { loaders }) =>
    decisionId === null || decisionEvent === null
      ? null
      : toOutcomeView(await loaders.decisionOutcome.load(decisionId)),
};

export const activityFields: Required<Pick<ActivityResolvers, ActivityLazy>> = {
  decisionOutcome: async ({ decisionId, decisionEvent }, _args, { loaders }) =>
    decisionId === null || (decisionEvent !== 'Executed' && decisionEvent !== 'Failed')
      ? null
      : toOutcomeView(await loaders.decisionOutcome.load(decisionId)),
};
