import type {
  DurationMs,
  Instant,
  NotificationChannelId,
  NotificationDeliveryId,
  NotificationEventId,
} from '@kerf/core';

/** States of a delivery. */
export const deliveryStates = ['Pending', 'Delivered', 'Failed', 'Muted'] as const;
/** One of {@link deliveryStates}. */
export type DeliveryState = (typeof deliveryStates)[number];

/** One or several events to send to one channel, with the progress. */
export interface NotificationDelivery {
  readonly id: NotificationDeliveryId;
  readonly channelId: NotificationChannelId;
  readonly eventIds: readonly NotificationEventId[];
  readonly state: DeliveryState;
  /** Number of attempts that have begun. */
  readonly attempts: number;
  readonly createdAt: Instant;
  /** Further events are added until then; `null` unless it is a digest. */
  readonly collectsUntil: Instant | null;
  /** When the next attempt may begin; `null` unless it is pending. */
  readonly nextAttemptAt: Instant | null;
  readonly finishedAt: Instant | null;
  /** The delivery that a person sends again; `null` for a first one. */
  readonly redeliveryOf: NotificationDeliveryId | null;
  /** Name of the person who tests the channel or redelivers; `null` for a delivery by rule. */
  readonly requestedBy: string | null;
  readonly version: number;
}

/** Outcomes of an attempt. `Refused` is final; after `Failed` the delivery is retried. */
export const attemptOutcomes = ['Delivered', 'Failed', 'Refused'] as const;
/** One of {@link attemptOutcomes}. */
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** One attempt of a delivery; append-only. */
export interface DeliveryAttempt {
  readonly deliveryId: NotificationDeliveryId;
  readonly number: number;
  readonly at: Instant;
  readonly outcome: AttemptOutcome;
  /** Status of HTTP or SMTP; `null` without a response. */
  readonly status: number | null;
  readonly latencyMs: DurationMs;
  /** The beginning of the response, or why there is none; never a secret. */
  readonly response: string;
}

/** Longest stored response of an attempt, in characters. */
export const maxResponseLength = 1_024;
/** Largest number of events in a digest; further ones begin another digest. */
export const maxEventsOfDigest = 100;

const firstRetryMs: DurationMs = 10_000;
const maxRetryMs: DurationMs = 2 * 3_600_000;
/** A delivery fails for good when it has not succeeded after this time. */
export const retriedForMs: DurationMs = 24 * 3_600_000;

/**
 * Returns how long to wait after a failed attempt, in milliseconds: about 10 s after the first,
 * doubled after each further one, at most two hours. The second half of each delay is random, so
 * that a receiver is not called by all deliveries at once when it is available again. A longer
 * `Retry-After` of the receiver applies, up to a day.
 * @param random from 0 (inclusive) to 1 (exclusive)
 */
export function deliveryRetryMs(
  attempts: number,
  retryAfterMs: DurationMs | null,
  random: number,
): DurationMs {
  const longestMs = Math.min(firstRetryMs * 2 ** Math.min(attempts - 1, 30), maxRetryMs);
  const delayMs = Math.round(longestMs * (0.5 + random / 2));
  return Math.max(delayMs, Math.min(retryAfterMs ?? 0, retriedForMs));
}
