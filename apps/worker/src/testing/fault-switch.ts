import type { AppError } from '@kerf/core';
import { interceptPort } from './intercept-port.js';

/** A port call that fails once, before it has any effect. */
export interface PortFault {
  /** Number of the call among all port calls, starting at 1. */
  readonly at: number;
  readonly error: AppError;
}

/** Counts port calls and makes one of them fail. */
export class FaultSwitch {
  readonly #fault: PortFault | null;
  /** Names of the observed calls, in order. */
  readonly calledMethods: string[] = [];

  constructor(fault: PortFault | null) {
    this.#fault = fault;
  }

  /** The call that failed and its error; `null` before. */
  get failedCall(): string | null {
    const place = this.#fault === null ? undefined : this.calledMethods[this.#fault.at - 1];
    return place === undefined ? null : `${this.#fault?.error.code} of ${place}`;
  }

  /** Returns the same object, whose methods can fail. */
  guard<T extends object>(name: string, target: T): T {
    return interceptPort(target, (method, call) => {
      this.calledMethods.push(`${name}.${method}`);
      if (this.calledMethods.length === this.#fault?.at) throw this.#fault.error;
      return call();
    });
  }
}
