import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, CloudTarget } from '@kerf/application';
import { AppError, type DurationMs, type Instant, isAppError } from '@kerf/core';
import { toSentence } from '../errors.js';

export interface ClusterToken {
  readonly token: string;
  readonly expiresAt: Instant;
}

/** Creates bearer tokens for a cluster's API, e.g. `CloudProvider.clusterToken`. */
export type ClusterTokenSource = (target: CloudTarget) => Promise<ClusterToken>;

/** A token with less remaining lifetime is replaced, because a request may take this long. */
const renewBeforeMs: DurationMs = 60_000;

/** Maximum time that a request, or the end of a session, waits for a token. */
const mintWithinMs: DurationMs = 20_000;

/** Caches one cluster's token, and creates the next one shortly before it expires. */
export class TokenCache {
  readonly #target: CloudTarget;
  readonly #source: ClusterTokenSource;
  readonly #clock: Clock;
  readonly #withinMs: DurationMs;

  #current: ClusterToken | null = null;
  #minting: Promise<ClusterToken> | null = null;

  constructor(
    target: CloudTarget,
    source: ClusterTokenSource,
    clock: Clock,
    withinMs: DurationMs = mintWithinMs,
  ) {
    this.#target = target;
    this.#source = source;
    this.#clock = clock;
    this.#withinMs = withinMs;
  }

  /** @throws CLUSTER.UNAUTHORIZED if no token can be created */
  async get(): Promise<string> {
    if (this.#current !== null && this.#current.expiresAt - this.#clock.now() > renewBeforeMs)
      return this.#current.token;
    // Concurrent callers share the token that is being created.
    this.#minting ??= this.#mint().finally(() => {
      this.#minting = null;
    });
    return (await this.#minting).token;
  }

  /** Drops a token that the cluster rejected; a newer one is kept. */
  drop(token: string): void {
    if (this.#current?.token === token) this.#current = null;
  }

  async #mint(): Promise<ClusterToken> {
    const done = new AbortController();
    try {
      const late = sleep(this.#withinMs, null, { signal: done.signal });
      const token = await Promise.race([this.#source(this.#target), late]);
      if (token === null) throw new RangeError(`timeout after ${this.#withinMs} ms`);
      this.#current = token;
      return token;
    } catch (cause) {
      throw new AppError({
        code: 'CLUSTER.UNAUTHORIZED',
        message: `No token for cluster ${this.#target.clusterName}: ${toSentence(cause)}`,
        retry: isAppError(cause) ? cause.retry : { kind: 'backoff' },
        ...(isAppError(cause) && { meta: cause.meta }),
        cause,
      });
    } finally {
      done.abort();
    }
  }
}
