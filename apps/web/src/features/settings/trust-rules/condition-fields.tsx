import { Button, Select, TextInput } from '../../../ui/controls/controls.js';
import { Row, Stack } from '../../../ui/layout/layout.js';
import classes from './condition-fields.module.css';
import { type DraftCondition, newCondition } from './trust-rule-draft.js';

export interface ConditionFieldsProps {
  readonly value: readonly DraftCondition[];
  readonly onChange: (conditions: readonly DraftCondition[]) => void;
}

/** Most conditions that a rule may have. */
const maxConditions = 20;

/** The conditions on the claims of a token; all must hold. */
export function ConditionFields({ value: conditions, onChange }: ConditionFieldsProps) {
  const change = (changed: string, fields: Partial<DraftCondition>) =>
    onChange(conditions.map((each) => (each.key === changed ? { ...each, ...fields } : each)));
  return (
    <fieldset className={classes['conditions']}>
      <legend>Conditions on the token (all must hold)</legend>
      <Stack gap="xs">
        {conditions.map(({ key, claim, operator, value }, index) => (
          <Row key={key} gap="md">
            <TextInput
              label={`Claim ${index + 1}`}
              placeholder="repository"
              value={claim}
              onChange={(event) => change(key, { claim: event.currentTarget.value })}
            />
            <Select
              label={`Comparison ${index + 1}`}
              data={[
                { value: 'EQUALS', label: 'equals' },
                { value: 'GLOB', label: 'matches (* is any text)' },
              ]}
              value={operator}
              onChange={(next) => change(key, { operator: next === 'GLOB' ? 'GLOB' : 'EQUALS' })}
              allowDeselect={false}
            />
            <TextInput
              label={`Value ${index + 1}`}
              placeholder="example/infra"
              value={value}
              onChange={(event) => change(key, { value: event.currentTarget.value })}
            />
            {conditions.length > 1 && (
              <Button
                variant="default"
                onClick={() => onChange(conditions.filter((each) => each.key !== key))}
              >{`Remove condition ${index + 1}`}</Button>
            )}
          </Row>
        ))}
        {conditions.length < maxConditions && (
          <div>
            <Button variant="default" onClick={() => onChange([...conditions, newCondition()])}>
              Add condition
            </Button>
          </div>
        )}
      </Stack>
    </fieldset>
  );
}
