import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ChangeChannelOutcome,
  type ChangeRuleOutcome,
  type ChannelAddress,
  type ChannelSecrets,
  channelSecretNames,
  createChannel,
  createRule,
  isNotificationEventKind,
  type NotificationEventKind,
  redeliver,
  removeChannel,
  removeRule,
  rotateSigningSecret,
  testChannel,
  updateChannel,
  updateRule,
} from '@kerf/application';
import { assertNever, hasErrorCode, ok } from '@kerf/core';
import { NotificationDeliveryQueries } from '@kerf/db';
import { Inject, Injectable } from '@nestjs/common';
import { given } from '../../contract/given.js';
import { type Outcome, refuse, refuseFields, refuseStale } from '../../contract/outcome.js';
import type { OfVersion, Versioned } from '../../contract/versioned.js';
import type {
  CreateNotificationChannelInput,
  CreateNotificationRuleInput,
  NotificationChannel,
  NotificationDelivery,
  NotificationRule,
  UpdateNotificationChannelInput,
  UpdateNotificationRuleInput,
} from '../../generated/schema-types.js';
import { type ApiPorts, PORTS } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { toChannelView, toDeliveryView, toRuleView } from './notification.mapper.js';

type UpdateInput = OfVersion<UpdateNotificationChannelInput>;

/** Fields of a channel; absent ones and `null` stay as they are, or are not set. */
type ChannelFields = Omit<
  UpdateInput,
  keyof Versioned | 'name' | 'mutedUntil' | 'isEnabled' | 'digestMinutes'
>;

/** A channel, and its signing secret if this call created it. */
export interface ChannelWithSecret {
  readonly channel: NotificationChannel;
  readonly signingSecret: string | null;
}

const emptyAddress: ChannelAddress = {
  url: null,
  slackChannel: null,
  smtpHost: null,
  smtpPort: null,
  smtpSecurity: null,
  smtpUser: null,
  emailFrom: null,
  emailTo: [],
};

/** How long a test waits for its outcome. */
const testWaitMs = 10_000;
const testPollMs = 200;

/** Writes to channels, rules and deliveries, for REST and GraphQL. */
@Injectable()
export class NotificationWrites {
  constructor(
    @Inject(PORTS)
    private readonly ports: Pick<ApiPorts, 'store' | 'clock' | 'ids' | 'secretBox' | 'secrets'>,
    @Inject(NotificationDeliveryQueries) private readonly deliveries: NotificationDeliveryQueries,
  ) {}

  create(
    { principal, requestId }: Caller,
    { name, kind, digestMinutes, ...fields }: CreateNotificationChannelInput,
  ): Promise<Outcome<ChannelWithSecret>> {
    return orRefused(async () => {
      const outcome = await createChannel(this.ports, principal, {
        name,
        kind,
        address: { ...emptyAddress, ...addressOf(fields) },
        secrets: secretsOf(fields),
        digestMinutes: digestMinutes ?? 0,
        requestId,
      });
      if (outcome.kind === 'Invalid') return refuseFields(outcome.problems);
      const { channel, signingSecret } = outcome;
      return ok({ channel: toChannelView(channel), signingSecret });
    });
  }

  update(
    { principal, requestId }: Caller,
    input: UpdateInput,
  ): Promise<Outcome<NotificationChannel>> {
    const { id, expectedVersion, name, digestMinutes, mutedUntil, isEnabled, ...fields } = input;
    return orRefused(async () => {
      const outcome = await updateChannel(this.ports, principal, {
        id,
        expectedVersion,
        name: name ?? undefined,
        address: addressOf(fields),
        secrets: secretsOf(fields),
        digestMinutes: digestMinutes ?? undefined,
        mutedUntil,
        isEnabled: isEnabled ?? undefined,
        requestId,
      });
      return toChannelOutcome(id, outcome);
    });
  }

  rotate(
    { principal, requestId }: Caller,
    { id, expectedVersion }: Versioned,
    endsRotation: boolean,
  ): Promise<Outcome<ChannelWithSecret>> {
    return orRefused(async () => {
      const input = { id, expectedVersion, endsRotation, requestId };
      const outcome = await rotateSigningSecret(this.ports, principal, input);
      const changed = toChannelOutcome(id, outcome);
      return changed.ok
        ? ok({ channel: changed.value, signingSecret: outcome.signingSecret })
        : changed;
    });
  }

  async remove(
    { principal, requestId }: Caller,
    { id, expectedVersion }: Versioned,
  ): Promise<Outcome<NotificationChannel>> {
    const input = { id, expectedVersion, requestId };
    return toChannelOutcome(id, await removeChannel(this.ports, principal, input));
  }

  /** Waits for the first attempt. */
  async test({ principal, requestId }: Caller, id: string): Promise<Outcome<NotificationDelivery>> {
    const requested = await testChannel(this.ports, principal, { id, requestId });
    if (requested === null) return refuse('NOT_FOUND', `Channel ${id} not found.`, 'id');
    for (let waitedMs = 0; waitedMs < testWaitMs; waitedMs += testPollMs) {
      const delivery = await this.deliveries.find(requested.id);
      if (delivery !== null && delivery.log.length > 0) return ok(toDeliveryView(delivery));
      await sleep(testPollMs);
    }
    return this.#delivery(requested.id);
  }

  async redeliver(
    { principal, requestId }: Caller,
    id: string,
  ): Promise<Outcome<NotificationDelivery>> {
    const outcome = await redeliver(this.ports, principal, { id, requestId });
    switch (outcome.kind) {
      case 'Requested':
        return this.#delivery(outcome.delivery.id);
      case 'NotFound':
        return refuse('NOT_FOUND', `Delivery ${id} not found.`, 'id');
      case 'Pending':
        return refuse(
          'CONFLICT',
          'An attempt is about to begin or under way. Wait for its outcome.',
          'id',
        );
      default:
        return assertNever(outcome);
    }
  }

  async createRule(
    { principal, requestId }: Caller,
    { channelId, name, eventKinds, ...fields }: CreateNotificationRuleInput,
  ): Promise<Outcome<NotificationRule>> {
    const kinds = kindsOf(eventKinds);
    if (!kinds.ok) return kinds;
    const outcome = await createRule(this.ports, principal, {
      channelId,
      name,
      eventKinds: kinds.value ?? [],
      leastSeverity: fields.leastSeverity ?? 'Info',
      clusterIds: fields.clusterIds ?? [],
      nodePools: fields.nodePools ?? [],
      teamIds: fields.teamIds ?? [],
      isEnabled: fields.isEnabled ?? true,
      requestId,
    });
    return toRuleOutcome('', outcome);
  }

  async updateRule(
    { principal, requestId }: Caller,
    { id, expectedVersion, eventKinds, ...fields }: OfVersion<UpdateNotificationRuleInput>,
  ): Promise<Outcome<NotificationRule>> {
    const kinds = kindsOf(eventKinds);
    if (!kinds.ok) return kinds;
    const outcome = await updateRule(this.ports, principal, {
      id,
      expectedVersion,
      requestId,
      fields: given({ ...fields, eventKinds: kinds.value }),
    });
    return toRuleOutcome(id, outcome);
  }

  async removeRule(
    { principal, requestId }: Caller,
    { id, expectedVersion }: Versioned,
  ): Promise<Outcome<NotificationRule>> {
    const input = { id, expectedVersion, requestId };
    return toRuleOutcome(id, await removeRule(this.ports, principal, input));
  }

  async #delivery(id: string): Promise<Outcome<NotificationDelivery>> {
    const delivery = await this.deliveries.find(id);
    return delivery === null
      ? refuse('NOT_FOUND', 'The channel was removed meanwhile.', 'id')
      : ok(toDeliveryView(delivery));
  }
}

/** A taken name, and a missing key, are refusals. */
async function orRefused<T>(write: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await write();
  } catch (error) {
    if (hasErrorCode(error, 'STATE.CONFLICT')) return refuse('CONFLICT', error.message, 'name');
    if (hasErrorCode(error, 'CONFIG.INVALID')) return refuse('INVALID', error.message);
    throw error;
  }
}

const addressOf = (fields: ChannelFields): Partial<ChannelAddress> =>
  Object.fromEntries(entriesOf(fields, Object.keys(emptyAddress)));

const secretsOf = (fields: ChannelFields): ChannelSecrets =>
  Object.fromEntries(entriesOf(fields, channelSecretNames));

/** Returns the given ones of the named fields. */
const entriesOf = (
  fields: ChannelFields,
  names: readonly string[],
): readonly (readonly unknown[])[] =>
  Object.entries(given(fields)).filter(([name]) => names.includes(name));

/** Checks the kinds of events, if some are given. */
function kindsOf(
  names: readonly string[] | null | undefined,
): Outcome<readonly NotificationEventKind[] | undefined> {
  if (names === null || names === undefined) return ok(undefined);
  const unknown = names.find((name) => !isNotificationEventKind(name));
  return unknown === undefined
    ? ok(names.filter(isNotificationEventKind))
    : refuse(
        'INVALID',
        `${JSON.stringify(unknown)} is not a kind of event; notificationEventKinds lists them`,
        'eventKinds',
      );
}

function toChannelOutcome(id: string, outcome: ChangeChannelOutcome): Outcome<NotificationChannel> {
  switch (outcome.kind) {
    case 'Changed':
      return ok(toChannelView(outcome.channel));
    case 'NotFound':
      return refuse('NOT_FOUND', `Channel ${id} not found.`, 'id');
    case 'Stale':
      return refuseStale(meanwhile, outcome.channel.version);
    case 'Invalid':
      return refuseFields(outcome.problems);
    default:
      return assertNever(outcome);
  }
}

function toRuleOutcome(id: string, outcome: ChangeRuleOutcome): Outcome<NotificationRule> {
  switch (outcome.kind) {
    case 'Changed':
      return ok(toRuleView(outcome.rule));
    case 'NotFound':
      return refuse('NOT_FOUND', `Rule ${id} not found.`, 'id');
    case 'Stale':
      return refuseStale(meanwhile, outcome.rule.version);
    case 'Invalid':
      return refuseFields(outcome.problems);
    default:
      return assertNever(outcome);
  }
}

const meanwhile = 'It was changed meanwhile';
