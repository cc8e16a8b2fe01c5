import type { IdPrefix } from '@kerf/core';

/** Makes new, unique identifiers. */
export interface IdSource {
  /** A new id that sorts after all earlier ones of this source. */
  next(prefix: IdPrefix): string;
  /** `length` characters of lower-case letters and digits, for names in a cluster. */
  suffix(length: number): string;
}
