import type { DurationMs, Instant } from '@kerf/core';
import type { InterruptionKind } from '../domain/interruption/interruption.js';
import type { CloudTarget } from './cloud-provider.js';

/** The queues that bring the cloud's warnings about a cluster's account and region. */
export interface InterruptionQueues {
  open(target: CloudTarget, queueName: string): InterruptionQueue;
}

/** Every call throws `AppError`s with codes `CLOUD.*`. */
export interface InterruptionQueue {
  /** Waits a while for messages, and brings at most 100. What is not deleted comes again after {@link redeliveryMs}. */
  receive(): Promise<readonly QueueMessage[]>;
  delete(receipts: readonly string[]): Promise<void>;
  /** Ends a call that waits; the queue is of no use afterwards. */
  close(): void;
}

/** Source: karpenter aws pkg/providers/sqs. */
export const redeliveryMs: DurationMs = 20_000;

/** A message of an interruption queue. */
export interface QueueMessage {
  /** Stands for this delivery of the message when it is deleted. */
  readonly receipt: string;
  readonly sentAt: Instant | null;
  readonly content: QueueMessageContent;
}

/** What a message of an interruption queue says. */
export type QueueMessageContent =
  | { readonly type: 'Warning'; readonly warning: InterruptionWarning }
  /** An event of a kind that nothing is done about. */
  | { readonly type: 'Other'; readonly source: string; readonly detailType: string }
  /** Not an event at all. */
  | { readonly type: 'Malformed'; readonly problem: string };

/** A warning of AWS about one instance. */
export interface InterruptionWarning {
  readonly kind: InterruptionKind;
  readonly eventId: string;
  readonly instanceIds: readonly string[];
  readonly at: Instant;
  /** When the instances end; `null` when the event names no time. */
  readonly deadline: Instant | null;
}
