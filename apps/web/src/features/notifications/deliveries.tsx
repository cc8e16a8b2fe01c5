import type { NotificationDeliveryFieldsFragment } from '../../gql/graphql.js';
import { StateInTable } from '../../ui/badges/badge.js';
import { Button } from '../../ui/controls/controls.js';
import { Row, Stack } from '../../ui/layout/layout.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import { deliveryStates } from './notifications-text.js';

export interface DeliveriesProps {
  readonly deliveries: readonly NotificationDeliveryFieldsFragment[];
  readonly totalCount: number;
  readonly isFiltered: boolean;
  readonly onOpen: (id: string) => void;
  /** Absent when all are shown. */
  readonly onMore: (() => void) | undefined;
}

/** The latest deliveries, and a button for older ones. */
export function Deliveries({
  deliveries,
  totalCount,
  isFiltered,
  onOpen,
  onMore,
}: DeliveriesProps) {
  if (deliveries.length === 0) {
    return (
      <p className="dimmed">
        {isFiltered
          ? 'No matching deliveries. Remove filters to see more.'
          : 'No deliveries. Send a test message, or create a rule for a channel.'}
      </p>
    );
  }
  return (
    <Stack gap="sm">
      <SimpleTable
        caption="The latest deliveries, newest first"
        columns={[
          { header: 'Created', renderCell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
          { header: 'Channel', renderCell: ({ channelName }) => channelName },
          { header: 'Content', isSentence: true, renderCell: titleOf },
          {
            header: 'State',
            renderCell: ({ state }) => <StateInTable content={deliveryStates[state]} />,
          },
          { header: 'Attempts', isNumeric: true, renderCell: ({ attempts }) => attempts },
          {
            header: 'Details',
            renderCell: (delivery) => (
              <Button
                variant="default"
                aria-label={`Details of ${titleOf(delivery)}`}
                onClick={() => onOpen(delivery.id)}
              >
                Details
              </Button>
            ),
          },
        ]}
        rows={deliveries}
        rowKey={({ id }) => id}
      />
      <Row>
        <span className="dimmed">
          {deliveries.length} of {totalCount}
        </span>
        {onMore !== undefined && (
          <Button variant="default" onClick={onMore}>
            Show older
          </Button>
        )}
      </Row>
    </Stack>
  );
}

/** Returns the title of the event, or the number of events. */
export function titleOf({ events }: NotificationDeliveryFieldsFragment): string {
  const [first] = events;
  if (first === undefined) return 'Events older than 30 days';
  return events.length === 1 ? first.title : `${events.length} events: ${first.title}, …`;
}
