import { type Around, interceptMethods } from '@kerf/core';

/** Intercepts the calls of a port, except the synchronous `heldBy`. */
export function interceptPort<T extends object>(port: T, around: Around): T {
  return interceptMethods(port, around, 'heldBy');
}
