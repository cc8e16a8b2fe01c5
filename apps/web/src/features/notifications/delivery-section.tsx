import { useInfiniteQuery } from '@tanstack/react-query';
import type { NotificationDeliveryFieldsFragment, NotificationsQuery } from '../../gql/graphql.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { Section, Stack } from '../../ui/layout/layout.js';
import { Deliveries } from './deliveries.js';
import { DeliveryFilters } from './delivery-filters.js';
import { deliveriesQuery } from './notifications.queries.js';
import type { NotificationsSearch } from './notifications.search.js';

type Delivery = NotificationDeliveryFieldsFragment;

/** The loaded deliveries that match the filters of the URL. */
export function useDeliveries({ channel, state, event }: NotificationsSearch) {
  const query = useInfiniteQuery(
    deliveriesQuery({
      ...(channel === undefined ? {} : { channelId: channel }),
      ...(state === undefined ? {} : { states: [state] }),
      ...(event === undefined ? {} : { eventKinds: [event] }),
    }),
  );
  const pages = query.data?.pages ?? [];
  const rows: readonly Delivery[] = pages.flatMap(({ nodes }) => nodes);
  return { query, rows, firstPage: pages[0] };
}

interface DeliverySectionProps {
  readonly deliveries: ReturnType<typeof useDeliveries>;
  /** Absent while it is loaded. */
  readonly settings: NotificationsQuery | undefined;
  readonly search: NotificationsSearch;
  readonly onSearch: (change: NotificationsSearch) => void;
}

/** Deliveries with their filters. */
export function DeliverySection({ deliveries, settings, search, onSearch }: DeliverySectionProps) {
  const { query, rows, firstPage } = deliveries;
  const { channel, state, event } = search;
  return (
    <QueryContent query={query} action="load the deliveries">
      {() => (
        <Section title="Deliveries" isPanel>
          <Stack gap="sm">
            {settings !== undefined && (
              <DeliveryFilters search={search} settings={settings} onSearch={onSearch} />
            )}
            {firstPage === undefined ? (
              <p className="dimmed">Loading the deliveries…</p>
            ) : (
              <Deliveries
                deliveries={rows}
                totalCount={firstPage.totalCount}
                isFiltered={[channel, state, event].some((one) => one !== undefined)}
                onOpen={(delivery) => onSearch({ delivery })}
                onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
              />
            )}
          </Stack>
        </Section>
      )}
    </QueryContent>
  );
}
