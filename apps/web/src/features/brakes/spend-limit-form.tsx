import { formatDecimalUsd } from '@kerf/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { scopeWords } from '../../app/pauses/pause-text.js';
import { ScopeChoice } from '../../app/pauses/scope-choice.js';
import type { AccessScopeInput, SpendLimitFieldsFragment } from '../../gql/graphql.js';
import { errorsOfOtherFields, fieldError } from '../../lib/api/user-errors.js';
import { Button, Checkbox, NumberInput } from '../../ui/controls/controls.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { Row, Stack } from '../../ui/layout/layout.js';
import { createSpendLimit, updateSpendLimit } from './brakes.queries.js';

export interface SpendLimitFormProps {
  /** The limit to change; `null` creates one. */
  readonly limit: SpendLimitFieldsFragment | null;
  /** The scope of a new limit to begin with. */
  readonly scope: AccessScopeInput;
  readonly onClose: () => void;
}

/** Creates a spend limit, or changes its amounts. */
export function SpendLimitForm({ limit, scope: firstScope, onClose }: SpendLimitFormProps) {
  const [scope, setScope] = useState(firstScope);
  const [hourly, setHourly] = useState<number | string>(limit?.hourly ?? '');
  const [monthly, setMonthly] = useState<number | string>(limit?.monthly ?? '');
  const [blocksLaunches, setBlocksLaunches] = useState(limit?.blocksLaunches ?? false);
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: () => {
      const amounts = {
        hourly: toUsd(hourly),
        monthly: toUsd(monthly),
        blocksLaunches,
      };
      return limit === null
        ? createSpendLimit({ scope, ...amounts })
        : updateSpendLimit({ id: limit.id, expectedVersion: limit.version, ...amounts });
    },
    onSuccess: async ({ userErrors }) => {
      await client.invalidateQueries({ queryKey: ['spend-limits'] });
      if (userErrors.length === 0) onClose();
    },
  });
  const userErrors = saving.data?.userErrors ?? [];
  const isEmpty = hourly === '' && monthly === '';
  return (
    <form
      aria-label={limit === null ? 'New spend limit' : `Spend limit of ${scopeWords(limit.scope)}`}
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <Stack gap="md">
        {limit === null && <ScopeChoice scope={scope} onChange={setScope} />}
        <Row gap="md">
          <NumberInput
            label="Hourly limit ($/h)"
            description="Nothing is launched that would exceed it"
            min={0}
            decimalScale={6}
            value={hourly}
            onChange={setHourly}
            error={fieldError(userErrors, 'hourly')}
          />
          <NumberInput
            label="Monthly limit ($)"
            description="Reported at 50, 80 and 100%"
            min={0}
            decimalScale={2}
            value={monthly}
            onChange={setMonthly}
            error={fieldError(userErrors, 'monthly')}
          />
        </Row>
        <Checkbox
          label="Stop launches at the monthly limit"
          checked={blocksLaunches}
          onChange={(event) => setBlocksLaunches(event.currentTarget.checked)}
          disabled={monthly === ''}
        />
        <RequestErrors
          action="save the spend limit"
          error={saving.error}
          userErrors={errorsOfOtherFields(userErrors, ['hourly', 'monthly'])}
        />
        <Row>
          <WriteButton
            action="SPEND_LIMIT_WRITE"
            type="submit"
            isBusy={saving.isPending}
            disabledReason={isEmpty ? 'Enter an hourly or a monthly limit first' : undefined}
          >
            {limit === null ? 'Create spend limit' : 'Save spend limit'}
          </WriteButton>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Row>
      </Stack>
    </form>
  );
}

/** An amount of the API; `null` for an empty field. */
const toUsd = (entered: number | string): string | null =>
  entered === '' ? null : formatDecimalUsd(Math.round(Number(entered) * 1e6));
