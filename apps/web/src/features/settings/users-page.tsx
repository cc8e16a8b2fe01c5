import { useQuery } from '@tanstack/react-query';
import { useViewer } from '../../lib/context/viewer.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { Section, Stack } from '../../ui/layout/layout.js';
import { Page } from '../../ui/layout/page.js';
import { usersQuery } from './access.queries.js';
import { RoleBindings } from './role-bindings.js';
import { Users } from './users.js';

/** The users and their roles, for administrators. */
export function UsersPage() {
  const refusal = useViewer().refusalOf('IDENTITY_READ');
  // The role bindings are below the table.
  const users = useQuery({ ...usersQuery(), enabled: refusal === undefined });
  return (
    <Page title="Users" asOf={null} isSettling={users.isLoading}>
      {refusal === undefined ? (
        <Stack gap="lg">
          <Section title="Users" isPanel>
            <Users />
          </Section>
          <Section title="Role bindings" isPanel>
            <RoleBindings />
          </Section>
        </Stack>
      ) : (
        <EmptyState title="You may not see users and role bindings">{refusal}</EmptyState>
      )}
    </Page>
  );
}
