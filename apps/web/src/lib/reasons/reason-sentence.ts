import * as z from 'zod/mini';
import type { ReasonCode, ReasonFieldsFragment } from '../../gql/graphql.js';
import { type ReasonText, reasonTexts } from './reason-texts.js';

export type Reason = ReasonFieldsFragment;

/** One short sentence for a reason; a code this build does not know is shown as it is. */
export const reasonSentence = (reason: Reason): string => describeReason(reason).sentence;

/** Sentence, subject and remedy of a reason. */
export function describeReason({ code, data }: Reason): ReasonText {
  const write: ((data: unknown) => ReasonText | null) | undefined = Object.hasOwn(reasonTexts, code)
    ? reasonTexts[code]
    : undefined;
  return (
    write?.(data) ?? {
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

/**
 * How near a pool came to serving a pod, nearest first. A pool that fails late in the engine's
 * checks (only its limit is used up) is nearer than one that fails early (not ready).
 */
const nearestFirst: readonly ReasonCode[] = [
  'RESERVATION_PENDING',
  'LIMIT_EXCEEDED',
  'NO_OFFERING',
  'MIN_VALUES_UNMET',
  'OFFERING_UNPRICED',
  'RESOURCE_TOO_LARGE',
  'HOST_PORT_CONFLICT',
  'VOLUME_LIMIT',
  'TOPOLOGY_UNSATISFIABLE',
  'REQUIREMENT_INCOMPATIBLE',
  'LABEL_UNDEFINED',
  'TAINT_NOT_TOLERATED',
  'NODE_POOL_NOT_READY',
];

/** The place of a reason in that order; what is not about one pool comes last. */
function missRank({ code }: Reason): number {
  const rank = nearestFirst.indexOf(code);
  return rank === -1 ? nearestFirst.length : rank;
}

const sized = z.object({ requested: z.number(), largest: z.number() });

/** Among pools of the same rank: how much is missing, as a share of what is asked. */
function missShortfall({ data }: Reason): number {
  const parsed = sized.safeParse(data);
  if (!parsed.success || parsed.data.requested <= 0) return 0;
  return (parsed.data.requested - parsed.data.largest) / parsed.data.requested;
}

/** Orders reasons by {@link missRank}, then by {@link missShortfall}. */
export const compareMisses = (a: Reason, b: Reason): number =>
  missRank(a) - missRank(b) || missShortfall(a) - missShortfall(b);
