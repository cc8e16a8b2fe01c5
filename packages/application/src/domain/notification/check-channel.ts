import type { FieldProblem } from '@kerf/core';
import { httpUrlProblem, isPort } from '../text/http-url.js';
import { isPlain, plainRule } from '../text/name-problem.js';
import type {
  ChannelAddress,
  ChannelKind,
  ChannelSecretName,
  ChannelSecrets,
} from './notification-channel.js';

/** A channel as a caller defines it. */
export interface ChannelDraft {
  readonly name: string;
  readonly kind: ChannelKind;
  readonly address: ChannelAddress;
  /** New secrets, not encrypted. */
  readonly secrets: ChannelSecrets;
  readonly digestMinutes: number;
}

const maxNameLength = 100;
const maxUrlLength = 2_000;
const maxSecretLength = 2_000;
const maxRecipients = 50;
/** Longest time for which a channel collects events. */
export const maxDigestMinutes = 24 * 60;

/** Secrets that callers may set, by kind of channel. Kerf creates those of webhooks. */
const givenSecrets: Readonly<Record<ChannelKind, readonly ChannelSecretName[]>> = {
  Slack: ['webhookUrl', 'botToken', 'slackSigningSecret'],
  Teams: ['webhookUrl'],
  Email: ['smtpPassword'],
  PagerDuty: ['routingKey'],
  Webhook: [],
};

/**
 * Returns the problems of a channel's definition, by field.
 * @param known the secrets that are stored already
 */
export function checkChannel(
  draft: ChannelDraft,
  known: readonly ChannelSecretName[],
): readonly FieldProblem[] {
  const has = (name: ChannelSecretName): boolean =>
    draft.secrets[name] !== undefined || known.includes(name);
  return [...checkCommon(draft), ...checkSecrets(draft), ...checksByKind[draft.kind](draft, has)];
}

type Has = (name: ChannelSecretName) => boolean;

const problem = (path: string, message: string): readonly FieldProblem[] => [{ path, message }];
const none: readonly FieldProblem[] = [];

function checkCommon({ name, digestMinutes }: ChannelDraft): readonly FieldProblem[] {
  return [
    ...(name.trim() === '' || name.length > maxNameLength
      ? problem('name', `must have 1 to ${maxNameLength} characters`)
      : none),
    ...(isPlain(name) ? none : problem('name', plainRule)),
    ...(Number.isInteger(digestMinutes) && digestMinutes >= 0 && digestMinutes <= maxDigestMinutes
      ? none
      : problem('digestMinutes', `must be a whole number from 0 to ${maxDigestMinutes}`)),
  ];
}

function checkSecrets({ kind, secrets }: ChannelDraft): readonly FieldProblem[] {
  const allowed = givenSecrets[kind];
  return Object.entries(secrets).flatMap(([name, secret]) => {
    if (!allowed.some((one) => one === name)) {
      return problem(name, `is not a setting of ${kind} channels`);
    }
    const isUsable = secret.length <= maxSecretLength && /^[\x21-\x7e]+$/.test(secret);
    if (isUsable || name === 'smtpPassword') return none;
    return problem(name, `must have 1 to ${maxSecretLength} visible ASCII characters`);
  });
}

const checksByKind: Readonly<
  Record<ChannelKind, (draft: ChannelDraft, has: Has) => readonly FieldProblem[]>
> = {
  Slack: (draft, has) => [
    ...(has('webhookUrl') || has('botToken')
      ? none
      : problem('webhookUrl', 'is required, or botToken with slackChannel')),
    ...(has('botToken') && !/^[A-Z0-9]{2,40}$/.test(draft.address.slackChannel ?? '')
      ? problem('slackChannel', 'must be the ID of a Slack channel, e.g. C024BE91L')
      : none),
    ...checkUrl('webhookUrl', draft.secrets.webhookUrl),
  ],
  Teams: (draft, has) => [
    ...(has('webhookUrl') ? none : problem('webhookUrl', 'is required')),
    ...checkUrl('webhookUrl', draft.secrets.webhookUrl),
  ],
  PagerDuty: (_draft, has) =>
    has('routingKey') ? none : problem('routingKey', 'is required: the integration key'),
  Webhook: ({ address }) =>
    address.url === null ? problem('url', 'is required') : checkUrl('url', address.url),
  Email: ({ address }, has) => [
    ...(/^[a-z0-9]([a-z0-9.:-]{0,251}[a-z0-9])?$/i.test(address.smtpHost ?? '')
      ? none
      : problem('smtpHost', 'must be a host name or an address')),
    ...(isPort(address.smtpPort) ? none : problem('smtpPort', 'must be from 1 to 65535')),
    ...(address.smtpSecurity === null ? problem('smtpSecurity', 'is required') : none),
    ...(isMailbox(address.emailFrom ?? '') ? none : problem('emailFrom', mailboxHint)),
    ...checkRecipients(address.emailTo),
    ...checkLogin(address, has),
  ],
};

const mailboxHint = 'must be an e-mail address, e.g. platform@example.com';

/** Line breaks and lists would add headers or recipients. */
const isMailbox = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>,;:"()[\]\\]{1,64}@[a-z0-9][a-z0-9.-]*$/i.test(text);

function checkRecipients(recipients: readonly string[]): readonly FieldProblem[] {
  if (recipients.length === 0 || recipients.length > maxRecipients) {
    return problem('emailTo', `must have 1 to ${maxRecipients} addresses`);
  }
  return recipients.flatMap((recipient, index) =>
    isMailbox(recipient) ? none : problem(`emailTo.${index}`, mailboxHint),
  );
}

function checkLogin({ smtpUser, smtpSecurity }: ChannelAddress, has: Has): readonly FieldProblem[] {
  if (smtpUser === null) return none;
  if (!has('smtpPassword')) return problem('smtpPassword', 'is required with smtpUser');
  return smtpSecurity === 'None'
    ? problem('smtpSecurity', 'must be TLS or STARTTLS with a password')
    : none;
}

/** Whether `http` is allowed depends on the worker, which knows the allowed hosts. */
function checkUrl(path: string, url: string | undefined): readonly FieldProblem[] {
  if (url === undefined) return none;
  if (url.length > maxUrlLength)
    return problem(path, `must have at most ${maxUrlLength} characters`);
  const message = httpUrlProblem(url);
  return message === null ? none : problem(path, message);
}
