import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TrustRuleFieldsFragment } from '../../../gql/graphql.js';
import { Button, NumberInput, Select, TextInput } from '../../../ui/controls/controls.js';
import { WriteButton } from '../../../ui/controls/write-button.js';
import { RequestErrors } from '../../../ui/feedback/request-errors.js';
import { toast } from '../../../ui/feedback/toast.js';
import { Row, Stack } from '../../../ui/layout/layout.js';
import { rolesQuery } from '../access.queries.js';
import { ScopeFields } from '../scope-fields.js';
import { useAccessChange } from '../use-access-change.js';
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
  const [draft, setDraft] = useState(() => toDraft(rule));
  const change = (fields: Partial<typeof draft>) => setDraft({ ...draft, ...fields });
  const saving = useAccessChange(saveTrustRule, () => {
    toast('Trust rule saved');
    onClose();
  });
  return (
    <form
      aria-label={rule === null ? 'New trust rule' : `Trust rule ${rule.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate({ rule: toRule(draft), known: rule });
      }}
    >
      <Stack gap="sm">
        <Row gap="md">
          <TextInput
            label="Rule name"
            value={draft.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <TextInput
            label="Issuer"
            placeholder="https://token.actions.githubusercontent.com"
            value={draft.issuer}
            onChange={(event) => change({ issuer: event.currentTarget.value })}
            w={320}
          />
          <TextInput
            label="Audience"
            value={draft.audience}
            onChange={(event) => change({ audience: event.currentTarget.value })}
          />
        </Row>
        <ConditionFields
          conditions={draft.conditions}
          onChange={(conditions) => change({ conditions })}
        />
        <Row gap="md">
          <Select
            label="Role"
            data={roles.map(({ id, name }) => ({ value: id, label: name }))}
            value={draft.role}
            onChange={(role) => change({ role: role ?? 'viewer' })}
            allowDeselect={false}
          />
          <ScopeFields scope={draft.scope} onChange={(scope) => change({ scope })} />
          <NumberInput
            label="Token lifetime (seconds)"
            min={60}
            max={3600}
            value={draft.lifetimeSeconds}
            onChange={(value) => change({ lifetimeSeconds: Number(value) })}
          />
        </Row>
        <RequestErrors
          action="save the trust rule"
          error={saving.error}
          userErrors={saving.data?.userErrors ?? []}
        />
        <Row>
          <WriteButton
            action="IDENTITY_WRITE"
            type="submit"
            isBusy={saving.isPending}
            disabledReason={missingInDraft(draft)}
          >
            {rule === null ? 'Create trust rule' : 'Save trust rule'}
          </WriteButton>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
