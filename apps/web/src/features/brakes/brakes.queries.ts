import { queryOptions } from '@tanstack/react-query';
import { BrakeThresholdsDocument, SpendLimitsDocument } from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';

export const spendLimitsQuery = (clusterId: string | undefined) =>
  queryOptions({
    queryKey: ['spend-limits', clusterId ?? null],
    queryFn: async ({ signal }) =>
      (await request(SpendLimitsDocument, { clusterId: clusterId ?? null }, signal)).spendLimits,
    meta: { topics: ['PAUSE', 'NODES'] },
  });

export const brakeThresholdsQuery = (clusterId: string) =>
  queryOptions({
    queryKey: ['brake-thresholds', clusterId],
    queryFn: async ({ signal }) =>
      (await request(BrakeThresholdsDocument, { clusterId }, signal)).brakeSettings,
    meta: { topics: ['PAUSE'], clusterId },
  });
