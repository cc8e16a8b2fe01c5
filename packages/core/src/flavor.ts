/**
 * A primitive type that carries its unit: a plain number is accepted, another unit is not. It costs
 * nothing at run time and needs no cast.
 */
export type Flavor<T, Unit extends string> = T & { readonly __unit?: Unit };
