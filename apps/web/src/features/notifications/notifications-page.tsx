import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { Section, Stack } from '../../ui/layout/layout.js';
import { Page } from '../../ui/layout/page.js';
import { Channels } from './channels.js';
import { ChatLink } from './chat-link.js';
import { Deliveries } from './deliveries.js';
import { DeliveryPanel } from './delivery-panel.js';
import { deliveriesQuery, notificationsQuery } from './notifications.queries.js';
import { Rules } from './rules.js';

const route = getRouteApi('/shell/settings/notifications');

/** Channels, rules and deliveries of notifications. */
export function NotificationsPage() {
  const { delivery: openId } = route.useSearch();
  const navigate = route.useNavigate();
  const open = (delivery: string | undefined) =>
    void navigate({ search: { delivery }, replace: true });
  const settings = useQuery(notificationsQuery());
  const deliveries = useQuery(deliveriesQuery());
  const opened = deliveries.data?.nodes.find(({ id }) => id === openId);
  return (
    <Page
      title="Notifications"
      asOf={deliveries.data?.asOf}
      panel={
        opened !== undefined && (
          <DeliveryPanel key={opened.id} delivery={opened} onClose={() => open(undefined)} />
        )
      }
    >
      <QueryContent query={settings} action="load the notification settings">
        {(data) =>
          data === undefined ? (
            <p className="dimmed">Loading the notification settings…</p>
          ) : (
            <Stack gap="lg">
              <Section title="Channels" isPanel>
                <Channels channels={data.notificationChannels} />
              </Section>
              <Section title="Rules" isPanel>
                <Rules
                  rules={data.notificationRules}
                  channels={data.notificationChannels}
                  eventKinds={data.notificationEventKinds}
                />
              </Section>
              <Section title="Your account in Slack" isPanel>
                <ChatLink identities={data.chatIdentities} />
              </Section>
            </Stack>
          )
        }
      </QueryContent>
      <QueryContent query={deliveries} action="load the deliveries">
        {(page) => (
          <Section title="Deliveries" isPanel>
            {page === undefined ? (
              <p className="dimmed">Loading the deliveries…</p>
            ) : (
              <Deliveries deliveries={page.nodes} onOpen={open} />
            )}
          </Section>
        )}
      </QueryContent>
    </Page>
  );
}
