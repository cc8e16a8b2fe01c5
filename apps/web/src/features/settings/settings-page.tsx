import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useViewer } from '../../lib/context/viewer.js';
import { Columns, Section, Stack } from '../../ui/layout/layout.js';
import { Page } from '../../ui/layout/page.js';
import { sessionsQuery } from './access.queries.js';
import { ApiTokens } from './api-tokens.js';
import { Appearance } from './appearance.js';
import { OwnStandingApprovals } from './own-standing-approvals.js';
import { PasswordForm } from './password-form.js';
import { RoleBindings } from './role-bindings.js';
import { Sessions } from './sessions.js';
import { apiTokensQuery } from './settings.queries.js';
import { ownStandingApprovalsQuery } from './standing-approvals.queries.js';
import { Teams } from './teams.js';
import { TrustRules } from './trust-rules/trust-rules.js';
import { Users } from './users.js';

/** Loaded on demand: it is the last section, so nothing below it moves. */
const Roles = lazy(async () => ({ default: (await import('./roles.js')).Roles }));

export function SettingsPage() {
  const { refusalOf, canSetPassword } = useViewer();
  const isAdmin = refusalOf('IDENTITY_READ') === undefined;
  const isApprover = refusalOf('DECISION_APPROVE') === undefined;
  // The height of these depends on their data, and most of the page is below them.
  const sessions = useQuery(sessionsQuery());
  const tokens = useQuery(apiTokensQuery());
  const approvals = useQuery({ ...ownStandingApprovalsQuery(), enabled: isApprover });
  const isSettling = [sessions, tokens, approvals].some(({ isLoading }) => isLoading);
  return (
    <Page title="Settings" asOf={null} isSettling={isSettling}>
      <Stack gap="lg">
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
            <Section title="Sessions" isPanel>
              <Sessions />
            </Section>
          </Stack>
          <Stack gap="lg">
            <Section title="Approvals" isPanel>
              <p>
                <Link to="/settings/approval-policy">Approval policy</Link>: which decisions ask for
                approval, and whose.
              </p>
            </Section>
            {isApprover && (
              <Section title="Standing approvals" isPanel>
                <OwnStandingApprovals />
              </Section>
            )}
            <Section title="Notifications" isPanel>
              <p>
                <Link to="/settings/notifications">Channels, rules and deliveries</Link>
              </p>
            </Section>
            <Section title="Git" isPanel>
              <p>
                <Link to="/settings/git">Repositories for pull requests</Link>
              </p>
            </Section>
            <Section title="API tokens" isPanel>
              <ApiTokens />
            </Section>
          </Stack>
        </Columns>
        {isAdmin && (
          <>
            <Section title="Users" isPanel>
              <Users />
            </Section>
            <Section title="Role bindings" isPanel>
              <RoleBindings />
            </Section>
            <Section title="Trust rules for workloads" isPanel>
              <TrustRules />
            </Section>
          </>
        )}
        <Section title="Teams" isPanel>
          <Teams />
        </Section>
        <Section title="Roles" isPanel>
          <Suspense fallback={<p className="dimmed">Loading the roles…</p>}>
            <Roles />
          </Suspense>
        </Section>
      </Stack>
    </Page>
  );
}
