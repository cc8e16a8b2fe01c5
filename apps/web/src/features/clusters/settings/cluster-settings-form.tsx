import { formatDecimalUsd } from '@kerf/core';
import type { ClusterFieldsFragment } from '../../../gql/graphql.js';
import { toMicroUsd } from '../../../lib/format/money.js';
import { Checkbox, NumberInput, Select, Textarea } from '../../../ui/controls/controls.js';
import { WriteForm } from '../../../ui/forms/write-form.js';
import { Columns } from '../../../ui/layout/layout.js';
import {
  amountFields,
  minValuesPolicies,
  preferencePolicies,
  switchFields,
} from './settings-text.js';
import { useClusterForm } from './use-cluster-form.js';

export interface ClusterSettingsFormProps {
  readonly cluster: ClusterFieldsFragment;
}

/** Scheduling and disruption settings of a cluster, including Karpenter's options. */
export function ClusterSettingsForm({ cluster }: ClusterSettingsFormProps) {
  const form = useClusterForm(cluster, {
    initial: valuesOf(cluster),
    toChanges,
    saved: () => `Settings of ${cluster.name} saved`,
  });
  return (
    <WriteForm
      form={form}
      action="save the settings"
      permission="CLUSTER_UPDATE"
      submit="Save settings"
      variant="default"
    >
      <Columns minPx={220}>
        {amountFields.map(({ key, label, description, ...scale }) => (
          <NumberInput
            key={key}
            label={label}
            description={description}
            min={0}
            decimalScale={6}
            {...form.number(key, scale)}
          />
        ))}
        <Select
          label="Preference policy"
          description="Preferred affinities and ScheduleAnyway topology spreads (PREFERENCE_POLICY)"
          data={preferencePolicies}
          {...form.choice('preferencePolicy')}
        />
        <Select
          label="minValues policy"
          description="When minValues of a requirement cannot be met (MIN_VALUES_POLICY)"
          data={minValuesPolicies}
          {...form.choice('minValuesPolicy')}
        />
      </Columns>
      <Textarea
        label="Scheduler configuration"
        description="The cluster’s KubeSchedulerConfiguration, or Karpenter’s SCHEDULER_CONFIG, as YAML: pods without topology spread constraints get its default ones in plans. EKS does not show it. Empty: none."
        autosize
        minRows={2}
        maxRows={16}
        {...form.text('schedulerConfiguration')}
      />
      {switchFields.map(({ key, label, description }) => (
        <Checkbox key={key} label={label} description={description} {...form.check(key)} />
      ))}
    </WriteForm>
  );
}

/** The settings, with amounts of money in micro-USD. */
const valuesOf = ({ settings }: ClusterFieldsFragment) => ({
  ...settings,
  nodeCharge: toMicroUsd(settings.nodeCharge),
  minSaving: toMicroUsd(settings.minSaving),
  podMovePrice: toMicroUsd(settings.podMovePrice),
});

const toChanges = (values: ReturnType<typeof valuesOf>) => ({
  ...values,
  nodeCharge: formatDecimalUsd(values.nodeCharge),
  minSaving: formatDecimalUsd(values.minSaving),
  podMovePrice: formatDecimalUsd(values.podMovePrice),
});
