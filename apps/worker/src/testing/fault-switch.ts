import type { AppError } from '@kerf/core';

/** A call of a port that fails once, before it has any effect. */
export interface PortFault {
  /** Its number among all calls of ports, from 1. */
  readonly at: number;
  readonly error: AppError;
}

/** Counts the calls of ports, and makes one of them fail. */
export class FaultSwitch {
  readonly #fault: PortFault | null;
  /** Where each call that was seen went, in their order. */
  readonly places: string[] = [];

  constructor(fault: PortFault | null) {
    this.#fault = fault;
  }

  /** The call that failed, and how; `null` before. */
  get struck(): string | null {
    const place = this.#fault === null ? undefined : this.places[this.#fault.at - 1];
    return place === undefined ? null : `${this.#fault?.error.code} of ${place}`;
  }

  /** The same object, whose methods may fail. */
  guard<T extends object>(name: string, target: T): T {
    return new Proxy(target, {
      get: (object, key, receiver) => {
        const member: unknown = Reflect.get(object, key, receiver);
        if (typeof member !== 'function' || key === 'heldBy') return member;
        return (...args: unknown[]): unknown => {
          this.places.push(`${name}.${String(key)}`);
          if (this.places.length === this.#fault?.at) throw this.#fault.error;
          return member.apply(object, args);
        };
      },
    });
  }
}
