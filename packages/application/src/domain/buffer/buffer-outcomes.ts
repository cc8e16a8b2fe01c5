import type { Instant } from '@kerf/core';
import { bufferOf, type SchedulingResult, type UnschedulablePod } from '@kerf/engine';
import type { BufferOutcome } from './capacity-buffer.js';

/**
 * Returns the outcome of each buffer (`namespace/name`) in a solve.
 * @param served pods whose NodeClaims have no instance yet: they were not solved again
 */
export function bufferOutcomes(
  result: SchedulingResult,
  served: ReadonlySet<string>,
  at: Instant,
): ReadonlyMap<string, BufferOutcome> {
  const outcomes = new Map<string, BufferOutcome>();
  const record = (uid: string, change: (outcome: BufferOutcome) => BufferOutcome): void => {
    const buffer = bufferOf({ uid });
    if (buffer === null) return;
    outcomes.set(buffer, change(outcomes.get(buffer) ?? { ...nothing, at }));
  };
  for (const { podUids } of result.existingNodes) {
    for (const uid of podUids) record(uid, (one) => ({ ...one, held: one.held + 1 }));
  }
  for (const uid of [...result.newNodeClaims.flatMap((claim) => claim.podUids), ...served]) {
    record(uid, (one) => ({ ...one, coming: one.coming + 1 }));
  }
  for (const pod of result.unschedulable) {
    record(pod.podUid, (one) => ({
      ...one,
      without: one.without + 1,
      reasons: one.reasons.length > 0 ? one.reasons : reasonsOf(pod),
    }));
  }
  return outcomes;
}

const nothing = { held: 0, coming: 0, without: 0, reasons: [] };

const reasonsOf = ({ reasons, byNodePool }: UnschedulablePod): BufferOutcome['reasons'] => [
  ...reasons,
  ...byNodePool.map(({ reason }) => reason),
];
