import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useViewer } from '../../lib/context/viewer.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { Section, Stack } from '../../ui/layout/layout.js';
import { Page } from '../../ui/layout/page.js';
import { Channels } from './channels.js';
import { ChatLink } from './chat-link.js';
import { DeliveryPanel } from './delivery-panel.js';
import { DeliverySection, useDeliveries } from './delivery-section.js';
import { notificationsQuery } from './notifications.queries.js';
import type { NotificationsSearch } from './notifications.search.js';
import { Rules } from './rules.js';

const route = getRouteApi('/shell/settings/notifications');

/** Channels, rules and deliveries of notifications. */
export function NotificationsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: NotificationsSearch) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true });
  const settings = useQuery(notificationsQuery());
  const deliveries = useDeliveries(search);
  const refusal = useViewer().refusalOf('NOTIFICATION_READ');
  // Until the permissions are loaded, what is there says that it may be seen.
  const isHidden = refusal !== undefined && settings.data?.notificationChannels.length === 0;
  const opened = deliveries.rows.find(({ id }) => id === search.delivery);
  return (
    <Page
      title="Notifications"
      asOf={deliveries.firstPage?.asOf}
      panel={
        opened !== undefined && (
          <DeliveryPanel
            key={opened.id}
            delivery={opened}
            onClose={() => change({ delivery: undefined })}
          />
        )
      }
    >
      <QueryContent query={settings} action="load the notification settings">
        {(data) =>
          data === undefined ? (
            <p className="dimmed">Loading the notification settings…</p>
          ) : (
            <Stack gap="lg">
              {isHidden ? (
                <EmptyState title="You may not see channels, rules and deliveries">
                  {refusal}
                </EmptyState>
              ) : (
                <>
                  <Section title="Channels" isPanel>
                    <Channels channels={data.notificationChannels} />
                  </Section>
                  <Section title="Rules" isPanel>
                    <Rules
                      rules={data.notificationRules}
                      channels={data.notificationChannels}
                      eventKinds={data.notificationEventKinds}
                      teams={data.teams}
                    />
                  </Section>
                </>
              )}
              <Section title="Your account in Slack" isPanel>
                <ChatLink identities={data.chatIdentities} />
              </Section>
            </Stack>
          )
        }
      </QueryContent>
      {!settings.isPending && !isHidden && (
        <DeliverySection
          deliveries={deliveries}
          settings={settings.data}
          search={search}
          onSearch={change}
        />
      )}
    </Page>
  );
}
