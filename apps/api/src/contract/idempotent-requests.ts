import type { Database, IdempotentWork } from '@kerf/db';
import { runIdempotently } from '@kerf/db';
import { Inject, Injectable } from '@nestjs/common';
import { type ApiPorts, DATABASE, PORTS } from '../parts.js';
import { type Caller, markReplay } from '../request/current-request.js';
import { badInput } from './public-error.js';

export interface KeyedWrite {
  readonly caller: Caller;
  /** The same name in REST and GraphQL, so that a key stands for the same write in both. */
  readonly operation: string;
  /** The client's key; without one, each request is a new write. */
  readonly key: string | null | undefined;
  readonly input: unknown;
}

const maxKeyLength = 255;

/** Executes a write with an idempotency key once, however often it is sent. */
@Injectable()
export class IdempotentRequests {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(PORTS) private readonly ports: Pick<ApiPorts, 'digest' | 'clock'>,
  ) {}

  /**
   * Executes the write, or returns the first final response again and marks the request as a replay.
   * @throws INPUT.INVALID for a key that cannot be kept, STATE.CONFLICT as `runIdempotently` does
   */
  async run<T>(write: KeyedWrite, work: IdempotentWork<T>): Promise<T> {
    const { caller, operation, key, input } = write;
    if (key === null || key === undefined) return work.run();
    if (key === '' || key.length > maxKeyLength || !/^[\x20-\x7e]*$/.test(key)) {
      throw badInput(
        `An idempotency key must have 1 to ${maxKeyLength} printable ASCII characters.`,
      );
    }
    const request = {
      key: `${caller.principal.id} ${operation} ${key}`,
      digest: this.ports.digest.of(input),
      now: this.ports.clock.now(),
    };
    const { answer, isReplay } = await runIdempotently(this.database.pool, request, work);
    if (isReplay) markReplay();
    return answer;
  }
}
