import { AppError, type ErrorCode, mulberry32 } from '@kerf/core';
import { interceptPort } from './intercept-port.js';

/** Retryable failures of a port, as its adapter reports them. */
const failures: Readonly<Record<string, readonly ErrorCode[]>> = {
  cloud: ['CLOUD.RATE_LIMITED', 'CLOUD.UNAUTHORIZED', 'CLOUD.UNREACHABLE'],
  gateway: [
    'CLUSTER.CONFLICT',
    'CLUSTER.FAILED',
    'CLUSTER.FORBIDDEN',
    'CLUSTER.RATE_LIMITED',
    'CLUSTER.UNAUTHORIZED',
    'CLUSTER.UNREACHABLE',
  ],
  cache: ['CLUSTER.NOT_SYNCED'],
  store: ['DB.UNAVAILABLE'],
};

/**
 * Makes port calls fail while it is active: half of them before they have an effect, and half
 * after it, as if the response was lost. The choice depends on the seed only.
 */
export class RandomFaults {
  /** Ratio of failing calls, by port; other ports do not fail. */
  ratios: Readonly<Record<string, number>> = {};
  /** Number of failed calls by `port.method`. */
  readonly failed = new Map<string, number>();
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = mulberry32(seed);
  }

  /** Returns the same object, whose methods can fail. */
  guard<T extends object>(name: string, target: T): T {
    return interceptPort(target, (method, call) => {
      const error = this.#nextFailure(name, method);
      if (error === null) return call();
      const hasEffect = this.#random() < 0.5;
      const result = hasEffect ? call() : null;
      if (!(result instanceof Promise)) throw error;
      return result.then(() => {
        throw error;
      });
    });
  }

  /** Returns the items in random order, some of them twice, as a standard SQS queue delivers. */
  deliver<T>(items: readonly T[]): readonly T[] {
    if (Object.keys(this.ratios).length === 0) return items;
    return [...items, ...items.filter(() => this.#random() < 0.5)]
      .map((item) => ({ item, place: this.#random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item);
  }

  #nextFailure(port: string, method: string): AppError | null {
    const codes = failures[port] ?? [];
    if (this.#random() >= (this.ratios[port] ?? 0)) return null;
    const code = codes[Math.floor(this.#random() * codes.length)];
    if (code === undefined) return null;
    const place = `${port}.${method}`;
    this.failed.set(place, (this.failed.get(place) ?? 0) + 1);
    return new AppError({ code, message: `${place} fails`, retry: { kind: 'backoff' } });
  }
}
