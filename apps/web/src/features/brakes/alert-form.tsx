import { formatDecimalUsd } from '@kerf/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { scopeWords } from '../../app/pauses/pause-text.js';
import type { AlertThresholdsFieldsFragment } from '../../gql/graphql.js';
import { errorsOfOtherFields, fieldError } from '../../lib/api/user-errors.js';
import { toMicroUsd } from '../../lib/format/money.js';
import { Button, NumberInput } from '../../ui/controls/controls.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { Row, Stack } from '../../ui/layout/layout.js';
import { changeAlertThresholds } from './brakes.queries.js';

const fields = [
  { key: 'nodes', label: 'Nodes', unit: 1 },
  { key: 'spend', label: 'Hourly cost ($/h)', unit: 1_000_000 },
  { key: 'changesPerMinute', label: 'Changes within a minute', unit: 1 },
] as const;

type Values = Readonly<Record<(typeof fields)[number]['key'], number>>;

export interface AlertFormProps {
  readonly thresholds: AlertThresholdsFieldsFragment;
  readonly onClose: () => void;
}

/** Changes the alert thresholds of a team or of the organization. */
export function AlertForm({ thresholds, onClose }: AlertFormProps) {
  const { scope, version } = thresholds;
  const saved = valuesOf(thresholds);
  const [values, setValues] = useState(saved);
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: () =>
      changeAlertThresholds({
        scope: { kind: scope.kind, teamId: scope.teamId },
        expectedVersion: version,
        ...values,
        spend: formatDecimalUsd(values.spend),
      }),
    onSuccess: async ({ userErrors }) => {
      await client.invalidateQueries({ queryKey: ['alert-thresholds'] });
      if (userErrors.length === 0) onClose();
    },
  });
  const userErrors = saving.data?.userErrors ?? [];
  const isChanged = fields.some(({ key }) => values[key] !== saved[key]);
  return (
    <form
      aria-label={`Alerts of ${scopeWords(scope)}`}
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <Stack gap="md">
        <p>Alerts of {scopeWords(scope)}. 0 turns an alert off.</p>
        <Row gap="md">
          {fields.map(({ key, label, unit }) => (
            <NumberInput
              key={key}
              label={label}
              min={0}
              decimalScale={6}
              value={values[key] / unit}
              onChange={(value) =>
                setValues({ ...values, [key]: Math.round(Number(value) * unit) })
              }
              error={fieldError(userErrors, key)}
            />
          ))}
        </Row>
        <RequestErrors
          action="change the alerts"
          error={saving.error}
          userErrors={errorsOfOtherFields(
            userErrors,
            fields.map(({ key }) => key),
          )}
        />
        <Row>
          <WriteButton
            action="CLUSTER_UPDATE"
            type="submit"
            isBusy={saving.isPending}
            disabledReason={isChanged ? undefined : 'No changes'}
          >
            Save alerts
          </WriteButton>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Row>
      </Stack>
    </form>
  );
}

const valuesOf = ({ nodes, spend, changesPerMinute }: AlertThresholdsFieldsFragment): Values => ({
  nodes,
  spend: toMicroUsd(spend),
  changesPerMinute,
});
