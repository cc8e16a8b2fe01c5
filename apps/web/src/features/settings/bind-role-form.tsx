import { useQuery } from '@tanstack/react-query';
import type { AccessEffect, BindingSubjectKind, BindRoleInput } from '../../gql/graphql.js';
import { Select, TextInput } from '../../ui/controls/controls.js';
import { useWriteForm } from '../../ui/forms/use-write-form.js';
import { WriteForm } from '../../ui/forms/write-form.js';
import { Row } from '../../ui/layout/layout.js';
import { accessKey, bindRole, rolesQuery, usersQuery } from './access.queries.js';
import { ScopeFields } from './scope-fields.js';

const subjectKinds: { readonly value: BindingSubjectKind; readonly label: string }[] = [
  { value: 'GROUP', label: 'Group' },
  { value: 'USER', label: 'User' },
];

const effects: { readonly value: AccessEffect; readonly label: string }[] = [
  { value: 'ALLOW', label: 'Allow' },
  { value: 'DENY', label: 'Deny' },
];

const initial: BindRoleInput & { readonly effect: AccessEffect } = {
  subjectKind: 'GROUP',
  subjectId: '',
  role: 'viewer',
  effect: 'ALLOW',
  scope: { kind: 'ORGANIZATION' },
};

/** Gives a role to a user or a group, or denies it. */
export function BindRoleForm() {
  const roles = useQuery(rolesQuery()).data ?? [];
  const users = useQuery(usersQuery()).data ?? [];
  const form = useWriteForm({
    initial,
    missing: ({ subjectId }) => (subjectId === '' ? 'Enter a user or group first' : undefined),
    write: bindRole,
    refreshes: [accessKey],
  });
  return (
    <WriteForm
      form={form}
      action="add the role binding"
      permission="IDENTITY_WRITE"
      submit="Add role binding"
      variant="default"
    >
      <Row gap="md">
        <Select
          label="Subject"
          data={subjectKinds}
          {...form.choice('subjectKind')}
          onChange={(kind) =>
            form.setValues({ subjectKind: kind === 'USER' ? kind : 'GROUP', subjectId: '' })
          }
        />
        {form.values.subjectKind === 'USER' ? (
          <Select
            label="User"
            data={users.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.choice('subjectId')}
          />
        ) : (
          <TextInput label="Group of the identity provider" {...form.text('subjectId')} />
        )}
        <Select
          label="Role"
          data={roles.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.choice('role')}
        />
        <Select label="Effect" data={effects} {...form.choice('effect')} />
        <ScopeFields {...form.value('scope')} />
      </Row>
    </WriteForm>
  );
}
