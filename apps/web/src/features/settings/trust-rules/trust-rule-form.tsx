import { useQuery } from '@tanstack/react-query';
import type { TrustRuleFieldsFragment } from '../../../gql/graphql.js';
import { NumberInput, Select, TextInput } from '../../../ui/controls/controls.js';
import { toast } from '../../../ui/feedback/toast.js';
import { useWriteForm } from '../../../ui/forms/use-write-form.js';
import { WriteForm } from '../../../ui/forms/write-form.js';
import { Row } from '../../../ui/layout/layout.js';
import { accessKey, rolesQuery } from '../access.queries.js';
import { ScopeFields } from '../scope-fields.js';
import { ConditionFields } from './condition-fields.js';
import { missingInDraft, toDraft, toRule } from './trust-rule-draft.js';
import { saveTrustRule } from './trust-rules.queries.js';

export interface TrustRuleFormProps {
  /** The rule to change; `null` for a new one. */
  readonly rule: TrustRuleFieldsFragment | null;
  readonly onClose: () => void;
}

/** Creates or changes a trust rule. */
export function TrustRuleForm({ rule, onClose }: TrustRuleFormProps) {
  const roles = useQuery(rolesQuery()).data ?? [];
  const form = useWriteForm({
    initial: toDraft(rule),
    missing: missingInDraft,
    write: (draft) => saveTrustRule({ rule: toRule(draft), known: rule }),
    refreshes: [accessKey],
    onDone: () => {
      toast('Trust rule saved');
      onClose();
    },
  });
  return (
    <WriteForm
      form={form}
      label={rule === null ? 'New trust rule' : `Trust rule ${rule.name}`}
      action="save the trust rule"
      permission="IDENTITY_WRITE"
      submit={rule === null ? 'Create trust rule' : 'Save trust rule'}
      onCancel={onClose}
    >
      <Row gap="md">
        <TextInput label="Rule name" {...form.text('name')} />
        <TextInput
          label="Issuer"
          placeholder="https://token.actions.githubusercontent.com"
          w={320}
          {...form.text('issuer')}
        />
        <TextInput label="Audience" {...form.text('audience')} />
      </Row>
      <ConditionFields {...form.value('conditions')} />
      <Row gap="md">
        <Select
          label="Role"
          data={roles.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.choice('role')}
        />
        <ScopeFields {...form.value('scope')} />
        <NumberInput
          label="Token lifetime (seconds)"
          min={60}
          max={3600}
          {...form.number('lifetimeSeconds')}
        />
      </Row>
    </WriteForm>
  );
}
