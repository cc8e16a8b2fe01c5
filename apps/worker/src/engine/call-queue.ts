/** Calls that wait for a thread: urgent ones are taken first, each kind in the order it came. */
export class CallQueue<Call> {
  readonly #urgent: Call[] = [];
  readonly #others: Call[] = [];

  push(call: Call, { isUrgent }: { readonly isUrgent: boolean }): void {
    (isUrgent ? this.#urgent : this.#others).push(call);
  }

  /** @returns `undefined` when none waits */
  take(): Call | undefined {
    return this.#urgent.shift() ?? this.#others.shift();
  }
}
