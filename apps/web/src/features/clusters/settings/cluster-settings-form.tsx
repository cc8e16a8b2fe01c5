import { formatDecimalUsd } from '@kerf/core';
import { useState } from 'react';
import type {
  ClusterFieldsFragment,
  MinValuesPolicy,
  PreferencePolicy,
} from '../../../gql/graphql.js';
import { errorsOfOtherFields, fieldError } from '../../../lib/api/user-errors.js';
import { toMicroUsd } from '../../../lib/format/money.js';
import { Checkbox, NumberInput, Select } from '../../../ui/controls/controls.js';
import { WriteButton } from '../../../ui/controls/write-button.js';
import { RequestErrors } from '../../../ui/feedback/request-errors.js';
import { Columns, Row, Stack } from '../../../ui/layout/layout.js';
import {
  amountFields,
  type SettingsAmounts,
  type SettingsSwitches,
  switchFields,
} from './settings-text.js';
import { useUpdateCluster } from './use-update-cluster.js';

const preferencePolicies = [
  { value: 'RESPECT', label: 'Respect: try preferences first' },
  { value: 'IGNORE', label: 'Ignore: fewer nodes, less spread' },
] as const satisfies readonly { readonly value: PreferencePolicy; readonly label: string }[];

const minValuesPolicies = [
  { value: 'STRICT', label: 'Strict: minValues must be met' },
  { value: 'BEST_EFFORT', label: 'Best effort: fewer values are allowed' },
] as const satisfies readonly { readonly value: MinValuesPolicy; readonly label: string }[];

type Policies = Pick<ClusterFieldsFragment['settings'], 'preferencePolicy' | 'minValuesPolicy'>;

export interface ClusterSettingsFormProps {
  readonly cluster: ClusterFieldsFragment;
}

/** Scheduling and disruption settings of a cluster, including Karpenter's options. */
export function ClusterSettingsForm({ cluster }: ClusterSettingsFormProps) {
  const saved = amountsOf(cluster);
  const [amounts, setAmounts] = useState(saved);
  const savedSwitches = switchesOf(cluster);
  const [switches, setSwitches] = useState(savedSwitches);
  const [policies, setPolicies] = useState<Policies>(cluster.settings);
  const saving = useUpdateCluster(cluster, `Settings of ${cluster.name} saved`);
  const userErrors = saving.data?.userErrors ?? [];
  const { preferencePolicy, minValuesPolicy } = policies;
  const isChanged =
    amountFields.some(({ key }) => amounts[key] !== saved[key]) ||
    switchFields.some(({ key }) => switches[key] !== savedSwitches[key]) ||
    preferencePolicy !== cluster.settings.preferencePolicy ||
    minValuesPolicy !== cluster.settings.minValuesPolicy;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate({
          id: cluster.id,
          expectedVersion: cluster.version,
          ...amounts,
          nodeCharge: formatDecimalUsd(amounts.nodeCharge),
          minSaving: formatDecimalUsd(amounts.minSaving),
          podMovePrice: formatDecimalUsd(amounts.podMovePrice),
          preferencePolicy,
          minValuesPolicy,
          ...switches,
        });
      }}
    >
      <Stack>
        <Columns minPx={220}>
          {amountFields.map((field) => (
            <NumberInput
              key={field.key}
              label={field.label}
              description={field.description}
              min={0}
              decimalScale={6}
              value={fromUnits(amounts[field.key], field.unit)}
              onChange={(value) =>
                setAmounts({ ...amounts, [field.key]: toUnits(Number(value), field) })
              }
              error={fieldError(userErrors, field.key)}
            />
          ))}
          <Select
            label="Preference policy"
            description="Preferred affinities and ScheduleAnyway topology spreads (PREFERENCE_POLICY)"
            data={preferencePolicies.map((option) => ({ ...option }))}
            value={preferencePolicy}
            allowDeselect={false}
            onChange={(next) => {
              const option = preferencePolicies.find(({ value }) => value === next);
              if (option !== undefined)
                setPolicies({ ...policies, preferencePolicy: option.value });
            }}
            error={fieldError(userErrors, 'preferencePolicy')}
          />
          <Select
            label="minValues policy"
            description="Handling of minValues that cannot be met (MIN_VALUES_POLICY)"
            data={minValuesPolicies.map((option) => ({ ...option }))}
            value={minValuesPolicy}
            allowDeselect={false}
            onChange={(next) => {
              const option = minValuesPolicies.find(({ value }) => value === next);
              if (option !== undefined) setPolicies({ ...policies, minValuesPolicy: option.value });
            }}
            error={fieldError(userErrors, 'minValuesPolicy')}
          />
        </Columns>
        {switchFields.map(({ key, label, description }) => (
          <Checkbox
            key={key}
            label={label}
            description={description}
            checked={switches[key]}
            onChange={(event) => setSwitches({ ...switches, [key]: event.currentTarget.checked })}
          />
        ))}
        <RequestErrors
          action="save the settings"
          error={saving.error}
          userErrors={errorsOfOtherFields(userErrors, [
            ...amountFields.map(({ key }) => key),
            'preferencePolicy',
            'minValuesPolicy',
          ])}
        />
        <Row>
          <WriteButton
            action="CLUSTER_UPDATE"
            type="submit"
            variant="default"
            isBusy={saving.isPending}
            disabledReason={isChanged ? undefined : 'No changes'}
          >
            Save settings
          </WriteButton>
        </Row>
      </Stack>
    </form>
  );
}

/** The amount in the unit of the form, without floating-point noise. */
const fromUnits = (amount: number, unit: number): number => Number((amount / unit).toPrecision(12));

function toUnits(value: number, { unit, isWhole }: (typeof amountFields)[number]): number {
  return isWhole ? Math.round(value * unit) : Number((value * unit).toPrecision(12));
}

function amountsOf({ settings }: ClusterFieldsFragment): SettingsAmounts {
  const { batchIdleMs, batchMaxMs, searchMs, offeringSharePercent, reservedEnis } = settings;
  const { disruptionPollMs, validationDelayMs, approvalTtlMs, rejectionHoldMs } = settings;
  return {
    batchIdleMs,
    batchMaxMs,
    searchMs,
    offeringSharePercent,
    disruptionPollMs,
    validationDelayMs,
    approvalTtlMs,
    rejectionHoldMs,
    vmMemoryOverheadRatio: settings.vmMemoryOverheadRatio,
    reservedEnis,
    nodeCharge: toMicroUsd(settings.nodeCharge),
    minSaving: toMicroUsd(settings.minSaving),
    minSavingPercent: settings.minSavingPercent,
    podMovePrice: toMicroUsd(settings.podMovePrice),
    maxReplacements: settings.maxReplacements,
  };
}

function switchesOf({ settings }: ClusterFieldsFragment): SettingsSwitches {
  const { spotToSpotConsolidation, nodeRepair, instanceStatusChecks, dryRunChecks } = settings;
  const { zonalShift, waitForScheduler, anticipatePods } = settings;
  return {
    spotToSpotConsolidation,
    nodeRepair,
    instanceStatusChecks,
    dryRunChecks,
    zonalShift,
    waitForScheduler,
    anticipatePods,
  };
}
