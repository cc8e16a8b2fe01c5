import type { OutboxMessage } from './outbox-message.js';

/** The jobs of a cluster that the queue holds: waiting, delayed, or running. */
export interface PendingWork {
  /** True when the queue holds a job that does what the message asks for. */
  has(message: OutboxMessage): boolean;
}
