import type { Reason as EngineReason } from '@kerf/engine';
import type { Reason } from '../generated/schema-types.js';
import { describeReason } from './reasons/describe-reason.js';

/** Returns the code of an engine reason with its other fields as data, and in words. */
export const toReason = (reason: EngineReason): Reason => toReasonOf(reason);

/** @param nodePool the NodePool that refuses for this reason, for the words */
export function toReasonOf({ code, ...data }: EngineReason, nodePool?: string): Reason {
  const { sentence, subject, change = null } = describeReason({ code, data }, nodePool);
  return { code, data, message: sentence, subject, remedy: change };
}
