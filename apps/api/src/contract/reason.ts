import type { Reason as EngineReason } from '@kerf/engine';
import type { Reason } from '../generated/schema-types.js';

/** Returns the code of an engine reason, and its other fields as data. */
export function toReason({ code, ...data }: EngineReason): Reason {
  return { code, data };
}
