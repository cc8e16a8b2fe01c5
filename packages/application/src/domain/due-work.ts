import type { DurationMs, Instant } from '@kerf/core';

/** Whether repeated work has to be done: when its inputs changed, and now and then in any case. */
export class DueWork {
  readonly #everyMs: DurationMs;
  #done: { readonly at: Instant; readonly inputs: readonly unknown[] } | null = null;

  /** @param everyMs interval of the work while its inputs are unchanged */
  constructor(everyMs: DurationMs) {
    this.#everyMs = everyMs;
  }

  /**
   * Does the work if it is due. Work that fails stays due.
   * @param inputs compared by identity with those of the last work
   */
  async run(now: Instant, inputs: readonly unknown[], work: () => Promise<unknown>): Promise<void> {
    const last = this.#done;
    const isUnchanged =
      last !== null &&
      last.inputs.length === inputs.length &&
      last.inputs.every((input, index) => Object.is(input, inputs[index]));
    if (isUnchanged && now - last.at < this.#everyMs) return;
    await work();
    this.#done = { at: now, inputs };
  }
}
