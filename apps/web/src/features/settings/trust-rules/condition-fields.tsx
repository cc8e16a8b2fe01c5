import type { ClaimConditionInput } from '../../../gql/graphql.js';
import { Button, Select, TextInput } from '../../../ui/controls/controls.js';
import { Row, Stack } from '../../../ui/layout/layout.js';
import classes from './condition-fields.module.css';
import { emptyCondition } from './trust-rule-draft.js';

export interface ConditionFieldsProps {
  readonly conditions: readonly ClaimConditionInput[];
  readonly onChange: (conditions: readonly ClaimConditionInput[]) => void;
}

/** Most conditions that a rule may have. */
const maxConditions = 20;

/** The conditions on the claims of a token; all must hold. */
export function ConditionFields({ conditions, onChange }: ConditionFieldsProps) {
  const change = (index: number, fields: Partial<ClaimConditionInput>) =>
    onChange(conditions.map((each, at) => (at === index ? { ...each, ...fields } : each)));
  return (
    <fieldset className={classes['conditions']}>
      <legend>Conditions on the token (all must hold)</legend>
      <Stack gap="xs">
        {conditions.map(({ claim, operator, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no identity
          <Row key={index} gap="md">
            <TextInput
              label={`Claim ${index + 1}`}
              placeholder="repository"
              value={claim}
              onChange={(event) => change(index, { claim: event.currentTarget.value })}
            />
            <Select
              label={`Comparison ${index + 1}`}
              data={[
                { value: 'EQUALS', label: 'equals' },
                { value: 'GLOB', label: 'matches (* is any text)' },
              ]}
              value={operator}
              onChange={(next) => change(index, { operator: next === 'GLOB' ? 'GLOB' : 'EQUALS' })}
              allowDeselect={false}
            />
            <TextInput
              label={`Value ${index + 1}`}
              placeholder="example/infra"
              value={value}
              onChange={(event) => change(index, { value: event.currentTarget.value })}
            />
            {conditions.length > 1 && (
              <Button
                variant="default"
                onClick={() => onChange(conditions.filter((_, at) => at !== index))}
              >{`Remove condition ${index + 1}`}</Button>
            )}
          </Row>
        ))}
        {conditions.length < maxConditions && (
          <div>
            <Button variant="default" onClick={() => onChange([...conditions, emptyCondition])}>
              Add condition
            </Button>
          </div>
        )}
      </Stack>
    </fieldset>
  );
}
