import { queryOptions } from '@tanstack/react-query';
import {
  AlertThresholdsDocument,
  BrakeThresholdsDocument,
  ChangeAlertThresholdsDocument,
  type ChangeAlertThresholdsInput,
  ChangeBrakeSettingsDocument,
  type ChangeBrakeSettingsInput,
  CreateSpendLimitDocument,
  type CreateSpendLimitInput,
  DeleteSpendLimitDocument,
  type DeleteSpendLimitInput,
  SpendLimitsDocument,
  UpdateSpendLimitDocument,
  type UpdateSpendLimitInput,
} from '../../gql/graphql.js';
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

export const alertThresholdsQuery = queryOptions({
  queryKey: ['alert-thresholds'],
  queryFn: async ({ signal }) =>
    (await request(AlertThresholdsDocument, {}, signal)).alertThresholds,
  meta: { topics: ['PAUSE', 'NODES'] },
});

export const changeAlertThresholds = async (input: ChangeAlertThresholdsInput) =>
  (await request(ChangeAlertThresholdsDocument, { input })).changeAlertThresholds;

export const createSpendLimit = async (input: CreateSpendLimitInput) =>
  (await request(CreateSpendLimitDocument, { input })).createSpendLimit;

export const updateSpendLimit = async (input: UpdateSpendLimitInput) =>
  (await request(UpdateSpendLimitDocument, { input })).updateSpendLimit;

export const deleteSpendLimit = async (input: DeleteSpendLimitInput) =>
  (await request(DeleteSpendLimitDocument, { input })).deleteSpendLimit;

export const changeBrakeSettings = async (input: ChangeBrakeSettingsInput) =>
  (await request(ChangeBrakeSettingsDocument, { input })).changeBrakeSettings;
