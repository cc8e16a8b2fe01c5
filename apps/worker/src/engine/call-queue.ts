/**
 * Calls that wait for a thread. Urgent calls are taken first; calls of equal urgency are taken in
 * order of arrival.
 */
export class CallQueue<Call> {
  readonly #urgent: Call[] = [];
  readonly #others: Call[] = [];

  push(call: Call, { isUrgent }: { readonly isUrgent: boolean }): void {
    (isUrgent ? this.#urgent : this.#others).push(call);
  }

  /** @returns the next call, or `undefined` if the queue is empty */
  take(): Call | undefined {
    return this.#urgent.shift() ?? this.#others.shift();
  }
}
