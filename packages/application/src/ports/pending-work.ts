import type { OutboxMessage } from './outbox-message.js';

/** The jobs of a cluster that the queue holds: waiting, delayed, or running. */
export interface PendingWork {
  /** Returns true when the queue holds a job for the message. */
  has(message: OutboxMessage): boolean;
}
