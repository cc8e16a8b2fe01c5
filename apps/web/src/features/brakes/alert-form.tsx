import { formatDecimalUsd } from '@kerf/core';
import { scopeWords } from '../../app/pauses/pause-text.js';
import type { AlertThresholdsFieldsFragment } from '../../gql/graphql.js';
import { toMicroUsd } from '../../lib/format/money.js';
import { NumberInput } from '../../ui/controls/controls.js';
import { useWriteForm } from '../../ui/forms/use-write-form.js';
import { WriteForm } from '../../ui/forms/write-form.js';
import { Row } from '../../ui/layout/layout.js';
import { changeAlertThresholds } from './brakes.queries.js';

const fields = [
  { key: 'nodes', label: 'Nodes', unit: 1 },
  { key: 'spend', label: 'Hourly cost ($/h)', unit: 1_000_000 },
  { key: 'changesPerMinute', label: 'Changes within a minute', unit: 1 },
] as const;

export interface AlertFormProps {
  readonly thresholds: AlertThresholdsFieldsFragment;
  readonly onClose: () => void;
}

/** Changes the alert thresholds of a team or of the organization. */
export function AlertForm({ thresholds, onClose }: AlertFormProps) {
  const { scope, version, nodes, spend, changesPerMinute } = thresholds;
  const form = useWriteForm({
    initial: { nodes, spend: toMicroUsd(spend), changesPerMinute },
    isEdit: true,
    write: (values) =>
      changeAlertThresholds({
        scope: { kind: scope.kind, teamId: scope.teamId },
        expectedVersion: version,
        ...values,
        spend: formatDecimalUsd(values.spend),
      }),
    refreshes: [['alert-thresholds']],
    onDone: onClose,
  });
  return (
    <WriteForm
      form={form}
      label={`Alerts of ${scopeWords(scope)}`}
      action="change the alerts"
      permission="CLUSTER_UPDATE"
      submit="Save alerts"
      onCancel={onClose}
    >
      <p>Alerts of {scopeWords(scope)}. 0 turns an alert off.</p>
      <Row gap="md">
        {fields.map(({ key, label, unit }) => (
          <NumberInput
            key={key}
            label={label}
            min={0}
            decimalScale={6}
            {...form.number(key, { unit, isWhole: true })}
          />
        ))}
      </Row>
    </WriteForm>
  );
}
