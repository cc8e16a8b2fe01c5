import { useQuery } from '@tanstack/react-query';
import type { AccessAction, CreateRoleInput } from '../../gql/graphql.js';
import { MultiSelect, TextInput } from '../../ui/controls/controls.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { useWriteForm } from '../../ui/forms/use-write-form.js';
import { WriteForm } from '../../ui/forms/write-form.js';
import { Row, Stack } from '../../ui/layout/layout.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { accessKey, createRole, deleteRole, rolesQuery } from './access.queries.js';
import { actionText } from './access-text.js';
import { useAccessChange } from './use-access-change.js';

/** Built-in and custom roles. */
export function Roles() {
  const query = useQuery(rolesQuery());
  const deleting = useAccessChange(deleteRole);
  return (
    <Stack>
      <CreateRoleForm actions={query.data?.find(({ id }) => id === 'admin')?.actions ?? []} />
      <RequestErrors
        action="delete the role"
        error={deleting.error}
        userErrors={deleting.data?.userErrors ?? []}
      />
      <QueryContent query={query} action="load the roles">
        {(roles) => (
          <SimpleTable
            caption="Roles"
            columns={[
              { header: 'Role', renderCell: ({ name }) => name },
              {
                header: 'Allows',
                renderCell: ({ isBuiltIn, description, actions }) =>
                  isBuiltIn ? description : actions.map(actionText).join(', '),
              },
              {
                header: 'Action',
                renderCell: ({ id, version, name, isBuiltIn }) =>
                  isBuiltIn ? (
                    'built in'
                  ) : (
                    <WriteButton
                      action="IDENTITY_WRITE"
                      variant="default"
                      onClick={() => deleting.mutate({ id, version })}
                    >{`Delete ${name}`}</WriteButton>
                  ),
              },
            ]}
            rows={roles ?? []}
            rowKey={({ id }) => id}
          />
        )}
      </QueryContent>
    </Stack>
  );
}

const initialRole: CreateRoleInput = { name: '', actions: [] };

function CreateRoleForm({ actions }: { readonly actions: readonly AccessAction[] }) {
  const form = useWriteForm({
    initial: initialRole,
    missing: ({ name, actions: chosen }) =>
      name === '' || chosen.length === 0 ? 'Enter a name and actions first' : undefined,
    write: createRole,
    refreshes: [accessKey],
  });
  return (
    <WriteForm
      form={form}
      action="create the role"
      permission="IDENTITY_WRITE"
      submit="Create role"
      variant="default"
    >
      <Row gap="md">
        <TextInput label="Role name" {...form.text('name')} />
        <MultiSelect
          label="Actions"
          w={420}
          maw="100%"
          data={actions.map((action) => ({ value: action, label: actionText(action) }))}
          {...form.value('actions')}
        />
      </Row>
    </WriteForm>
  );
}
