import type { DurationMs, Instant } from '@kerf/core';
import type { InterruptionKind } from '../domain/interruption/interruption.js';
import type { CloudTarget } from './cloud-provider.js';

/** The queues that deliver the cloud's interruption warnings for a cluster's account and region. */
export interface InterruptionQueues {
  open(target: CloudTarget, queueName: string): InterruptionQueue;
}

/**
 * Receives the interruption warnings of one cluster from SQS and deletes those that were recorded.
 * Every call throws `AppError`s with codes `CLOUD.*`.
 */
export interface InterruptionQueue {
  /**
   * Waits for messages and returns at most 100. A message that is not deleted is delivered again
   * after {@link redeliveryMs}.
   */
  receive(): Promise<readonly QueueMessage[]>;
  delete(receipts: readonly string[]): Promise<void>;
  /** Aborts a waiting call. The queue cannot be used afterwards. */
  close(): void;
}

/**
 * Time after which a message that is not deleted is delivered again. Source: karpenter aws
 * pkg/providers/sqs.
 */
export const redeliveryMs: DurationMs = 20_000;

/** A message of an interruption queue. */
export interface QueueMessage {
  /** Identifies this delivery of the message for its deletion. */
  readonly receipt: string;
  readonly sentAt: Instant | null;
  readonly content: QueueMessageContent;
}

/** The content of a message of an interruption queue. */
export type QueueMessageContent =
  | { readonly type: 'Warning'; readonly warning: InterruptionWarning }
  /** An event of a kind that Kerf ignores. */
  | { readonly type: 'Other'; readonly source: string; readonly detailType: string }
  /** A message that is not an event. */
  | { readonly type: 'Malformed'; readonly problem: string };

/** A warning from AWS about one or more instances. */
export interface InterruptionWarning {
  readonly kind: InterruptionKind;
  readonly eventId: string;
  readonly instanceIds: readonly string[];
  readonly at: Instant;
  /** When the instances end; `null` when the event names no time. */
  readonly deadline: Instant | null;
}
