import { useQuery } from '@tanstack/react-query';
import type { UserFieldsFragment } from '../../gql/graphql.js';
import { Badge } from '../../ui/badges/badge.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { Row, Stack } from '../../ui/layout/layout.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import { deleteUser, disableUser, enableUser, usersQuery } from './access.queries.js';
import { CreateUserForm } from './create-user-form.js';
import { useAccessChange } from './use-access-change.js';

/** All users, for administrators. */
export function Users() {
  const query = useQuery(usersQuery());
  const disabling = useAccessChange(disableUser);
  const enabling = useAccessChange(enableUser);
  const deleting = useAccessChange(deleteUser);
  const renderActions = ({ id, name, disabledAt }: UserFieldsFragment) =>
    disabledAt === null ? (
      <WriteButton
        action="IDENTITY_WRITE"
        variant="default"
        onClick={() => disabling.mutate(id)}
      >{`Disable ${name}`}</WriteButton>
    ) : (
      <Row>
        <Badge tone="neutral" icon="minus">
          Disabled
        </Badge>
        <WriteButton
          action="IDENTITY_WRITE"
          variant="default"
          onClick={() => enabling.mutate(id)}
        >{`Enable ${name}`}</WriteButton>
        <WriteButton
          action="IDENTITY_WRITE"
          variant="danger"
          onClick={() => deleting.mutate(id)}
        >{`Delete ${name}`}</WriteButton>
      </Row>
    );
  return (
    <Stack>
      <CreateUserForm />
      <RequestErrors
        action="disable the user"
        error={disabling.error}
        userErrors={disabling.data?.userErrors ?? []}
      />
      <RequestErrors
        action="enable the user"
        error={enabling.error}
        userErrors={enabling.data?.userErrors ?? []}
      />
      <RequestErrors
        action="delete the user"
        error={deleting.error}
        userErrors={deleting.data?.userErrors ?? []}
      />
      <QueryContent query={query} action="load the users">
        {(users) => (
          <SimpleTable
            caption="Users, by name"
            columns={[
              { header: 'User', renderCell: ({ name }) => name },
              { header: 'Roles', renderCell: ({ roles }) => listed(roles) },
              { header: 'Groups', renderCell: ({ groups }) => listed(groups) },
              {
                header: 'Last sign-in',
                renderCell: ({ lastSignInAt }) =>
                  lastSignInAt === null ? 'never' : <RelativeTime at={lastSignInAt} />,
              },
              { header: 'State', renderCell: renderActions },
            ]}
            rows={users ?? []}
            rowKey={({ id }) => id}
          />
        )}
      </QueryContent>
    </Stack>
  );
}

const listed = (names: readonly string[]): string => (names.length === 0 ? '–' : names.join(', '));
