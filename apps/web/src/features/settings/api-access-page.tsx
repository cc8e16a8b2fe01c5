import { useQuery } from '@tanstack/react-query';
import { useViewer } from '../../lib/context/viewer.js';
import { Section, Stack } from '../../ui/layout/layout.js';
import { Page } from '../../ui/layout/page.js';
import { ApiTokens } from './api-tokens.js';
import { apiTokensQuery } from './settings.queries.js';
import { TrustRules } from './trust-rules/trust-rules.js';

/** How programs authenticate: API tokens and, for administrators, trust rules for workloads. */
export function ApiAccessPage() {
  const isAdmin = useViewer().refusalOf('IDENTITY_READ') === undefined;
  // The trust rules are below the table.
  const tokens = useQuery(apiTokensQuery());
  return (
    <Page title="API access" asOf={null} isSettling={tokens.isLoading}>
      <Stack gap="lg">
        <Section title="API tokens" isPanel>
          <ApiTokens />
        </Section>
        {isAdmin && (
          <Section title="Trust rules for workloads" isPanel>
            <TrustRules />
          </Section>
        )}
      </Stack>
    </Page>
  );
}
