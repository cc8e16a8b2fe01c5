import type { Logger } from '@kerf/system';
import type { LoggerService } from '@nestjs/common';

/** Writes Nest's messages to the log, without those for each mapped route. */
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
