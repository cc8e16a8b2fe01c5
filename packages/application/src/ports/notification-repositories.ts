import type {
  Instant,
  NotificationChannelId,
  NotificationDeliveryId,
  NotificationEventId,
  NotificationRuleId,
  UserId,
} from '@kerf/core';
import type { ChatIdentity, ChatPerson } from '../domain/notification/chat-identity.js';
import type { NotificationChannel } from '../domain/notification/notification-channel.js';
import type {
  DeliveryAttempt,
  NotificationDelivery,
} from '../domain/notification/notification-delivery.js';
import type {
  NewNotificationEvent,
  NotificationEvent,
} from '../domain/notification/notification-event.js';
import type { NotificationRule } from '../domain/notification/notification-rule.js';

/** The repositories of notifications. */
export interface NotificationRepositories {
  readonly notificationEvents: NotificationEventRepository;
  readonly notificationChannels: NotificationChannelRepository;
  readonly notificationDeliveries: NotificationDeliveryRepository;
  readonly chatIdentities: ChatIdentityRepository;
}

/**
 * Events that are sent to channels. The repositories of decisions, the audit log, findings and
 * interruptions record them in the transaction of the cause.
 */
export interface NotificationEventRepository {
  /** Records an event and the job that sends it to the channels of the rules. */
  record(event: NewNotificationEvent): Promise<void>;
  /** Records an event that is sent to one channel only. */
  recordRouted(event: NewNotificationEvent): Promise<NotificationEvent>;
  /**
   * Marks an event as sent to the channels of the rules.
   * @returns `null` if it already is, or does not exist
   */
  takeUnrouted(id: NotificationEventId, now: Instant): Promise<NotificationEvent | null>;
  /** Returns events that were recorded before and are not marked, the oldest first. */
  unrouted(before: Instant, limit: number): Promise<readonly NotificationEventId[]>;
  /** Returns those of these events that exist, in order of their sequence. */
  findAll(ids: readonly NotificationEventId[]): Promise<readonly NotificationEvent[]>;
  /** Removes events and finished deliveries that are older. */
  prune(before: Instant): Promise<void>;
}

/** Channels and rules. */
export interface NotificationChannelRepository {
  /** @throws STATE.CONFLICT when the name is taken */
  insert(channel: NotificationChannel): Promise<void>;
  find(id: NotificationChannelId): Promise<NotificationChannel | null>;
  /** Returns the channels, ordered by name. */
  list(): Promise<readonly NotificationChannel[]>;
  /** @throws STATE.CONFLICT when the name is taken */
  save(channel: NotificationChannel): Promise<NotificationChannel | null>;
  /** Sets since when deliveries of a channel fail, without changing `version`. */
  setFailing(id: NotificationChannelId, failingSince: Instant | null): Promise<void>;
  /** Removes a channel with its rules and deliveries. @returns false when it has changed */
  remove(channel: NotificationChannel): Promise<boolean>;

  insertRule(rule: NotificationRule): Promise<void>;
  findRule(id: NotificationRuleId): Promise<NotificationRule | null>;
  /** Returns the rules, ordered by name. */
  rules(): Promise<readonly NotificationRule[]>;
  saveRule(rule: NotificationRule): Promise<NotificationRule | null>;
  /** @returns false when it has changed */
  removeRule(rule: NotificationRule): Promise<boolean>;
}

/** Deliveries and their attempts. */
export interface NotificationDeliveryRepository {
  insert(delivery: NotificationDelivery): Promise<void>;
  find(id: NotificationDeliveryId): Promise<NotificationDelivery | null>;
  save(delivery: NotificationDelivery): Promise<NotificationDelivery | null>;
  /**
   * Adds an event to a digest of the channel that still collects events.
   * @returns false when there is none
   */
  addToDigest(
    channelId: NotificationChannelId,
    eventId: NotificationEventId,
    now: Instant,
  ): Promise<boolean>;
  addAttempt(attempt: DeliveryAttempt): Promise<void>;
  /** Returns the attempts, the first one first. */
  attempts(id: NotificationDeliveryId): Promise<readonly DeliveryAttempt[]>;
  /**
   * Sets the next attempt of pending deliveries that should have begun before to now.
   * @returns their ids
   */
  takeOverdue(
    before: Instant,
    now: Instant,
    limit: number,
  ): Promise<readonly NotificationDeliveryId[]>;
}

/** The users whom people in chats are. */
export interface ChatIdentityRepository {
  insertCode(code: {
    readonly digest: string;
    readonly userId: UserId;
    readonly expiresAt: Instant;
  }): Promise<void>;
  /** Redeems a code, which can be used once; `null` when it is unknown, used or expired. */
  takeCode(digest: string, now: Instant): Promise<UserId | null>;
  /** Links a person; an earlier link of the person is replaced, and one from before apps were recorded. */
  link(identity: ChatIdentity): Promise<void>;
  find(person: ChatPerson): Promise<ChatIdentity | null>;
  ofUser(userId: UserId): Promise<readonly ChatIdentity[]>;
  /** @returns the number of removed links */
  unlink(userId: UserId): Promise<number>;
}
