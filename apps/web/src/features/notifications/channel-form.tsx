import type {
  CreateNotificationChannelInput,
  NotificationChannelFieldsFragment,
  SmtpSecurity,
} from '../../gql/graphql.js';
import {
  Button,
  NumberInput,
  PasswordInput,
  Select,
  TextInput,
} from '../../ui/controls/controls.js';
import { CopyBlock } from '../../ui/controls/copy-block.js';
import { Notice } from '../../ui/feedback/notice.js';
import { toast } from '../../ui/feedback/toast.js';
import { useWriteForm } from '../../ui/forms/use-write-form.js';
import { WriteForm } from '../../ui/forms/write-form.js';
import { Row, Stack } from '../../ui/layout/layout.js';
import { createChannel, notificationsKey, updateChannel } from './notifications.queries.js';
import { channelKinds } from './notifications-text.js';

const kinds = ['SLACK', 'TEAMS', 'EMAIL', 'PAGER_DUTY', 'WEBHOOK'] as const;

/** Texts of a channel that was not given are empty; secrets are not known. */
const noTexts = {
  name: '',
  url: '',
  slackChannel: '',
  smtpHost: '',
  smtpUser: '',
  emailFrom: '',
  emailTo: '',
  webhookUrl: '',
  botToken: '',
  slackSigningSecret: '',
  smtpPassword: '',
  routingKey: '',
};

type Texts = Readonly<typeof noTexts>;

interface Values extends Texts {
  readonly kind: (typeof kinds)[number];
  readonly digestMinutes: number;
  readonly smtpPort: number;
  readonly smtpSecurity: SmtpSecurity;
}

interface FieldSpec {
  readonly field: keyof Texts;
  readonly label: string;
  readonly placeholder?: string;
  readonly description?: string;
  readonly isSecret?: boolean;
}

/** The text fields of each kind of channel. */
const fieldsByKind: Readonly<Record<(typeof kinds)[number], readonly FieldSpec[]>> = {
  SLACK: [
    { field: 'webhookUrl', label: 'Incoming webhook URL', isSecret: true },
    { field: 'botToken', label: 'Bot token, instead of a webhook', isSecret: true },
    { field: 'slackChannel', label: 'Channel ID, with a bot token', placeholder: 'C024BE91L' },
    {
      field: 'slackSigningSecret',
      label: 'Signing secret',
      description: 'Optional; for approve and reject buttons',
      isSecret: true,
    },
  ],
  TEAMS: [{ field: 'webhookUrl', label: 'Workflows webhook URL', isSecret: true }],
  EMAIL: [
    { field: 'smtpHost', label: 'SMTP server', placeholder: 'smtp.example.com' },
    { field: 'smtpUser', label: 'User', description: 'Optional' },
    { field: 'smtpPassword', label: 'Password', isSecret: true },
    { field: 'emailFrom', label: 'From', placeholder: 'kerf@example.com' },
    {
      field: 'emailTo',
      label: 'To',
      placeholder: 'ops@example.com',
      description: 'Addresses, separated by commas',
    },
  ],
  PAGER_DUTY: [{ field: 'routingKey', label: 'Integration key', isSecret: true }],
  WEBHOOK: [{ field: 'url', label: 'URL', placeholder: 'https://example.com/kerf' }],
};

const securities: { readonly value: SmtpSecurity; readonly label: string }[] = [
  { value: 'START_TLS', label: 'STARTTLS' },
  { value: 'TLS', label: 'TLS' },
  { value: 'NONE', label: 'Not encrypted' },
];

const storedSecret = { placeholder: 'Stored', description: 'Leave empty to keep the stored one' };

const wordsOf = (channel: ChannelFormProps['channel']) =>
  channel === null
    ? {
        form: 'New channel',
        action: 'create the channel',
        submit: 'Create channel',
        done: 'created',
      }
    : {
        form: `Channel ${channel.name}`,
        action: 'change the channel',
        submit: 'Save channel',
        done: 'changed',
      };

function valuesOf(channel: ChannelFormProps['channel']): Values {
  return {
    ...noTexts,
    ...(channel === null ? {} : textsOf(channel)),
    kind: kinds.find((one) => one === channel?.kind) ?? kinds[0],
    digestMinutes: channel?.digestMinutes ?? 0,
    smtpPort: channel?.smtpPort ?? 587,
    smtpSecurity: channel?.smtpSecurity ?? 'START_TLS',
  };
}

function textsOf(channel: NotificationChannelFieldsFragment): Partial<Texts> {
  const { name, url, slackChannel, smtpHost, smtpUser, emailFrom, emailTo } = channel;
  return {
    name,
    url: url ?? '',
    slackChannel: slackChannel ?? '',
    smtpHost: smtpHost ?? '',
    smtpUser: smtpUser ?? '',
    emailFrom: emailFrom ?? '',
    emailTo: emailTo.join(', '),
  };
}

interface ChannelFormProps {
  /** The channel to change; `null` creates one. */
  readonly channel: NotificationChannelFieldsFragment | null;
  readonly onClose: () => void;
}

/** Creates a channel, and shows the signing secret of a webhook once; or changes a channel. */
export function ChannelForm({ channel: known, onClose }: ChannelFormProps) {
  const words = wordsOf(known);
  const form = useWriteForm({
    initial: valuesOf(known),
    missing: ({ name }) => (name.trim() === '' ? 'Enter a channel name first' : undefined),
    write: (values) => saveChannel(known, values),
    refreshes: [notificationsKey],
    onDone: ({ channel, signingSecret }) => {
      if (signingSecret !== null) return;
      toast(`Channel ${channel?.name ?? ''} ${words.done}`);
      onClose();
    },
  });
  const secret = form.result?.signingSecret ?? null;
  if (secret !== null) return <SigningSecret secret={secret} onClose={onClose} />;
  const { kind } = form.values;
  const textField = ({ field, isSecret = false, ...rest }: FieldSpec) => {
    const Input = isSecret ? PasswordInput : TextInput;
    return (
      <Input
        key={`${kind} ${field}`}
        {...rest}
        {...(isSecret && known?.secretNames.includes(field) === true ? storedSecret : {})}
        autoComplete="off"
        maw={420}
        {...form.text(field)}
      />
    );
  };
  return (
    <WriteForm
      form={form}
      permission="NOTIFICATION_WRITE"
      label={words.form}
      action={words.action}
      submit={words.submit}
      onCancel={onClose}
    >
      <Row gap="md">
        <Select
          label="Kind"
          data={kinds.map((value) => ({ value, label: channelKinds[value] }))}
          disabled={known !== null}
          {...form.choice('kind')}
        />
        {textField({ field: 'name', label: 'Channel name', placeholder: 'platform on-call' })}
        <NumberInput
          label="Digest (minutes)"
          description="0 sends each at once"
          min={0}
          max={1_440}
          w={160}
          {...form.number('digestMinutes')}
        />
      </Row>
      {fieldsByKind[kind].map(textField)}
      {kind === 'EMAIL' && (
        <Row gap="md">
          <NumberInput label="Port" min={1} max={65_535} w={120} {...form.number('smtpPort')} />
          <Select label="Encryption" data={securities} {...form.choice('smtpSecurity')} />
        </Row>
      )}
    </WriteForm>
  );
}

function SigningSecret({
  secret,
  onClose,
}: {
  readonly secret: string;
  readonly onClose: () => void;
}) {
  return (
    <Stack gap="sm">
      <Notice tone="attention" isAnnounced>
        This secret signs the deliveries. Copy it now: Kerf stores it encrypted and does not show it
        again.
      </Notice>
      <CopyBlock text={secret} name="the signing secret" />
      <Row>
        <Button variant="default" onClick={onClose}>
          I have copied it
        </Button>
      </Row>
    </Stack>
  );
}

async function saveChannel(known: ChannelFormProps['channel'], values: Values) {
  const { kind, ...input } = toInput(values);
  if (known === null) return createChannel({ ...input, kind });
  const { id, version: expectedVersion } = known;
  return { signingSecret: null, ...(await updateChannel({ ...input, id, expectedVersion })) };
}

/** Only the fields of this kind are sent, and only those that are filled in. */
function toInput(values: Values): CreateNotificationChannelInput {
  const { kind, name, digestMinutes, smtpPort, smtpSecurity } = values;
  const { emailTo, ...given } = Object.fromEntries(
    fieldsByKind[kind].flatMap(({ field }) => {
      const text = values[field].trim();
      return text === '' ? [] : [[field, text]];
    }),
  );
  return {
    ...given,
    ...(kind === 'EMAIL' ? { smtpPort, smtpSecurity } : {}),
    ...(emailTo === undefined ? {} : { emailTo: emailTo.split(',').map((one) => one.trim()) }),
    digestMinutes,
    kind,
    name,
  };
}
