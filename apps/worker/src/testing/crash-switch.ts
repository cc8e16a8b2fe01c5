/** What a process that was killed leaves of the call it was in: nothing. */
export class Crashed extends Error {}

/**
 * Kills the process, as it were, right after the n-th call of a port had its effect. Right before a
 * call is right after the one before it: between them is nothing that lasts.
 */
export class CrashSwitch {
  #left: number;
  /** Calls seen so far. */
  calls = 0;
  /** The call at which it crashed. */
  at: string | null = null;

  constructor(crashAt: number) {
    this.#left = crashAt;
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
          return result;
        };
      },
    });
  }

  #tick(place: string): void {
    this.calls += 1;
    this.#left -= 1;
    if (this.#left !== 0) return;
    this.at = place;
    throw new Crashed(place);
  }
}
