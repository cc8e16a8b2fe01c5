import { randomUUID } from 'node:crypto';
import type { Tags } from '../iam/identity.js';
import type { Timers } from '../time/timers.js';

export interface Queue {
  /** The ARN. */
  readonly id: string;
  readonly accountId: string;
  readonly region: string;
  readonly name: string;
  readonly createdAt: number;
  /** Attributes that were set, in the spelling of SQS, e.g. `VisibilityTimeout: '30'`. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly tags: Tags;
  /**
   * True if EventBridge rules of its account and region send events of EC2 and AWS Health to it.
   */
  readonly receivesEvents: boolean;
  readonly messages: readonly Message[];
}

export interface Message {
  readonly id: string;
  readonly body: string;
  readonly attributes: Readonly<Record<string, MessageAttribute>>;
  readonly senderId: string;
  readonly sentAt: number;
  /** The message is hidden before this time: it is delayed, or received and not deleted. */
  readonly visibleAt: number;
  readonly receiveCount: number;
  readonly firstReceivedAt: number | null;
  /** Handle of the last receipt. */
  readonly receiptHandle: string | null;
}

export interface MessageAttribute {
  readonly dataType: string;
  readonly text: string;
}

export interface NewMessage {
  readonly body: string;
  readonly senderId: string;
  readonly attributes?: Readonly<Record<string, MessageAttribute>>;
  readonly delayMs?: number;
}

/** Defaults of SQS, in seconds as text. */
export const queueDefaults: Readonly<Record<string, string>> = {
  DelaySeconds: '0',
  MaximumMessageSize: '1048576',
  MessageRetentionPeriod: '345600',
  ReceiveMessageWaitTimeSeconds: '0',
  VisibilityTimeout: '30',
};

export function queueSetting(queue: Queue, name: string): string | null {
  return queue.attributes[name] ?? queueDefaults[name] ?? null;
}

/** The SQS queues. They use real time, because the client's timeouts are not sped up. */
export class Queues {
  readonly #queues: Map<string, Queue>;
  readonly #timers: Timers;
  readonly #listeners = new Map<string, Set<() => void>>();

  constructor(queues: Map<string, Queue>, timers: Timers) {
    this.#queues = queues;
    this.#timers = timers;
  }

  send(queueId: string, message: NewMessage): Message {
    const now = this.#timers.now();
    const { body, senderId, attributes = {}, delayMs = 0 } = message;
    const sent: Message = {
      id: randomUUID(),
      body,
      attributes,
      senderId,
      sentAt: now,
      visibleAt: now + delayMs,
      receiveCount: 0,
      firstReceivedAt: null,
      receiptHandle: null,
    };
    this.#update(queueId, (messages) => [...messages, sent]);
    for (const listener of this.#listeners.get(queueId) ?? []) listener();
    return sent;
  }

  /** Returns the oldest visible messages, which are then hidden for `visibilityMs`. */
  receive(queueId: string, max: number, visibilityMs: number): readonly Message[] {
    const now = this.#timers.now();
    const received: Message[] = [];
    this.#update(queueId, (messages) =>
      messages.flatMap((message) => {
        if (message.visibleAt > now || received.length >= max) return [message];
        const returned: Message = {
          ...message,
          visibleAt: now + visibilityMs,
          receiveCount: message.receiveCount + 1,
          firstReceivedAt: message.firstReceivedAt ?? now,
          receiptHandle: randomUUID(),
        };
        received.push(returned);
        return [returned];
      }),
    );
    return received;
  }

  /** Deletes a message; as in SQS, it is not an error if it does not exist. */
  remove(queueId: string, receiptHandle: string): void {
    this.#update(queueId, (messages) =>
      messages.filter((message) => message.receiptHandle !== receiptHandle),
    );
  }

  purge(queueId: string): void {
    this.#update(queueId, () => []);
  }

  /** Calls back when a message is sent. Returns a function that removes the listener. */
  onSent(queueId: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(queueId) ?? new Set();
    this.#listeners.set(queueId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
    };
  }

  #update(queueId: string, change: (messages: readonly Message[]) => readonly Message[]): void {
    const queue = this.#queues.get(queueId);
    if (queue === undefined) return;
    const retentionMs = 1000 * Number(queueSetting(queue, 'MessageRetentionPeriod'));
    const oldest = this.#timers.now() - retentionMs;
    const kept = queue.messages.filter(({ sentAt }) => sentAt >= oldest);
    this.#queues.set(queueId, { ...queue, messages: change(kept) });
  }
}
