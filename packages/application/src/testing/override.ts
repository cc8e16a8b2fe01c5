/** Returns the object with some of its methods replaced; the others run on the object itself. */
export function override<T extends object>(target: T, methods: Partial<T>): T {
  return new Proxy(target, {
    get(_, key): unknown {
      const replaced: unknown = Reflect.get(methods, key);
      if (replaced !== undefined) return replaced;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
