import type { Instant } from '@kerf/core';
import { compareText } from '@kerf/core';
import type { ClusterSnapshot } from '../../model/cluster-snapshot.js';
import type { Command } from '../../model/command.js';
import { namespacedName } from '../../model/pod.js';
import type { DisruptionBlock } from '../../model/reason.js';
import { type Candidate, priceOf, savingOf, toCommandCandidate } from '../candidate.js';
import { rejectionBlock } from '../rejection.js';
import { simulateWithout } from '../simulate.js';
import type { Method, MethodContext, MethodResult } from './method.js';

/**
 * Replaces one node that does not match its definitions any more, whatever its price: empty ones
 * first, then those that drifted first. Source: karpenter disruption/drift.go @v1.14.1; differs:
 * new nodes that would take none of its pods are left to provisioning.
 */
export const drift: Method = {
  name: 'Drift',
  reason: 'Drifted',
  isEventual: true,

  appliesTo: ({ nodeClaim, nodePool }) => nodeClaim.drifted !== null && nodePool.replicas === null,

  blockerFor: ({ nodeClaim }: Candidate, now: Instant) => rejectionBlock(nodeClaim, 'Drifted', now),

  propose(candidates: readonly Candidate[], { snapshot, budget }: MethodContext): MethodResult {
    const blocked = new Map<string, DisruptionBlock>();
    for (const candidate of candidates.toSorted(emptyThenFirstDrifted)) {
      const proposal = replace(snapshot, candidate);
      if ('code' in proposal) {
        blocked.set(candidate.node.name, proposal);
        continue;
      }
      const block = budget.take(candidate.nodePool.name);
      if (block === null) return { commands: [proposal], blocked };
      blocked.set(candidate.node.name, block);
    }
    return { commands: [], blocked };
  },
};

function replace(snapshot: ClusterSnapshot, candidate: Candidate): Command | DisruptionBlock {
  const simulation = simulateWithout(snapshot, [candidate]);
  // The replacement of another node may be starting: this node does not wait for its capacity.
  const { unplacedPods, moves, newNodeClaims } =
    simulation.startingNode === null
      ? simulation
      : simulateWithout(snapshot, [candidate], { destinations: 'Initialized' });
  const [first] = unplacedPods;
  if (first !== undefined) {
    return { code: 'PODS_UNSCHEDULABLE', pods: unplacedPods.length, pod: namespacedName(first) };
  }
  const targets = new Set(moves.map(({ to }) => to));
  const replacements = newNodeClaims.filter(({ id }) => targets.has(id));
  return {
    method: 'Drift',
    reason: 'Drifted',
    candidates: [toCommandCandidate(candidate)],
    replacements,
    moves,
    savingMicroUsdPerHour: savingOf(priceOf(candidate), replacements),
  };
}

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
