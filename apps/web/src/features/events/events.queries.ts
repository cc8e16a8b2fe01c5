import { queryOptions } from '@tanstack/react-query';
import {
  ActivityDocument,
  type ActivityKind,
  type NotificationSeverity,
} from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';
import type { ActivitySearch } from './activity.search.js';

const kinds = {
  launches: 'LAUNCH',
  removals: 'REMOVAL',
  interruptions: 'INTERRUPTION',
} as const satisfies Readonly<Record<NonNullable<ActivitySearch['activity']>, ActivityKind>>;
const severities = {
  warning: 'WARNING',
  critical: 'CRITICAL',
} as const satisfies Readonly<
  Record<NonNullable<ActivitySearch['severity']>, NotificationSeverity>
>;

export const activityQuery = (
  clusterId: string | undefined,
  { activity, severity }: ActivitySearch,
  count: number,
) =>
  queryOptions({
    queryKey: ['activity', clusterId ?? null, activity ?? null, severity ?? null, count],
    queryFn: async ({ signal }) => {
      const variables = {
        clusterId: clusterId ?? null,
        kinds: activity === undefined ? null : [kinds[activity]],
        leastSeverity: severity === undefined ? null : severities[severity],
        first: count,
      };
      return (await request(ActivityDocument, variables, signal)).activity;
    },
    meta: { topics: ['DECISION', 'NODE_CLAIM'], clusterId },
  });
