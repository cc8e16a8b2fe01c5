import type { IdPrefix } from '@kerf/core';

/** Creates new, unique identifiers. */
export interface IdSource {
  /** Returns a new id that sorts after all earlier ones of this source. */
  next(prefix: IdPrefix): string;
  /** Returns `length` random lower-case letters and digits, for names in a cluster. */
  suffix(length: number): string;
}
