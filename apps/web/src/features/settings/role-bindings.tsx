import { useQuery } from '@tanstack/react-query';
import { WriteButton } from '../../ui/controls/write-button.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { Stack } from '../../ui/layout/layout.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { roleBindingsQuery, unbindRole } from './access.queries.js';
import { scopeText } from './access-text.js';
import { BindRoleForm } from './bind-role-form.js';
import { useAccessChange } from './use-access-change.js';

const subjectWords = { USER: 'user', GROUP: 'group', API_TOKEN: 'API token' } as const;

/** Shows the role bindings, for administrators. */
export function RoleBindings() {
  const query = useQuery(roleBindingsQuery());
  const removing = useAccessChange(unbindRole);
  return (
    <Stack>
      <BindRoleForm />
      <RequestErrors
        action="remove the role binding"
        error={removing.error}
        userErrors={removing.data?.userErrors ?? []}
      />
      <QueryContent query={query} action="load the role bindings">
        {(bindings) => (
          <SimpleTable
            caption="Role bindings, oldest first"
            columns={[
              {
                header: 'Subject',
                renderCell: ({ subjectKind, subjectName }) =>
                  `${subjectWords[subjectKind]} ${subjectName}`,
              },
              {
                header: 'Role',
                renderCell: ({ effect, roleName }) =>
                  effect === 'DENY' ? `denied: ${roleName}` : roleName,
              },
              { header: 'Scope', renderCell: ({ scope }) => scopeText(scope) },
              {
                header: 'Action',
                renderCell: ({ id }) => (
                  <WriteButton
                    action="IDENTITY_WRITE"
                    variant="default"
                    onClick={() => removing.mutate(id)}
                  >
                    Remove
                  </WriteButton>
                ),
              },
            ]}
            rows={bindings ?? []}
            rowKey={({ id }) => id}
          />
        )}
      </QueryContent>
    </Stack>
  );
}
