import * as z from 'zod/mini';
import type { ReasonFieldsFragment } from '../../gql/graphql.js';
import type { ReasonText } from './reason-reader.js';
import { reasonTexts } from './reason-texts.js';

export type Reason = ReasonFieldsFragment;

/** One short sentence for a reason. */
export const reasonSentence = (reason: Reason): string => describeReason(reason).sentence;

/**
 * Sentence, subject and fix of a reason; a code this build does not know is shown as it is.
 * @param nodePool the NodePool that it is about, where that is known
 */
export function describeReason({ code, data }: Reason, nodePool?: string): ReasonText {
  const read = Object.hasOwn(reasonTexts, code) ? reasonTexts[code] : undefined;
  const pool = nodePool === undefined ? 'the NodePool' : `NodePool ${nodePool}`;
  return (
    read?.(data, pool) ?? {
      subject: code,
      sentence: `${code}, which this version of the dashboard cannot put into words`,
    }
  );
}

const withUntil = z.object({ until: z.number() });

/** When the clock alone ends the reason, in milliseconds since 1970. */
export function untilOf({ data }: Reason): number | null {
  const parsed = withUntil.safeParse(data);
  return parsed.success ? parsed.data.until : null;
}
