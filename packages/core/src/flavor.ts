/**
 * A primitive that carries its unit in its type: a plain number is accepted, another unit is not.
 * Costs nothing at run time and needs no cast.
 */
export type Flavor<T, Unit extends string> = T & { readonly __unit?: Unit };
