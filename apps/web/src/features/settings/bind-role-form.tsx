import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccessEffect, AccessScopeInput, BindingSubjectKind } from '../../gql/graphql.js';
import { Select, TextInput } from '../../ui/controls/controls.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { Row, Stack } from '../../ui/layout/layout.js';
import { bindRole, rolesQuery, usersQuery } from './access.queries.js';
import { ScopeFields } from './scope-fields.js';
import { useAccessChange } from './use-access-change.js';

/** Gives a role to a user or a group, or denies it. */
export function BindRoleForm() {
  const roles = useQuery(rolesQuery()).data ?? [];
  const users = useQuery(usersQuery()).data ?? [];
  const [subjectKind, setSubjectKind] = useState<BindingSubjectKind>('GROUP');
  const [subjectId, setSubjectId] = useState('');
  const [role, setRole] = useState('viewer');
  const [effect, setEffect] = useState<AccessEffect>('ALLOW');
  const [scope, setScope] = useState<AccessScopeInput>({ kind: 'ORGANIZATION' });
  const binding = useAccessChange(bindRole, () => setSubjectId(''));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        binding.mutate({ subjectKind, subjectId, role, scope, effect });
      }}
    >
      <Stack gap="sm">
        <Row gap="md">
          <Select
            label="Subject"
            data={[
              { value: 'GROUP', label: 'Group' },
              { value: 'USER', label: 'User' },
            ]}
            value={subjectKind}
            onChange={(value) => {
              setSubjectKind(value === 'USER' ? 'USER' : 'GROUP');
              setSubjectId('');
            }}
            allowDeselect={false}
          />
          {subjectKind === 'USER' ? (
            <Select
              label="User"
              data={users.map(({ id, name }) => ({ value: id, label: name }))}
              value={subjectId === '' ? null : subjectId}
              onChange={(value) => setSubjectId(value ?? '')}
            />
          ) : (
            <TextInput
              label="Group of the identity provider"
              value={subjectId}
              onChange={(event) => setSubjectId(event.currentTarget.value)}
            />
          )}
          <Select
            label="Role"
            data={roles.map(({ id, name }) => ({ value: id, label: name }))}
            value={role}
            onChange={(value) => setRole(value ?? 'viewer')}
            allowDeselect={false}
          />
          <Select
            label="Effect"
            data={[
              { value: 'ALLOW', label: 'Allow' },
              { value: 'DENY', label: 'Deny' },
            ]}
            value={effect}
            onChange={(value) => setEffect(value === 'DENY' ? 'DENY' : 'ALLOW')}
            allowDeselect={false}
          />
          <ScopeFields scope={scope} onChange={setScope} />
        </Row>
        <RequestErrors
          action="add the role binding"
          error={binding.error}
          userErrors={binding.data?.userErrors ?? []}
        />
        <Row>
          <WriteButton
            action="IDENTITY_WRITE"
            type="submit"
            variant="default"
            isBusy={binding.isPending}
            disabledReason={subjectId === '' ? 'Enter a user or group first' : undefined}
          >
            Add role binding
          </WriteButton>
        </Row>
      </Stack>
    </form>
  );
}
