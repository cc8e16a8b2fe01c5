import { queryOptions } from '@tanstack/react-query';
import {
  InterruptionCountsDocument,
  InterruptionDetailsDocument,
  type InterruptionFilter,
  type InterruptionOrder,
  InterruptionsDocument,
  type InterruptionsQuery,
  SpotPoolsDocument,
} from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';
import type { PagedList } from '../../lib/api/paged-rows.js';
import { type Period, startOfPeriod } from '../../lib/api/period.js';
import { timeAfter, timeBefore } from '../../lib/api/server-clock.js';

export const interruptionsList = (
  filter: InterruptionFilter,
  orderBy: InterruptionOrder,
): PagedList<InterruptionsQuery['interruptions']> => ({
  queryKey: ['interruptions', filter, orderBy],
  readPage: async (after, signal) =>
    (await request(InterruptionsDocument, { filter, orderBy, after }, signal)).interruptions,
  pageSize: 50,
  meta: { topics: ['DECISION', 'NODE_CLAIM'], clusterId: filter.clusterId ?? undefined },
});

export const interruptionQuery = (id: string) =>
  queryOptions({
    queryKey: ['interruption', id],
    queryFn: async ({ signal }) =>
      (await request(InterruptionDetailsDocument, { id }, signal)).interruption,
    meta: { topics: ['DECISION', 'NODE_CLAIM'] },
  });

const dayMs = 86_400_000;

/** Counts of draining nodes, and of notices of the last 24 hours in total and with lost pods. */
export const interruptionCountsQuery = (clusterId: string | undefined) =>
  queryOptions({
    queryKey: ['interruption-counts', clusterId ?? null],
    queryFn: async ({ signal }) => {
      const ofCluster = { clusterId: clusterId ?? null };
      const day = { ...ofCluster, receivedFrom: timeBefore(dayMs) };
      const variables = {
        draining: { ...ofCluster, outcomes: ['DRAINING' as const] },
        day,
        lost: { ...day, outcomes: ['PODS_LOST' as const] },
      };
      const counts = await request(InterruptionCountsDocument, variables, signal);
      return {
        draining: counts.draining.totalCount,
        day: counts.day.totalCount,
        lost: counts.lost.totalCount,
      };
    },
    meta: { topics: ['DECISION', 'NODE_CLAIM'], clusterId },
  });

export const claimInterruptionsQuery = (nodeClaimId: string) =>
  queryOptions({
    queryKey: ['claim-interruptions', nodeClaimId],
    queryFn: async ({ signal }) => {
      const variables = { filter: { nodeClaimId }, after: null };
      return (await request(InterruptionsDocument, variables, signal)).interruptions.nodes;
    },
    meta: { topics: ['DECISION', 'NODE_CLAIM'] },
  });

/** Spot pools with their interruptions in a period that ends now. */
export const spotPoolsQuery = (clusterId: string | undefined, period: Period) =>
  queryOptions({
    queryKey: ['spot-pools', clusterId ?? null, period],
    queryFn: async ({ signal }) => {
      const to = timeAfter(0);
      const from = startOfPeriod(period) ?? to;
      const variables = { clusterId: clusterId ?? null, from, to };
      return {
        ...variables,
        pools: (await request(SpotPoolsDocument, variables, signal)).spotPools,
      };
    },
    meta: { topics: ['NODES', 'NODE_CLAIM'], clusterId },
  });
