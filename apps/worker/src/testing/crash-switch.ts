import { runsAllFaults } from './fault-selection.js';
import { interceptPort } from './intercept-port.js';

/** Thrown in place of the rest of a call after the simulated kill. */
export class Crashed extends Error {
  // No work goes on after it, as after an abort.
  override readonly name = 'AbortError';
}

/**
 * Simulates a kill of the process right after the n-th port call took effect. This also covers a
 * kill right before a call, because nothing is persisted between two calls.
 */
export class CrashSwitch {
  #left: number;
  /** Names of the observed calls, in order. */
  readonly calledMethods: string[] = [];
  /** Name of the call after which the crash occurred; `null` before. */
  at: string | null = null;
  /** Receives the number of each call that took effect; the caller resumes when it resolves. */
  onCall: (call: number) => Promise<void> = () => Promise.resolve();

  constructor(crashAt: number) {
    this.#left = crashAt;
  }

  /** Number of calls observed so far. */
  get calls(): number {
    return this.calledMethods.length;
  }

  /** Returns the same object with a possible crash after each of its methods. */
  guard<T extends object>(name: string, target: T): T {
    return interceptPort(target, async (method, call) => {
      const result: unknown = await call();
      this.#tick(`${name}.${method}`);
      await this.onCall(this.calls);
      return result;
    });
  }

  #tick(place: string): void {
    this.calledMethods.push(place);
    this.#left -= 1;
    if (this.#left !== 0) return;
    this.at = place;
    throw new Crashed(place);
  }
}

/** Adjacent transactions are similar, so one in this number is selected. */
const transactionShare = runsAllFaults ? 2 : 12;

/**
 * Selects the calls after `from` for crash tests: the first call of each method, and a share of the
 * transactions, because there are many.
 * @returns their numbers, starting at 1
 */
export function crashPoints(calledMethods: readonly string[], from: number): readonly number[] {
  const seen = new Set<string>();
  let transactions = 0;
  return calledMethods.flatMap((place, index) => {
    if (index < from) return [];
    if (place === 'store.transaction') {
      transactions += 1;
      return transactions % transactionShare === 1 ? [index + 1] : [];
    }
    if (seen.has(place)) return [];
    seen.add(place);
    return [index + 1];
  });
}
