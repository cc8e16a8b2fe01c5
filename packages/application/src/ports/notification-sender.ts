import type { DurationMs, Instant, NotificationDeliveryId } from '@kerf/core';
import type {
  ChannelAddress,
  ChannelKind,
  ChannelSecrets,
} from '../domain/notification/notification-channel.js';
import type { AttemptOutcome } from '../domain/notification/notification-delivery.js';
import type { NotificationEvent } from '../domain/notification/notification-event.js';

/** A channel with its secrets decrypted; never log it. */
export interface OpenChannel {
  readonly kind: ChannelKind;
  readonly name: string;
  readonly address: ChannelAddress;
  readonly secrets: ChannelSecrets;
}

/** Events to send together. */
export interface NotificationMessage {
  readonly deliveryId: NotificationDeliveryId;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly sentAt: Instant;
  /** At least one. */
  readonly events: readonly NotificationEvent[];
}

/** The result of an attempt. */
export interface SendOutcome {
  readonly outcome: AttemptOutcome;
  /** Status of HTTP or SMTP; `null` without a response. */
  readonly status: number | null;
  readonly latencyMs: DurationMs;
  /** The beginning of the response, or why there is none; never a secret. */
  readonly response: string;
  /** How long the receiver asks to wait; `null` when it does not. */
  readonly retryAfterMs: DurationMs | null;
  /** The receiver wants no more deliveries, e.g. by HTTP 410. */
  readonly isGone: boolean;
}

/** An answer to a click on a button. */
export interface SlackReply {
  /** Text in Slack's markup; names are escaped. */
  readonly text: string;
  /** Whether the whole channel sees it; otherwise only the person who clicked. */
  readonly isForAll: boolean;
  /**
   * The title of the message with the button. It is replaced by the title and the answer, so that
   * nobody clicks on a decision that is made; absent: the message stays as it is.
   */
  readonly replaces?: string | undefined;
}

/** Sends notifications to channels of every kind. */
export interface NotificationSender {
  /** Makes one attempt; never throws for what the receiver or the network does. */
  send(channel: OpenChannel, message: NotificationMessage): Promise<SendOutcome>;
  /** Answers a click on a button of a Slack message. */
  replyToSlack(responseUrl: string, reply: SlackReply): Promise<SendOutcome>;
}

/** Encrypts secrets for the database. */
export interface SecretBox {
  /** Encrypts a secret. @throws CONFIG.INVALID without a key */
  seal(secret: string): string;
  /** Decrypts a secret. @throws CONFIG.INVALID without the key that encrypted it */
  open(sealed: string): string;
}
