import { formatDecimalUsd } from '@kerf/core';
import { scopeWords } from '../../app/pauses/pause-text.js';
import { ScopeChoice } from '../../app/pauses/scope-choice.js';
import type { AccessScopeInput, SpendLimitFieldsFragment } from '../../gql/graphql.js';
import { Checkbox, NumberInput } from '../../ui/controls/controls.js';
import { useWriteForm } from '../../ui/forms/use-write-form.js';
import { WriteForm } from '../../ui/forms/write-form.js';
import { Row } from '../../ui/layout/layout.js';
import { createSpendLimit, updateSpendLimit } from './brakes.queries.js';

export interface SpendLimitFormProps {
  /** The limit to change; `null` creates one. */
  readonly limit: SpendLimitFieldsFragment | null;
  /** The scope of a new limit to begin with. */
  readonly scope: AccessScopeInput;
  readonly onClose: () => void;
}

interface Values {
  readonly scope: AccessScopeInput;
  /** Dollars; '' for no limit. */
  readonly hourly: number | string;
  readonly monthly: number | string;
  readonly blocksLaunches: boolean;
}

/** Creates a spend limit, or changes its amounts. */
export function SpendLimitForm({ limit, scope: firstScope, onClose }: SpendLimitFormProps) {
  const initial: Values = {
    scope: firstScope,
    hourly: limit?.hourly ?? '',
    monthly: limit?.monthly ?? '',
    blocksLaunches: limit?.blocksLaunches ?? false,
  };
  const form = useWriteForm({
    initial,
    missing: ({ hourly, monthly }) =>
      hourly === '' && monthly === '' ? 'Enter an hourly or a monthly limit first' : undefined,
    write: ({ scope, blocksLaunches, ...usd }) => {
      const amounts = { hourly: toUsd(usd.hourly), monthly: toUsd(usd.monthly), blocksLaunches };
      return limit === null
        ? createSpendLimit({ scope, ...amounts })
        : updateSpendLimit({ id: limit.id, expectedVersion: limit.version, ...amounts });
    },
    refreshes: [['spend-limits']],
    onDone: onClose,
  });
  return (
    <WriteForm
      form={form}
      label={limit === null ? 'New spend limit' : `Spend limit of ${scopeWords(limit.scope)}`}
      action="save the spend limit"
      permission="SPEND_LIMIT_WRITE"
      submit={limit === null ? 'Create spend limit' : 'Save spend limit'}
      onCancel={onClose}
    >
      {limit === null && <ScopeChoice {...form.value('scope')} />}
      <Row gap="md">
        <NumberInput
          label="Hourly limit ($/h)"
          description="Nothing is launched that would exceed it"
          min={0}
          decimalScale={6}
          {...form.value('hourly')}
        />
        <NumberInput
          label="Monthly limit ($)"
          description="Reported at 50, 80 and 100%"
          min={0}
          decimalScale={2}
          {...form.value('monthly')}
        />
      </Row>
      <Checkbox
        label="Stop launches at the monthly limit"
        {...form.check('blocksLaunches')}
        disabled={form.values.monthly === ''}
      />
    </WriteForm>
  );
}

/** An amount of the API; `null` for an empty field. */
const toUsd = (entered: number | string): string | null =>
  entered === '' ? null : formatDecimalUsd(Math.round(Number(entered) * 1e6));
