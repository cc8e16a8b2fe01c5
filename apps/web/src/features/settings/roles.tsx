import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccessAction } from '../../gql/graphql.js';
import { MultiSelect, TextInput } from '../../ui/controls/controls.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { Row, Stack } from '../../ui/layout/layout.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { createRole, deleteRole, rolesQuery } from './access.queries.js';
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

function CreateRoleForm({ actions }: { readonly actions: readonly AccessAction[] }) {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly AccessAction[]>([]);
  const creating = useAccessChange(createRole, () => {
    setName('');
    setChosen([]);
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        creating.mutate({ name, actions: [...chosen] });
      }}
    >
      <Stack gap="sm">
        <Row gap="md">
          <TextInput
            label="Role name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <MultiSelect
            label="Actions"
            data={actions.map((action) => ({ value: action, label: actionText(action) }))}
            value={[...chosen]}
            onChange={(values) => setChosen(actions.filter((action) => values.includes(action)))}
          />
        </Row>
        <RequestErrors
          action="create the role"
          error={creating.error}
          userErrors={creating.data?.userErrors ?? []}
        />
        <Row>
          <WriteButton
            action="IDENTITY_WRITE"
            type="submit"
            variant="default"
            isBusy={creating.isPending}
            disabledReason={
              name === '' || chosen.length === 0 ? 'Enter a name and actions first' : undefined
            }
          >
            Create role
          </WriteButton>
        </Row>
      </Stack>
    </form>
  );
}
