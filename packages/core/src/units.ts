/** Thousandths of one vCPU; always an integer. */
export type MilliCpu = Flavor<number, 'milliCpu'>;
/** Bytes; always an integer (the largest EC2 type has 32 TiB, far below 2^53). */
export type Bytes = Flavor<number, 'bytes'>;
/** Millionths of a US dollar per hour; always an integer. */
export type MicroUsdPerHour = Flavor<number, 'microUsdPerHour'>;
/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = Flavor<number, 'instant'>;
/** A length of time in milliseconds. */
export type DurationMs = Flavor<number, 'durationMs'>;
/** A share between 0 and 1. */
export type Ratio = Flavor<number, 'ratio'>;

/**
 * A primitive type that carries its unit: a plain number is accepted, another unit is not. It costs
 * nothing at run time and needs no cast.
 */
export type Flavor<T, Unit extends string> = T & { readonly __unit?: Unit };
