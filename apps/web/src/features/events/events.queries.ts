import { queryOptions } from '@tanstack/react-query';
import { FleetEventsDocument } from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';

/** Steps shown in the feed; the others are on the page of the decision. */
const shownSteps = [
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
        decisionEvents: shownSteps,
        first: count,
      };
      return (await request(FleetEventsDocument, variables, signal)).fleetEvents;
    },
    meta: { topics: ['DECISION', 'NODE_CLAIM'], clusterId },
  });
