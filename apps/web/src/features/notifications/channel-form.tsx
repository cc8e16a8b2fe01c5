import { useState } from 'react';
import type {
  CreateNotificationChannelInput,
  NotificationChannelFieldsFragment,
  NotificationChannelKind,
  SmtpSecurity,
} from '../../gql/graphql.js';
import { errorsOfOtherFields, fieldError } from '../../lib/api/user-errors.js';
import {
  Button,
  NumberInput,
  PasswordInput,
  Select,
  TextInput,
} from '../../ui/controls/controls.js';
import { CopyBlock } from '../../ui/controls/copy-block.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { Notice } from '../../ui/feedback/notice.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { toast } from '../../ui/feedback/toast.js';
import { Row, Stack } from '../../ui/layout/layout.js';
import { createChannel, updateChannel } from './notifications.queries.js';
import { channelKinds } from './notifications-text.js';
import { useChange } from './use-change.js';

const kinds = ['SLACK', 'TEAMS', 'EMAIL', 'PAGER_DUTY', 'WEBHOOK'] as const;

type TextField =
  | 'name'
  | 'url'
  | 'slackChannel'
  | 'smtpHost'
  | 'smtpUser'
  | 'emailFrom'
  | 'emailTo'
  | 'webhookUrl'
  | 'botToken'
  | 'slackSigningSecret'
  | 'smtpPassword'
  | 'routingKey';

interface FieldSpec {
  readonly field: TextField;
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

const securities: readonly { readonly value: SmtpSecurity; readonly label: string }[] = [
  { value: 'START_TLS', label: 'STARTTLS' },
  { value: 'TLS', label: 'TLS' },
  { value: 'NONE', label: 'Not encrypted' },
];

type Texts = Readonly<Partial<Record<TextField, string>>>;

const storedSecret = { placeholder: 'Stored', description: 'Leave empty to keep the stored one' };

const startOf = (channel: ChannelFormProps['channel']) => ({
  kind: kinds.find((one) => one === channel?.kind) ?? kinds[0],
  port: channel?.smtpPort ?? 587,
  security: channel?.smtpSecurity ?? firstSecurity,
  digestMinutes: channel?.digestMinutes ?? 0,
});

const firstSecurity: SmtpSecurity = 'START_TLS';

const wordsOf = (channel: ChannelFormProps['channel']) =>
  channel === null
    ? { form: 'New channel', action: 'create the channel', submit: 'Create channel' }
    : { form: `Channel ${channel.name}`, action: 'change the channel', submit: 'Save channel' };

/** The texts of a channel; secrets are not known. */
function textsOf(channel: NotificationChannelFieldsFragment | null): Texts {
  if (channel === null) return {};
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
  const start = startOf(known);
  const [kind, setKind] = useState(start.kind);
  const [texts, setTexts] = useState<Texts>(() => textsOf(known));
  const [port, setPort] = useState(start.port);
  const [security, setSecurity] = useState(start.security);
  const [digestMinutes, setDigestMinutes] = useState(start.digestMinutes);
  const changing = useChange(updateChannel, ({ channel }) => {
    toast(`Channel ${channel?.name ?? ''} changed`);
    onClose();
  });
  const creating = useChange(createChannel, ({ channel, signingSecret }) => {
    if (signingSecret !== null) return;
    toast(`Channel ${channel?.name ?? ''} created`);
    onClose();
  });
  const words = wordsOf(known);
  const saving = known === null ? creating : changing;
  const userErrors = saving.data?.userErrors ?? [];
  const fields = fieldsByKind[kind];
  const secret = creating.data?.signingSecret ?? null;
  if (secret !== null) return <SigningSecret secret={secret} onClose={onClose} />;
  const textField = ({ field, isSecret = false, ...rest }: FieldSpec) => {
    const Input = isSecret ? PasswordInput : TextInput;
    return (
      <Input
        key={`${kind} ${field}`}
        {...rest}
        {...(isSecret && known?.secretNames.includes(field) === true ? storedSecret : {})}
        autoComplete="off"
        value={texts[field] ?? ''}
        onChange={(event) => setTexts({ ...texts, [field]: event.currentTarget.value })}
        error={fieldError(userErrors, field)}
        maw={420}
      />
    );
  };
  const smtp = { smtpPort: port, smtpSecurity: security };
  return (
    <form
      aria-label={words.form}
      onSubmit={(event) => {
        event.preventDefault();
        const others = { digestMinutes, ...(kind === 'EMAIL' ? smtp : {}) };
        const { kind: _kind, ...input } = toInput(kind, texts, others);
        if (known === null) creating.mutate({ ...input, kind });
        else changing.mutate({ ...input, id: known.id, expectedVersion: known.version });
      }}
    >
      <Stack gap="sm">
        <Row gap="md">
          <Select
            label="Kind"
            data={kinds.map((value) => ({ value, label: channelKinds[value] }))}
            value={kind}
            onChange={(value) => setKind(kinds.find((one) => one === value) ?? 'SLACK')}
            allowDeselect={false}
            disabled={known !== null}
          />
          {textField({ field: 'name', label: 'Channel name', placeholder: 'platform on-call' })}
          <NumberInput
            label="Digest (minutes)"
            description="0 sends each at once"
            min={0}
            max={1_440}
            value={digestMinutes}
            onChange={(value) => setDigestMinutes(Number(value))}
            error={fieldError(userErrors, 'digestMinutes')}
            w={160}
          />
        </Row>
        {fields.map(textField)}
        {kind === 'EMAIL' && (
          <Row gap="md">
            <NumberInput
              label="Port"
              min={1}
              max={65_535}
              value={port}
              onChange={(value) => setPort(Number(value))}
              error={fieldError(userErrors, 'smtpPort')}
              w={120}
            />
            <Select
              label="Encryption"
              data={securities.map((one) => ({ ...one }))}
              value={security}
              onChange={(value) =>
                setSecurity(securities.find((one) => one.value === value)?.value ?? 'START_TLS')
              }
              error={fieldError(userErrors, 'smtpSecurity')}
              allowDeselect={false}
            />
          </Row>
        )}
        <RequestErrors
          action={words.action}
          error={saving.error}
          userErrors={errorsOfOtherFields(userErrors, [
            'name',
            'digestMinutes',
            'smtpPort',
            'smtpSecurity',
            ...fields.map(({ field }) => field),
          ])}
        />
        <Row>
          <WriteButton
            type="submit"
            isBusy={saving.isPending}
            disabledReason={
              (texts.name ?? '').trim() === '' ? 'Enter a channel name first' : undefined
            }
          >
            {words.submit}
          </WriteButton>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Row>
      </Stack>
    </form>
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

/** Only the fields of this kind are sent, and only those that are filled in. */
function toInput(
  kind: NotificationChannelKind & keyof typeof fieldsByKind,
  texts: Texts,
  others: Pick<CreateNotificationChannelInput, 'digestMinutes' | 'smtpPort' | 'smtpSecurity'>,
): CreateNotificationChannelInput {
  const { emailTo, ...given } = Object.fromEntries(
    fieldsByKind[kind].flatMap(({ field }) => {
      const text = texts[field]?.trim() ?? '';
      return text === '' ? [] : [[field, text]];
    }),
  );
  return {
    ...given,
    ...others,
    ...(emailTo === undefined ? {} : { emailTo: emailTo.split(',').map((one) => one.trim()) }),
    kind,
    name: texts.name ?? '',
  };
}
