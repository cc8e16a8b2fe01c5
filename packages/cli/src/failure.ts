import type { ExitCode } from './exit-codes.js';

/** A failure with the text for the user and the exit code. */
export class Failure extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.name = 'Failure';
    this.exitCode = exitCode;
  }
}
