import * as z from 'zod/mini';
import type {
  NearestMissFieldsFragment,
  ReasonCode,
  ReasonFieldsFragment,
} from '../../gql/graphql.js';
import { formatAmount, formatNamedAmount } from '../format/quantity.js';
import type { ReasonText } from './reason-formatter.js';
import { reasonTexts } from './reason-texts.js';

export type Reason = ReasonFieldsFragment;

/** Returns one short sentence for a reason. */
export const reasonSentence = (reason: Reason): string => describeReason(reason).sentence;

/**
 * Returns sentence, subject and fix of a reason; a code that this build does not know is shown as is.
 * @param nodePool the NodePool that it is about, where that is known
 */
export function describeReason({ code, data }: Reason, nodePool?: string): ReasonText {
  const format = Object.hasOwn(reasonTexts, code) ? reasonTexts[code] : undefined;
  const pool = nodePool === undefined ? 'the NodePool' : `NodePool ${nodePool}`;
  return (
    format?.(data, pool) ?? {
      subject: code,
      sentence: `${code} (unknown to this version of the dashboard)`,
    }
  );
}

const withUntil = z.object({ until: z.number() });

/** Returns when the reason ends by itself, in milliseconds since 1970; `null` when it does not. */
export function reasonEndsAt({ data }: Reason): number | null {
  const parsed = withUntil.safeParse(data);
  return parsed.success ? parsed.data.until : null;
}

/** A code of this build's schema, or `UNKNOWN`. */
export const toReasonCode = (code: string): ReasonCode => (isReasonCode(code) ? code : 'UNKNOWN');

const isReasonCode = (code: string): code is ReasonCode => Object.hasOwn(reasonTexts, code);

/** `m5.large: 64 CPU requested, 1.9 CPU allocatable`. */
export function nearestMissText({ instanceType, shortages }: NearestMissFieldsFragment): string {
  const shortageTexts = shortages.map(
    ({ resource, requested, allocatable }) =>
      `${formatNamedAmount(resource, requested)} requested, ${formatAmount(resource, allocatable)} allocatable`,
  );
  return `${instanceType}: ${shortageTexts.join('; ')}`;
}
