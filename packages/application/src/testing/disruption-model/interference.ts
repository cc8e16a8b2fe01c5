import { AppError, type ErrorCode, interceptMethods } from '@kerf/core';
import type { Dice } from '@kerf/testing';

/** Thrown in place of the rest of a call after the worker was killed. */
export class Killed extends Error {
  // No work goes on after it, as after an abort.
  override readonly name = 'AbortError';
}

/** Retryable failures of a port, as its adapter reports them. */
const failures: Readonly<Record<string, readonly ErrorCode[]>> = {
  cloud: ['CLOUD.RATE_LIMITED', 'CLOUD.UNREACHABLE'],
  gateway: ['CLUSTER.CONFLICT', 'CLUSTER.FAILED', 'CLUSTER.RATE_LIMITED', 'CLUSTER.UNREACHABLE'],
  cache: ['CLUSTER.NOT_SYNCED'],
  store: ['DB.UNAVAILABLE'],
};

/** Faults of the port calls of a worker: a kill after one of them, failures, or a delay. */
export class Interference {
  /** Number of calls until the worker is killed, right after the call took effect. */
  callsUntilKill: number | null = null;
  /** Number of calls until one fails, before or after it took effect. */
  callsUntilFailure: number | null = null;
  /** Number of transactions until one waits while other work runs. */
  callsUntilOvertaken: number | null = null;
  /** True from a kill until the worker is started again: no call is possible. */
  isDead = false;
  readonly #dice: Dice;
  readonly #overtake: () => Promise<void>;

  /** @param overtake runs other work of the worker, while a transaction waits */
  constructor(dice: Dice, overtake: () => Promise<void>) {
    this.#dice = dice;
    this.#overtake = overtake;
  }

  /** Ends all interference, and starts the worker again. */
  reset(): void {
    this.callsUntilKill = null;
    this.callsUntilFailure = null;
    this.callsUntilOvertaken = null;
    this.isDead = false;
  }

  /** Returns the same port, whose calls can fail or be the last ones of the worker. */
  guard<T extends object>(name: string, target: T): T {
    return interceptMethods(
      target,
      (method, call) => {
        if (this.isDead) throw new Killed();
        if (method === 'transaction' && this.#isOvertaken()) {
          return this.#overtake().then(() => call());
        }
        const error = this.#nextFailure(name, method);
        if (error === null) return this.#thenKill(call());
        const result = this.#dice.chance(0.5) ? call() : null;
        if (!(result instanceof Promise)) throw error;
        return result.then(() => {
          throw error;
        });
      },
      'heldBy',
    );
  }

  /** Work that overtakes neither fails nor is killed, nor is it overtaken. */
  #isOvertaken(): boolean {
    if (this.callsUntilOvertaken === null) return false;
    this.callsUntilOvertaken -= 1;
    if (this.callsUntilOvertaken > 0) return false;
    this.reset();
    return true;
  }

  #thenKill(result: unknown): unknown {
    if (this.callsUntilKill === null) return result;
    this.callsUntilKill -= 1;
    if (this.callsUntilKill > 0) return result;
    this.callsUntilKill = null;
    const kill = (): never => {
      this.isDead = true;
      throw new Killed();
    };
    return result instanceof Promise ? result.then(kill) : kill();
  }

  #nextFailure(port: string, method: string): AppError | null {
    if (this.callsUntilFailure === null) return null;
    this.callsUntilFailure -= 1;
    if (this.callsUntilFailure > 0) return null;
    this.callsUntilFailure = null;
    const code = this.#dice.pick<ErrorCode>(failures[port] ?? ['DB.UNAVAILABLE']);
    return new AppError({ code, message: `${port}.${method} fails`, retry: { kind: 'backoff' } });
  }
}
