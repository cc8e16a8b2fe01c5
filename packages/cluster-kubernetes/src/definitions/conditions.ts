import { type Instant, type JsonObject, toRecords, toTimestamp } from '@kerf/core';

export interface DesiredCondition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  /** One word; the condition's type if there is no specific reason. */
  readonly reason: string;
  readonly message: string;
  /** Time of the last transition; default: now. */
  readonly changedAt?: Instant | null;
}

/** Limit of the CRDs. */
const maxMessageLength = 32_768;
const reasonPattern = /^[A-Za-z]([A-Za-z0-9_,:]{0,1022}[A-Za-z0-9_])?$/;

/**
 * Returns the list of conditions with these merged into it. A condition with an unchanged status
 * keeps its transition time, and conditions of other writers are unchanged.
 */
export function mergeConditions(
  current: unknown,
  desired: readonly DesiredCondition[],
  context: {
    readonly now: Instant;
    readonly generation: number | null;
    /** Types that are removed if they are not in the desired conditions. */
    readonly transient?: readonly string[];
  },
): readonly JsonObject[] {
  const before = toRecords(current);
  const { transient: passing = [] } = context;
  const others = before.filter(
    ({ type }) =>
      desired.every((condition) => condition.type !== type) &&
      !passing.some((other) => other === type),
  );
  const merged = desired.map((condition) => {
    const known = before.find(({ type }) => type === condition.type);
    const stays = known?.['status'] === condition.status;
    return {
      type: condition.type,
      status: condition.status,
      reason: reasonPattern.test(condition.reason) ? condition.reason : condition.type,
      message: condition.message.slice(0, maxMessageLength),
      lastTransitionTime: stays
        ? known['lastTransitionTime']
        : toTimestamp(condition.changedAt ?? context.now),
      ...(context.generation !== null && { observedGeneration: context.generation }),
    };
  });
  return [...others, ...merged];
}
