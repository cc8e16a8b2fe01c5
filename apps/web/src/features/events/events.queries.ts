import { queryOptions } from '@tanstack/react-query';
import { FleetEventsDocument } from '../../gql/graphql.js';
import { request } from '../../lib/graphql-client.js';

/** Steps that a person wants to hear of; the others are on the decision's own page. */
const toldSteps = [
  'ApprovalRequested',
  'Approved',
  'Rejected',
  'Expired',
  'NodeClaimLaunchFailed',
  'Executed',
  'Failed',
];

export const fleetEventsQuery = (clusterId: string | undefined, count: number) =>
  queryOptions({
    queryKey: ['fleet-events', clusterId ?? null, count],
    queryFn: async ({ signal }) => {
      const variables = {
        clusterId: clusterId ?? null,
        decisionEvents: toldSteps,
        first: count,
      };
      return (await request(FleetEventsDocument, variables, signal)).fleetEvents;
    },
    meta: { topics: ['DECISION', 'NODE_CLAIM'], clusterId },
  });
