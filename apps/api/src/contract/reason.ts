import type { Reason as EngineReason } from '@kerf/engine';
import type { Reason } from '../generated/schema-types.js';

/** The code, and the rest of the engine's reason as its data. */
export function toReason({ code, ...data }: EngineReason): Reason {
  return { code, data };
}
