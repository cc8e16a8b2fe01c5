/** What a process that was killed leaves of the call it was in: nothing. */
export class Crashed extends Error {}

/**
 * Kills the process, as it were, right after the n-th call of a port had its effect. Right before a
 * call is right after the one before it: between them is nothing that lasts.
 */
export class CrashSwitch {
  #left: number;
  /** Where each call that was seen went, in their order. */
  readonly places: string[] = [];
  /** The call at which it crashed. */
  at: string | null = null;
  /** Receives the number of each call that had its effect; the caller goes on when it resolves. */
  onCall: (call: number) => Promise<void> = () => Promise.resolve();

  constructor(crashAt: number) {
    this.#left = crashAt;
  }

  /** Calls seen so far. */
  get calls(): number {
    return this.places.length;
  }

  /** The same object, with a place to die after each of its methods. */
  guard<T extends object>(name: string, target: T): T {
    return new Proxy(target, {
      get: (object, key, receiver) => {
        const member: unknown = Reflect.get(object, key, receiver);
        if (typeof member !== 'function' || key === 'heldBy') return member;
        return async (...args: unknown[]): Promise<unknown> => {
          const result: unknown = await member.apply(object, args);
          this.#tick(`${name}.${String(key)}`);
          await this.onCall(this.calls);
          return result;
        };
      },
    });
  }

  #tick(place: string): void {
    this.places.push(place);
    this.#left -= 1;
    if (this.#left !== 0) return;
    this.at = place;
    throw new Crashed(place);
  }
}

/**
 * Calls after `from` at which a crash may tell something: the first of every place, and every other
 * transaction, which are many and of which neighbours are alike.
 * @returns their numbers, from 1
 */
export function tellingPlaces(places: readonly string[], from: number): readonly number[] {
  const seen = new Set<string>();
  let transactions = 0;
  return places.flatMap((place, index) => {
    if (index < from) return [];
    if (place === 'store.transaction') {
      transactions += 1;
      return transactions % 2 === 1 ? [index + 1] : [];
    }
    if (seen.has(place)) return [];
    seen.add(place);
    return [index + 1];
  });
}
