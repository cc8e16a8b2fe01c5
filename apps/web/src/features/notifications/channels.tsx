import { useState } from 'react';
import type {
  NotificationChannelFieldsFragment,
  NotificationDeliveryFieldsFragment,
} from '../../gql/graphql.js';
import { serverNow, timeAfter } from '../../lib/api/server-clock.js';
import { useViewer } from '../../lib/context/viewer.js';
import { StateBadge } from '../../ui/badges/badge.js';
import { Button, Select } from '../../ui/controls/controls.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { Notice } from '../../ui/feedback/notice.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { toast } from '../../ui/feedback/toast.js';
import { Row, Stack } from '../../ui/layout/layout.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import { ChannelForm } from './channel-form.js';
import { removeChannel, testChannel, updateChannel } from './notifications.queries.js';
import { channelKinds, targetOf } from './notifications-text.js';
import { useChange } from './use-change.js';

type Channel = NotificationChannelFieldsFragment;

const hourMs = 3_600_000;
/** How long a channel can be muted here. */
const muteHours = [
  { hours: 1, label: 'Mute for 1 hour' },
  { hours: 8, label: 'Mute for 8 hours' },
  { hours: 24, label: 'Mute for 1 day' },
  { hours: 168, label: 'Mute for 7 days' },
];

/** The channels, and the form that creates or changes one. */
export function Channels({ channels }: { readonly channels: readonly Channel[] }) {
  const [isAdding, setIsAdding] = useState(false);
  const [editing, setEditing] = useState<Channel | null>(null);
  return (
    <Stack>
      {channels.length === 0 && !isAdding && (
        <p className="dimmed">No channels. Create one to send notifications.</p>
      )}
      {channels.length > 0 && <ChannelTable channels={channels} onEdit={setEditing} />}
      {isAdding || editing !== null ? (
        <ChannelForm
          key={editing?.id}
          channel={editing}
          onClose={() => {
            setIsAdding(false);
            setEditing(null);
          }}
        />
      ) : (
        <Row>
          <WriteButton
            action="NOTIFICATION_WRITE"
            variant="default"
            onClick={() => setIsAdding(true)}
          >
            Create channel
          </WriteButton>
        </Row>
      )}
    </Stack>
  );
}

interface ChannelTableProps {
  readonly channels: readonly Channel[];
  readonly onEdit: (channel: Channel) => void;
}

function ChannelTable({ channels, onEdit }: ChannelTableProps) {
  return (
    <SimpleTable
      caption="Channels, by name"
      columns={[
        { header: 'Channel', renderCell: ({ name }) => name },
        { header: 'Kind', renderCell: ({ kind }) => channelKinds[kind] },
        { header: 'Target', renderCell: targetOf },
        {
          header: 'Digest',
          renderCell: ({ digestMinutes: minutes }) =>
            minutes === 0 ? 'None' : `Every ${minutes} min`,
        },
        { header: 'State', renderCell: (channel) => <ChannelState channel={channel} /> },
        {
          header: 'Actions',
          isSentence: true,
          renderCell: (channel) => <ChannelActions channel={channel} onEdit={onEdit} />,
        },
      ]}
      rows={channels}
      rowKey={({ id }) => id}
    />
  );
}

function ChannelState({ channel }: { readonly channel: Channel }) {
  const { state, disabledReason, mutedUntil, failingSince } = channel;
  if (state === 'DISABLED') {
    return (
      <Stack gap="xs">
        <Row>
          <StateBadge content={{ label: 'Disabled', tone: 'broken', icon: 'minus' }} />
        </Row>
        {disabledReason}
      </Stack>
    );
  }
  if (isMuted(channel)) {
    return (
      <>
        Muted, ends <RelativeTime at={mutedUntil ?? ''} />
      </>
    );
  }
  if (failingSince !== null) {
    return (
      <>
        <StateBadge content={{ label: 'Failing', tone: 'attention', icon: 'alert' }} />{' '}
        <RelativeTime at={failingSince} />
      </>
    );
  }
  return 'Active';
}

const isMuted = ({ mutedUntil }: Channel): boolean =>
  mutedUntil !== null && Date.parse(mutedUntil) > serverNow();

interface ChannelActionsProps extends Pick<ChannelTableProps, 'onEdit'> {
  readonly channel: Channel;
}

function ChannelActions({ channel, onEdit }: ChannelActionsProps) {
  const { id, name, version, state } = channel;
  const refusal = useViewer().refusalOf('NOTIFICATION_WRITE');
  const [isConfirming, setIsConfirming] = useState(false);
  const testing = useChange(testChannel);
  const changing = useChange(updateChannel);
  const removing = useChange(removeChannel, () => toast(`Channel ${name} removed`));
  const change = (fields: { isEnabled?: boolean; mutedUntil?: string | null }) =>
    changing.mutate({ id, expectedVersion: version, ...fields });
  const userErrors = [testing, changing, removing].flatMap(({ data }) => data?.userErrors ?? []);
  const result = testing.data?.delivery ?? null;
  const muted = isMuted(channel);
  return (
    <Stack gap="xs">
      <Row>
        <WriteButton
          action="NOTIFICATION_WRITE"
          variant="default"
          isBusy={testing.isPending}
          onClick={() => testing.mutate(id)}
        >
          Send test
        </WriteButton>
        <WriteButton action="NOTIFICATION_WRITE" variant="default" onClick={() => onEdit(channel)}>
          Edit
        </WriteButton>
        {muted ? (
          <WriteButton
            action="NOTIFICATION_WRITE"
            variant="default"
            onClick={() => change({ mutedUntil: null })}
          >
            Unmute
          </WriteButton>
        ) : (
          <Select
            aria-label={`Mute ${name}`}
            disabled={refusal !== undefined}
            title={refusal}
            placeholder="Mute…"
            data={muteHours.map(({ hours, label }) => ({ value: String(hours), label }))}
            value={null}
            onChange={(hours) => change({ mutedUntil: timeAfter(Number(hours) * hourMs) })}
            w={150}
          />
        )}
        <WriteButton
          action="NOTIFICATION_WRITE"
          variant="default"
          onClick={() => change({ isEnabled: state === 'DISABLED' })}
        >
          {state === 'DISABLED' ? 'Enable' : 'Disable'}
        </WriteButton>
        {isConfirming ? (
          <>
            <WriteButton
              action="NOTIFICATION_WRITE"
              variant="danger"
              onClick={() => removing.mutate(channel)}
            >
              Remove {name} with its rules and deliveries
            </WriteButton>
            <Button variant="default" onClick={() => setIsConfirming(false)}>
              Cancel
            </Button>
          </>
        ) : (
          <WriteButton
            action="NOTIFICATION_WRITE"
            variant="default"
            onClick={() => setIsConfirming(true)}
          >
            Remove
          </WriteButton>
        )}
      </Row>
      {result !== null && <TestResult delivery={result} />}
      <RequestErrors
        action="change the channel"
        error={testing.error ?? changing.error ?? removing.error}
        userErrors={userErrors}
      />
    </Stack>
  );
}

/** The outcome of a test message. */
function TestResult({ delivery }: { readonly delivery: NotificationDeliveryFieldsFragment }) {
  const attempt = delivery.log.at(-1);
  if (attempt === undefined) {
    return (
      <Notice tone="attention" isAnnounced>
        No worker has sent the test message yet. It stays pending until a worker runs.
      </Notice>
    );
  }
  const isDelivered = attempt.outcome === 'DELIVERED';
  const status = attempt.status === null ? '' : ` (${attempt.status})`;
  return (
    <Notice tone={isDelivered ? 'ok' : 'broken'} isAnnounced>
      {isDelivered
        ? `Test message delivered in ${attempt.latencyMs} ms.`
        : `Test message not delivered${status}: ${attempt.response}`}
    </Notice>
  );
}
