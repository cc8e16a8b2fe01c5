/** Makes a call of the named method, or does something else; what it returns is the caller's result. */
export type Around = (method: string, call: () => unknown) => unknown;

/**
 * Returns the same object, whose methods are called by `around`.
 * @param except a method that is called directly
 */
export function interceptMethods<T extends object>(target: T, around: Around, except?: string): T {
  return new Proxy(target, {
    get: (object, key, receiver) => {
      const member: unknown = Reflect.get(object, key, receiver);
      if (typeof member !== 'function' || key === except) return member;
      return (...args: unknown[]): unknown => around(String(key), () => member.apply(object, args));
    },
  });
}
