import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  CostAllocationDocument,
  CostChangeDocument,
  type CostFilter,
  CostHistoryDocument,
  CostMonthDocument,
  CostNowDocument,
  CostReportDocument,
  type CostDimension as SchemaDimension,
} from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';
import { serverNow, timeBefore } from '../../lib/api/server-clock.js';
import type {
  AllocationDimension,
  ChangePeriod,
  GroupDimension,
  HistoryDimension,
  HistoryRange,
} from './cost.search.js';

export const costQuery = (clusterId: string | undefined, team: string | undefined) =>
  queryOptions({
    queryKey: ['cost', clusterId ?? null, team ?? null],
    queryFn: async ({ signal }) =>
      (await request(CostNowDocument, currentCostOf(clusterId, team), signal)).costNow,
    meta: { topics: ['NODES', 'CATALOG', 'CLUSTER'], clusterId },
  });

const currentCostOf = (clusterId: string | undefined, team: string | undefined) => ({
  clusterId: clusterId ?? null,
  ...(team === undefined ? {} : { teams: [team] }),
});

/** The current cost, allocated to groups of pods. */
export interface AllocationRequest {
  readonly by: AllocationDimension;
  readonly label: string;
  readonly clusterId: string | undefined;
  readonly team: string | undefined;
  /** Only the pods of one group. */
  readonly of: { readonly dimension: GroupDimension; readonly key: string } | null;
}

const allocationDimensions = {
  namespace: 'NAMESPACE',
  team: 'TEAM',
  label: 'LABEL',
  owner: 'OWNER',
} as const satisfies Readonly<Record<AllocationDimension, string>>;

/** Returns the arguments of the request, which are also those of its file. */
export const allocationArguments = ({ by, label, clusterId, team, of }: AllocationRequest) => ({
  by: allocationDimensions[by],
  ...currentCostOf(clusterId, team),
  ...(by === 'label' || of?.dimension === 'label' ? { label } : {}),
  ...(of === null ? {} : { of: allocationDimensions[of.dimension], key: of.key }),
});

/** The current cost, allocated to groups of pods. */
export const costAllocationQuery = (requested: AllocationRequest) =>
  queryOptions({
    queryKey: ['cost-allocation', requested],
    queryFn: async ({ signal }) =>
      (await request(CostAllocationDocument, allocationArguments(requested), signal))
        .costAllocation,
    // A change of pods does not refetch it: it reads all of them.
    meta: { topics: ['NODES', 'CATALOG', 'CLUSTER'], clusterId: requested.clusterId },
  });

/** The lower bound of the cost, and why the cost is above it. */
export const costReportQuery = (clusterId: string | undefined) =>
  queryOptions({
    queryKey: ['cost-report', clusterId ?? null],
    queryFn: async ({ signal }) =>
      (await request(CostReportDocument, { clusterId: clusterId ?? null }, signal)).costReport,
    meta: { topics: ['DECISION', 'CLUSTER'], clusterId },
  });

const schemaDimensions: Readonly<Record<HistoryDimension, SchemaDimension>> = {
  cluster: 'CLUSTER',
  pool: 'NODE_POOL',
  capacity: 'CAPACITY_TYPE',
  family: 'INSTANCE_FAMILY',
  type: 'INSTANCE_TYPE',
};

const hourMs = 3_600_000;
const rangeMs: Readonly<Record<HistoryRange, number>> = {
  '6h': 6 * hourMs,
  '24h': 24 * hourMs,
  '7d': 7 * 24 * hourMs,
  '30d': 30 * 24 * hourMs,
  '90d': 90 * 24 * hourMs,
  '1y': 365 * 24 * hourMs,
};

export interface HistoryRequest {
  readonly dimension: HistoryDimension;
  readonly range: HistoryRange;
  readonly filter: CostFilter;
}

/** Cost of a range until now, with events and savings. */
export const costHistoryQuery = ({ dimension, range, filter }: HistoryRequest) =>
  queryOptions({
    queryKey: ['cost-history', dimension, range, filter],
    queryFn: ({ signal }) => {
      const to = serverNow();
      const from = new Date(to - rangeMs[range]).toISOString();
      return request(
        CostHistoryDocument,
        {
          by: schemaDimensions[dimension],
          from,
          to: new Date(to).toISOString(),
          filter,
          clusterId: filter.clusterId ?? null,
        },
        signal,
      );
    },
    meta: { topics: ['DECISION'], clusterId: filter.clusterId ?? undefined },
  });

export const costMonthQuery = (filter: CostFilter) =>
  queryOptions({
    queryKey: ['cost-month', filter],
    queryFn: async ({ signal }) => (await request(CostMonthDocument, { filter }, signal)).costMonth,
    // The previous figures are shown while another filter loads.
    placeholderData: keepPreviousData,
  });

export const changePeriodMs: Readonly<Record<ChangePeriod, number>> = {
  '1h': hourMs,
  '6h': 6 * hourMs,
  '7d': 7 * 24 * hourMs,
  '30d': 30 * 24 * hourMs,
};

/** Two times whose costs are compared; without any, a day ago and now. */
export interface ChangeRequest {
  readonly since?: ChangePeriod | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly filter: CostFilter;
}

/** Why the cost per hour differs between two times. */
export const costChangeQuery = ({ since, from, to, filter }: ChangeRequest) =>
  queryOptions({
    queryKey: ['cost-change', since ?? null, from ?? null, to ?? null, filter],
    queryFn: async ({ signal }) => {
      const begin = since === undefined ? from : timeBefore(changePeriodMs[since]);
      const variables = { from: begin ?? null, to: to ?? null, filter };
      return (await request(CostChangeDocument, variables, signal)).costChange;
    },
    meta: { topics: ['DECISION', 'CLUSTER'], clusterId: filter.clusterId ?? undefined },
  });
