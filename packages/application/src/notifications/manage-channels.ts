import {
  type FieldProblem,
  type Instant,
  isSameJson,
  type NotificationChannelId,
} from '@kerf/core';
import { type ExpectedVersion, isExpectedVersion } from '../domain/expected-version.js';
import type { Principal } from '../domain/identity/principal.js';
import { type ChannelDraft, checkChannel } from '../domain/notification/check-channel.js';
import {
  type ChannelAddress,
  type ChannelSecretName,
  type ChannelSecrets,
  channelSecretNames,
  type NotificationChannel,
} from '../domain/notification/notification-channel.js';
import type { SecretBox } from '../ports/notification-sender.js';
import type { Ports } from '../ports/ports.js';
import type { Secrets } from '../ports/secrets.js';
import type { Repositories } from '../ports/store.js';
import { auditWrite } from '../recording/audit.js';

/** The ports that changes of channels need. */
export type ChannelPorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'secretBox'> & {
  readonly secrets: Secrets;
};

/** A channel to create. */
export interface CreateChannelInput extends ChannelDraft {
  readonly requestId: string | null;
}

/** The created channel, or the problems of the input. */
export type CreateChannelOutcome =
  | {
      readonly kind: 'Created';
      readonly channel: NotificationChannel;
      /** The signing secret of a webhook; only this response contains it. */
      readonly signingSecret: string | null;
    }
  | { readonly kind: 'Invalid'; readonly problems: readonly FieldProblem[] };

/** Creates a channel. @throws STATE.CONFLICT when the name is taken */
export async function createChannel(
  ports: ChannelPorts,
  principal: Principal,
  input: CreateChannelInput,
): Promise<CreateChannelOutcome> {
  const problems = checkChannel(input, []);
  if (problems.length > 0) return { kind: 'Invalid', problems };
  const signingSecret = input.kind === 'Webhook' ? ports.secrets.create('kerf_webhook') : null;
  const now = ports.clock.now();
  const secrets = signingSecret === null ? input.secrets : { signingSecret };
  const channel: NotificationChannel = {
    id: ports.ids.next('chn'),
    name: input.name.trim(),
    kind: input.kind,
    address: input.address,
    sealedSecrets: seal(ports.secretBox, secrets),
    digestMinutes: input.digestMinutes,
    mutedUntil: null,
    state: 'Active',
    disabledReason: null,
    failingSince: null,
    createdAt: now,
    createdBy: principal.name,
    updatedAt: now,
    version: 1,
  };
  await ports.store.transaction(async (tx) => {
    await tx.notificationChannels.insert(channel);
    await auditChannel(ports, tx, principal, {
      action: 'notification-channel.create',
      after: channel,
      requestId: input.requestId,
    });
  });
  return { kind: 'Created', channel, signingSecret };
}

/** Changes to a channel; absent fields stay as they are. */
export interface UpdateChannelInput {
  readonly id: NotificationChannelId;
  readonly expectedVersion: ExpectedVersion;
  readonly name?: string | undefined;
  readonly address?: Partial<ChannelAddress> | undefined;
  readonly secrets?: ChannelSecrets | undefined;
  readonly digestMinutes?: number | undefined;
  /** `null` ends the mute. */
  readonly mutedUntil?: Instant | null | undefined;
  readonly isEnabled?: boolean | undefined;
  readonly requestId: string | null;
}

/** The result of a change of a channel. */
export type ChangeChannelOutcome =
  | { readonly kind: 'Changed'; readonly channel: NotificationChannel }
  | { readonly kind: 'NotFound' }
  | { readonly kind: 'Stale'; readonly channel: NotificationChannel }
  | { readonly kind: 'Invalid'; readonly problems: readonly FieldProblem[] };

/** Changes, mutes, disables or enables a channel. @throws STATE.CONFLICT when the name is taken */
export async function updateChannel(
  ports: ChannelPorts,
  principal: Principal,
  input: UpdateChannelInput,
): Promise<ChangeChannelOutcome> {
  return changeChannel(
    ports,
    principal,
    { ...input, action: 'notification-channel.update' },
    (channel) => {
      const draft: ChannelDraft = {
        kind: channel.kind,
        name: input.name ?? channel.name,
        address: { ...channel.address, ...input.address },
        secrets: input.secrets ?? {},
        digestMinutes: input.digestMinutes ?? channel.digestMinutes,
      };
      const problems = [
        ...checkChannel(draft, secretNames(channel)),
        ...serverProblems(channel, draft),
      ];
      if (problems.length > 0) return problems;
      return {
        ...channel,
        name: draft.name.trim(),
        address: draft.address,
        sealedSecrets: { ...channel.sealedSecrets, ...seal(ports.secretBox, draft.secrets) },
        digestMinutes: draft.digestMinutes,
        mutedUntil: input.mutedUntil === undefined ? channel.mutedUntil : input.mutedUntil,
        ...(input.isEnabled === undefined ? {} : enabled(channel, input.isEnabled, principal.name)),
      };
    },
  );
}

/** A stored password is for its server: another one would get it. */
function serverProblems(
  { address, sealedSecrets }: NotificationChannel,
  draft: ChannelDraft,
): readonly FieldProblem[] {
  const isStored =
    sealedSecrets.smtpPassword !== undefined && draft.secrets.smtpPassword === undefined;
  if (!isStored || draft.address.smtpHost === address.smtpHost) return [];
  return [
    {
      path: 'smtpPassword',
      message: `is required with another server: the stored one is for ${address.smtpHost}`,
    },
  ];
}

function enabled(
  { state, disabledReason, failingSince }: NotificationChannel,
  isEnabled: boolean,
  by: string,
): Pick<NotificationChannel, 'state' | 'disabledReason' | 'failingSince'> {
  if (isEnabled) {
    const isStill = state === 'Active';
    return { state: 'Active', disabledReason: null, failingSince: isStill ? failingSince : null };
  }
  return {
    state: 'Disabled',
    disabledReason: state === 'Disabled' ? disabledReason : `Disabled by ${by}.`,
    failingSince,
  };
}

/** Rotation of a secret of a webhook, or its end. */
export interface RotateSecretInput {
  readonly id: NotificationChannelId;
  readonly expectedVersion: ExpectedVersion;
  /** Ends the rotation: only the new secret signs from now on. */
  readonly endsRotation: boolean;
  readonly requestId: string | null;
}

/**
 * Creates a second signing secret for a webhook; deliveries are signed with both until the rotation
 * is ended. Returns the secret once.
 */
export async function rotateSigningSecret(
  ports: ChannelPorts,
  principal: Principal,
  { endsRotation, ...input }: RotateSecretInput,
): Promise<ChangeChannelOutcome & { readonly signingSecret: string | null }> {
  const created = endsRotation ? null : ports.secrets.create('kerf_webhook');
  const outcome = await changeChannel(
    ports,
    principal,
    { ...input, action: 'notification-channel.rotate-secret' },
    (channel) => {
      if (channel.kind !== 'Webhook') {
        return [{ path: 'id', message: 'must be a channel of kind WEBHOOK' }];
      }
      const { signingSecret: current } = channel.sealedSecrets;
      const previous =
        created === null || current === undefined ? {} : { previousSigningSecret: current };
      const newest = created === null ? current : ports.secretBox.seal(created);
      return {
        ...channel,
        sealedSecrets: { ...(newest === undefined ? {} : { signingSecret: newest }), ...previous },
      };
    },
  );
  return { ...outcome, signingSecret: outcome.kind === 'Changed' ? created : null };
}

/** Removes a channel with its rules and deliveries. */
export async function removeChannel(
  ports: Pick<Ports, 'store' | 'clock' | 'ids'>,
  principal: Principal,
  input: {
    readonly id: NotificationChannelId;
    readonly expectedVersion: ExpectedVersion;
    readonly requestId: string | null;
  },
): Promise<Exclude<ChangeChannelOutcome, { kind: 'Invalid' }>> {
  return ports.store.transaction(async (tx) => {
    const channel = await tx.notificationChannels.find(input.id);
    if (channel === null) return { kind: 'NotFound' };
    const isCurrent = isExpectedVersion(channel.version, input.expectedVersion);
    if (!isCurrent || !(await tx.notificationChannels.remove(channel))) {
      return { kind: 'Stale', channel };
    }
    await auditChannel(ports, tx, principal, {
      action: 'notification-channel.remove',
      before: channel,
      requestId: input.requestId,
    });
    return { kind: 'Changed', channel };
  });
}

interface Change {
  readonly id: NotificationChannelId;
  readonly expectedVersion: ExpectedVersion;
  readonly action: string;
  readonly requestId: string | null;
}

function changeChannel(
  ports: ChannelPorts,
  principal: Principal,
  { id, expectedVersion, action, requestId }: Change,
  change: (channel: NotificationChannel) => NotificationChannel | readonly FieldProblem[],
): Promise<ChangeChannelOutcome> {
  return ports.store.transaction(async (tx): Promise<ChangeChannelOutcome> => {
    const channel = await tx.notificationChannels.find(id);
    if (channel === null) return { kind: 'NotFound' };
    if (!isExpectedVersion(channel.version, expectedVersion)) return { kind: 'Stale', channel };
    const changed = change(channel);
    if (!('id' in changed)) return { kind: 'Invalid', problems: changed };
    if (isSameJson(changed, channel)) return { kind: 'Changed', channel };
    const saved = await tx.notificationChannels.save({ ...changed, updatedAt: ports.clock.now() });
    if (saved === null) return { kind: 'Stale', channel };
    await auditChannel(ports, tx, principal, { action, before: channel, after: saved, requestId });
    return { kind: 'Changed', channel: saved };
  });
}

/** Returns the names of the secrets that a channel has. */
export const secretNames = ({ sealedSecrets }: NotificationChannel): readonly ChannelSecretName[] =>
  channelSecretNames.filter((name) => sealedSecrets[name] !== undefined);

function seal(box: SecretBox, secrets: ChannelSecrets): ChannelSecrets {
  return Object.fromEntries(
    channelSecretNames.flatMap((name) => {
      const secret = secrets[name];
      return secret === undefined ? [] : [[name, box.seal(secret)] as const];
    }),
  );
}

interface ChannelWrite {
  readonly action: string;
  readonly before?: NotificationChannel;
  readonly after?: NotificationChannel;
  readonly requestId: string | null;
}

function auditChannel(
  ports: Pick<Ports, 'clock' | 'ids'>,
  tx: Pick<Repositories, 'audit'>,
  principal: Principal,
  { action, before, after, requestId }: ChannelWrite,
): Promise<void> {
  const { id = '', name = '' } = after ?? before ?? {};
  return auditWrite(ports, tx, principal, {
    action,
    object: { kind: 'NotificationChannel', id, name },
    ...(before === undefined ? {} : { before: audited(before) }),
    ...(after === undefined ? {} : { after: audited(after) }),
    requestId,
  });
}

/** The fields that the audit log shows; never secrets. */
const audited = (channel: NotificationChannel) => ({
  name: channel.name,
  kind: channel.kind,
  address: channel.address,
  secrets: secretNames(channel),
  digestMinutes: channel.digestMinutes,
  mutedUntil: channel.mutedUntil,
  state: channel.state,
});
