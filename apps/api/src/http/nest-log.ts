import type { Logger } from '@kerf/telemetry';
import type { LoggerService } from '@nestjs/common';

/** Nest's own words as lines of the log; what it says of every route it maps is left out. */
export class NestLog implements LoggerService {
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  log(message: unknown): void {
    this.#log.debug({}, String(message));
  }

  warn(message: unknown): void {
    this.#log.warn({}, String(message));
  }

  error(message: unknown, ...details: readonly unknown[]): void {
    this.#log.error({ details }, String(message));
  }
}
