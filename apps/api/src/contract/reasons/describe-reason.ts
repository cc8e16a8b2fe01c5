import type { ReasonText } from './reason-formatter.js';
import { reasonTexts } from './reason-texts.js';

/** A code with its data, as a Reason of the API has them. */
export interface CodedReason {
  readonly code: string;
  readonly data: unknown;
}

/**
 * Returns sentence, subject and fix of a reason; a code without a text, or with data of another
 * version, is its own text.
 * @param nodePool the NodePool that it is about, where that is known
 */
export function describeReason({ code, data }: CodedReason, nodePool?: string): ReasonText {
  const format = isKnown(code) ? reasonTexts[code] : undefined;
  const pool = nodePool === undefined ? 'the NodePool' : `NodePool ${nodePool}`;
  return format?.(data, pool) ?? { subject: code, sentence: code };
}

const isKnown = (code: string): code is keyof typeof reasonTexts =>
  Object.hasOwn(reasonTexts, code);
