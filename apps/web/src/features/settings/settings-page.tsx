import { Link } from '@tanstack/react-router';
import { Columns, Section, Stack } from '../../ui/layout/layout.js';
import { Page } from '../../ui/layout/page.js';
import { ApiTokens } from './api-tokens.js';
import { Appearance } from './appearance.js';
import { PasswordForm } from './password-form.js';

export function SettingsPage() {
  return (
    <Page title="Settings" asOf={null}>
      <Columns minPx={420}>
        <Stack gap="lg">
          <Section title="Appearance (this browser)" isPanel>
            <Appearance />
          </Section>
          <Section title="Approvals" isPanel>
            <p>
              <Link to="/settings/approval-policy">Approval policy</Link>: which decisions ask for
              approval, and whose.
            </p>
          </Section>
          <Section title="Password" isPanel>
            <PasswordForm />
          </Section>
        </Stack>
        <Stack gap="lg">
          <Section title="API tokens" isPanel>
            <ApiTokens />
          </Section>
          <Section title="Notifications" isPanel>
            <p>
              <Link to="/settings/notifications">Channels, rules and deliveries</Link>
            </p>
          </Section>
        </Stack>
      </Columns>
    </Page>
  );
}
