import { useQuery } from '@tanstack/react-query';
import { Section, Stack } from '../../ui/layout/layout.js';
import { Page } from '../../ui/layout/page.js';
import { teamsQuery } from './access.queries.js';
import { Roles } from './roles.js';
import { Teams } from './teams.js';

/** The teams with what they own, and the roles with what they allow. */
export function TeamsPage() {
  // The roles are below the table.
  const teams = useQuery(teamsQuery());
  return (
    <Page title="Teams and roles" asOf={null} isSettling={teams.isLoading}>
      <Stack gap="lg">
        <Section title="Teams" isPanel>
          <Teams />
        </Section>
        <Section title="Roles" isPanel>
          <Roles />
        </Section>
      </Stack>
    </Page>
  );
}
