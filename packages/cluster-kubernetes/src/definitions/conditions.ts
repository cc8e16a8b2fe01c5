import type { Instant } from '@kerf/core';
import { type Json, toRecords } from '../json.js';

export interface DesiredCondition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  /** One word; the type when there is nothing to say. */
  readonly reason: string;
  readonly message: string;
  /** Since when; now when not given. */
  readonly changedAt?: Instant | null;
}

/** The CRDs' limits. */
const maxMessageLength = 32_768;
const reasonPattern = /^[A-Za-z]([A-Za-z0-9_,:]{0,1022}[A-Za-z0-9_])?$/;

/**
 * The list of conditions with these in it. A condition whose status stays keeps its transition time,
 * and those of other writers stay as they are.
 */
export function mergeConditions(
  current: unknown,
  wanted: readonly DesiredCondition[],
  context: {
    readonly now: Instant;
    readonly generation: number | null;
    /** Types that are taken out when they are not wanted any more. */
    readonly passing?: readonly string[];
  },
): readonly Json[] {
  const before = toRecords(current);
  const { passing = [] } = context;
  const others = before.filter(
    ({ type }) =>
      wanted.every((condition) => condition.type !== type) &&
      !passing.some((passed) => passed === type),
  );
  const merged = wanted.map((condition) => {
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

/** RFC 3339 in seconds, as Kubernetes writes times. */
export function toTimestamp(at: Instant): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
}
