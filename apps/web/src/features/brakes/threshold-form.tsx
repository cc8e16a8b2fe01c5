import { formatDecimalUsd } from '@kerf/core';
import type { BrakeSettingsFieldsFragment } from '../../gql/graphql.js';
import { toMicroUsd } from '../../lib/format/money.js';
import { NumberInput } from '../../ui/controls/controls.js';
import { useWriteForm } from '../../ui/forms/use-write-form.js';
import { WriteForm } from '../../ui/forms/write-form.js';
import { Columns } from '../../ui/layout/layout.js';
import { changeBrakeSettings } from './brakes.queries.js';
import { thresholdFields } from './threshold-fields.js';

export interface ThresholdFormProps {
  readonly settings: BrakeSettingsFieldsFragment;
  readonly onClose: () => void;
}

/** Changes the thresholds of the brakes and alerts of a cluster. */
export function ThresholdForm({ settings, onClose }: ThresholdFormProps) {
  const { clusterId, version, ...stored } = settings;
  const form = useWriteForm({
    initial: {
      ...stored,
      spendRise: toMicroUsd(stored.spendRise),
      alertSpend: toMicroUsd(stored.alertSpend),
    },
    isEdit: true,
    write: (values) =>
      changeBrakeSettings({
        clusterId,
        expectedVersion: version,
        ...values,
        spendRise: formatDecimalUsd(values.spendRise),
        alertSpend: formatDecimalUsd(values.alertSpend),
      }),
    refreshes: [['brake-thresholds']],
    onDone: onClose,
  });
  return (
    <WriteForm
      form={form}
      label="Thresholds"
      action="change the thresholds"
      permission="CLUSTER_UPDATE"
      submit="Save thresholds"
      onCancel={onClose}
    >
      <p>0 turns a brake or an alert off.</p>
      <Columns minPx={220}>
        {thresholdFields.map(({ key, label, unit }) => (
          <NumberInput
            key={key}
            label={label}
            min={0}
            decimalScale={6}
            {...form.number(key, { unit, isWhole: true })}
          />
        ))}
      </Columns>
    </WriteForm>
  );
}
