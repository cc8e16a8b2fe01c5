import type { NotificationDeliveryFieldsFragment } from '../../gql/graphql.js';
import { StateBadge } from '../../ui/badges/badge.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { toast } from '../../ui/feedback/toast.js';
import { DescriptionList } from '../../ui/layout/description-list.js';
import { Row, Section, Stack } from '../../ui/layout/layout.js';
import { SidePanel } from '../../ui/layout/side-panel.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import { titleOf } from './deliveries.js';
import { redeliver } from './notifications.queries.js';
import { attemptOutcomes, channelKinds, deliveryStates } from './notifications-text.js';
import { useChange } from './use-change.js';

type Delivery = NotificationDeliveryFieldsFragment;

export interface DeliveryPanelProps {
  readonly delivery: Delivery;
  readonly onClose: () => void;
}

/** A delivery with its events and attempts. */
export function DeliveryPanel({ delivery, onClose }: DeliveryPanelProps) {
  const { id, channelName, channelKind, state, requestedBy, nextAttemptAt, events, log } = delivery;
  const isPending = state === 'PENDING';
  const redelivering = useChange(redeliver, () => toast('Delivery requested'));
  return (
    <SidePanel
      id={id}
      title={titleOf(delivery)}
      titleAside={<StateBadge content={deliveryStates[state]} />}
      onClose={onClose}
    >
      <Stack>
        <DescriptionList
          items={[
            ['Channel', `${channelName} (${channelKinds[channelKind]})`],
            ['Created', <RelativeTime key="created" at={delivery.createdAt} />],
            ['Requested by', requestedBy ?? 'a rule'],
            [
              'Next attempt',
              nextAttemptAt === null ? 'none' : <RelativeTime key="next" at={nextAttemptAt} />,
            ],
            ['Delivery ID', <code key="id">{id}</code>],
          ]}
        />
        <Row>
          <WriteButton
            action="NOTIFICATION_WRITE"
            isBusy={redelivering.isPending}
            disabledReason={
              isPending && log.length === 0 ? 'The first attempt has no outcome yet' : undefined
            }
            onClick={() => redelivering.mutate(id)}
          >
            {isPending ? 'Retry now' : 'Send again'}
          </WriteButton>
        </Row>
        <RequestErrors
          action="send the delivery again"
          error={redelivering.error}
          userErrors={redelivering.data?.userErrors ?? []}
        />
        <Section title="Events">
          <Events events={events} />
        </Section>
        <Section title="Attempts">
          {log.length === 0 ? <p className="dimmed">No attempt yet.</p> : <Attempts log={log} />}
        </Section>
      </Stack>
    </SidePanel>
  );
}

function Events({ events }: Pick<Delivery, 'events'>) {
  return (
    <SimpleTable
      caption="Events, the oldest first"
      columns={[
        { header: 'Event', renderCell: ({ title }) => title },
        { header: 'Kind', renderCell: ({ kind }) => kind },
        { header: 'Text', isSentence: true, renderCell: ({ text }) => text ?? '' },
      ]}
      rows={events}
      rowKey={({ id }) => id}
    />
  );
}

function Attempts({ log }: Pick<Delivery, 'log'>) {
  return (
    <SimpleTable
      caption="Attempts, the first one first"
      columns={[
        { header: '#', renderCell: ({ number }) => number },
        { header: 'At', renderCell: ({ at }) => <RelativeTime at={at} /> },
        {
          header: 'Outcome',
          renderCell: ({ outcome }) => <StateBadge content={attemptOutcomes[outcome]} />,
        },
        { header: 'Status', isNumeric: true, renderCell: ({ status }) => status ?? 'none' },
        { header: 'Latency', isNumeric: true, renderCell: ({ latencyMs }) => `${latencyMs} ms` },
        { header: 'Response', isSentence: true, renderCell: ({ response }) => response },
      ]}
      rows={log}
      rowKey={({ number }) => String(number)}
    />
  );
}
