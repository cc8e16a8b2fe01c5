import { compareText } from '@kerf/core';
import { type Candidate, toCommandCandidate } from '../candidate.js';
import { rejectionBlock } from '../rejection.js';
import type { Method } from './method.js';
import { type ReplacementCause, replacingNodes } from './replacing.js';
import { replacingStaticNodes } from './static-nodes.js';

const drifting: ReplacementCause = {
  reason: 'Drifted',
  isDue: ({ nodeClaim }) => nodeClaim.drifted !== null,
  blockerFor: ({ nodeClaim }, now) =>
    rejectionBlock(nodeClaim, { reason: 'Drifted', since: nodeClaim.driftedAt }, now),
  compare: emptyThenFirstDrifted,
  record: toCommandCandidate,
  reboots: () => false,
};

/**
 * Replaces one node that does not match its definitions any more, whatever its price: empty ones
 * first, then those that drifted first. Source: karpenter disruption/drift.go @v1.14.1; differs:
 * new nodes that would take none of its pods are left to provisioning.
 */
export const drift: Method = replacingNodes('Drift', drifting);

/** Replaces drifted nodes of static NodePools. Source: karpenter disruption/staticdrift.go @v1.14.1. */
export const staticDrift: Method = replacingStaticNodes('StaticDrift', drifting);

/** Sorts empty nodes first, then those that drifted first; among equals the oldest. */
export function emptyThenFirstDrifted(a: Candidate, b: Candidate): number {
  const isBusy = ({ reschedulable }: Candidate): number => Number(reschedulable.length > 0);
  return (
    isBusy(a) - isBusy(b) ||
    (a.nodeClaim.driftedAt ?? 0) - (b.nodeClaim.driftedAt ?? 0) ||
    a.nodeClaim.createdAt - b.nodeClaim.createdAt ||
    compareText(a.node.name, b.node.name)
  );
}
