import { AppError } from '@kerf/core';
import type { Ports } from '../ports/ports.js';

/** A method of a port or of a repository, such as `gateway.removeTaint` or `nodeClaims.save`. */
export interface RefusedCall {
  readonly of: string;
  /** A text that the arguments of the refused calls contain. */
  readonly about: string;
}

/** Returns ports that refuse a call about one object, as a webhook or a policy does. */
export function refusing(ports: Ports, call: RefusedCall): Ports {
  const [owner = '', method = ''] = call.of.split('.');
  const within = <T extends object>(all: T): T => replaceMember(all, owner, method, call.about);
  const { store } = ports;
  return within({
    ...ports,
    store: {
      ...within(store),
      transaction: (work) => store.transaction((tx) => work(within(tx))),
    },
  });
}

/** Returns the object, whose member `owner` refuses the method. */
function replaceMember<T extends object>(all: T, owner: string, method: string, about: string): T {
  const member: unknown = Reflect.get(all, owner);
  if (typeof member !== 'object' || member === null) return all;
  const refused = refuse(member, method, about);
  return new Proxy(all, {
    get: (target, key): unknown => (key === owner ? refused : Reflect.get(target, key)),
  });
}

function refuse(target: object, method: string, about: string): object {
  return new Proxy(target, {
    get(_, key): unknown {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown =>
        key === method && JSON.stringify(args).includes(about)
          ? Promise.reject(refusal(about))
          : member.apply(target, args);
    },
  });
}

const refusal = (about: string): AppError =>
  new AppError({
    code: 'CLUSTER.INVALID',
    message: `${about} is refused`,
    retry: { kind: 'never' },
  });
