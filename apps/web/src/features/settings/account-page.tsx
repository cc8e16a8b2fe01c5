import { useQuery } from '@tanstack/react-query';
import { useViewer } from '../../lib/context/viewer.js';
import { Columns, Section, Stack } from '../../ui/layout/layout.js';
import { Page } from '../../ui/layout/page.js';
import { sessionsQuery } from './access.queries.js';
import { Appearance } from './appearance.js';
import { OwnStandingApprovals } from './own-standing-approvals.js';
import { PasswordForm } from './password-form.js';
import { Sessions } from './sessions.js';
import { ownStandingApprovalsQuery } from './standing-approvals.queries.js';

/** Settings of the user alone: appearance, password, sessions and standing approvals. */
export function AccountPage() {
  const { refusalOf, canSetPassword } = useViewer();
  const isApprover = refusalOf('DECISION_APPROVE') === undefined;
  // Their height depends on their data.
  const sessions = useQuery(sessionsQuery());
  const approvals = useQuery({ ...ownStandingApprovalsQuery(), enabled: isApprover });
  return (
    <Page title="Account" asOf={null} isSettling={sessions.isLoading || approvals.isLoading}>
      <Columns minPx={420}>
        <Stack gap="lg">
          <Section title="Appearance (this browser)" isPanel>
            <Appearance />
          </Section>
          <Section title="Password" isPanel>
            {canSetPassword ? (
              <PasswordForm />
            ) : (
              <p>You sign in at the identity provider. Kerf keeps no password for you.</p>
            )}
          </Section>
        </Stack>
        <Stack gap="lg">
          <Section title="Sessions" isPanel>
            <Sessions />
          </Section>
          {isApprover && (
            <Section title="Standing approvals" isPanel>
              <OwnStandingApprovals />
            </Section>
          )}
        </Stack>
      </Columns>
    </Page>
  );
}
