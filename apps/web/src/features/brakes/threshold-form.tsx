import { formatDecimalUsd } from '@kerf/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BrakeSettingsFieldsFragment } from '../../gql/graphql.js';
import { errorsOfOtherFields, fieldError } from '../../lib/api/user-errors.js';
import { toMicroUsd } from '../../lib/format/money.js';
import { Button, NumberInput } from '../../ui/controls/controls.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { Columns, Row, Stack } from '../../ui/layout/layout.js';
import { changeBrakeSettings } from './brakes.queries.js';
import { type ThresholdKey, thresholdFields } from './threshold-fields.js';

type Values = Readonly<Record<ThresholdKey, number>>;

export interface ThresholdFormProps {
  readonly settings: BrakeSettingsFieldsFragment;
  readonly onClose: () => void;
}

/** Changes the thresholds of the brakes and alerts of a cluster. */
export function ThresholdForm({ settings, onClose }: ThresholdFormProps) {
  const saved = valuesOf(settings);
  const [values, setValues] = useState(saved);
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: () =>
      changeBrakeSettings({
        clusterId: settings.clusterId,
        expectedVersion: settings.version,
        ...values,
        spendRise: formatDecimalUsd(values.spendRise),
        alertSpend: formatDecimalUsd(values.alertSpend),
      }),
    onSuccess: async ({ userErrors }) => {
      await client.invalidateQueries({ queryKey: ['brake-thresholds'] });
      if (userErrors.length === 0) onClose();
    },
  });
  const userErrors = saving.data?.userErrors ?? [];
  const isChanged = thresholdFields.some(({ key }) => values[key] !== saved[key]);
  return (
    <form
      aria-label="Thresholds"
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <Stack gap="md">
        <p>0 turns a brake or an alert off.</p>
        <Columns minPx={220}>
          {thresholdFields.map(({ key, label, unit }) => (
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
        </Columns>
        <RequestErrors
          action="change the thresholds"
          error={saving.error}
          userErrors={errorsOfOtherFields(
            userErrors,
            thresholdFields.map(({ key }) => key),
          )}
        />
        <Row>
          <WriteButton
            action="CLUSTER_UPDATE"
            type="submit"
            isBusy={saving.isPending}
            disabledReason={isChanged ? undefined : 'No changes'}
          >
            Save thresholds
          </WriteButton>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Row>
      </Stack>
    </form>
  );
}

/** Returns the thresholds only: the input of the mutation has no other fields of the settings. */
function valuesOf({
  clusterId: _clusterId,
  version: _version,
  spendRise,
  alertSpend,
  ...settings
}: BrakeSettingsFieldsFragment): Values {
  return {
    ...settings,
    spendRise: toMicroUsd(spendRise),
    alertSpend: toMicroUsd(alertSpend),
  };
}
