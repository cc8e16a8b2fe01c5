import type { Instant } from '@kerf/core';
import { lengthOf } from './claim-terms.js';
import type { NodeClaim, NodeClaimTermination } from './node-claim.js';

/** The times that end the drain of a node, whatever protects its pods. */
export type DrainEnd = Pick<NodeClaimTermination, 'deadline' | 'instanceEndsAt'>;

/** Ends of a drain besides the terminationGracePeriod of the NodeClaim. */
export interface DrainLimits {
  /** Time at which AWS ends the instance; absent when unknown. */
  readonly instanceEndsAt?: Instant | null;
  /** When the drain ends even if the terminationGracePeriod has not ended. */
  readonly drainUntil?: Instant;
  /** When the removal was requested, from which the terminationGracePeriod counts; absent: now. */
  readonly since?: Instant;
}

/** Returns the times that end the drain of a NodeClaim that is removed now. */
export function drainEndOf(
  { terms }: Pick<NodeClaim, 'terms'>,
  { instanceEndsAt = null, drainUntil, since }: DrainLimits,
  now: Instant,
): Required<DrainEnd> {
  const graceMs = lengthOf(terms.terminationGracePeriod);
  const graceEndsAt = graceMs === null ? Infinity : (since ?? now) + graceMs;
  const deadline = Math.min(graceEndsAt, drainUntil ?? Infinity);
  return { deadline: deadline === Infinity ? null : deadline, instanceEndsAt };
}

/**
 * Returns true if a time ends the drain: no annotation or PodDisruptionBudget keeps its pods then,
 * so all of them need another node.
 */
export const endsByTime = ({ deadline, instanceEndsAt = null }: DrainEnd): boolean =>
  deadline !== null || instanceEndsAt !== null;
