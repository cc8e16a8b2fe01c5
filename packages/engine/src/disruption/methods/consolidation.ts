import type { Instant } from '@kerf/core';
import { compareText } from '@kerf/core';
import type { ClusterSnapshot } from '../../model/cluster-snapshot.js';
import type { Command, DisruptionMethod } from '../../model/command.js';
import { namespacedName } from '../../model/pod.js';
import type { DisruptionBlock } from '../../model/reason.js';
import { balancedBlock } from '../balanced-score.js';
import { type Candidate, priceOf, toCommandCandidate, totalPriceOf } from '../candidate.js';
import { minSavingBlock, requiredSaving } from '../min-saving.js';
import { consolidationPause } from '../pause-block.js';
import { cheaperReplacement, isSpot, withoutSameTypes } from '../replacement.js';
import { reschedulingCost } from '../rescheduling-cost.js';
import { type Simulation, simulateWithout } from '../simulate.js';
import { consolidateAfterBlock } from './consolidatable.js';
import type { Method } from './method.js';

/** Which candidates both consolidation methods take. Nodes without pods to move are empty. */
export const underutilized = {
  reason: 'Underutilized',
  isEventual: false,
  appliesTo: ({ reschedulable }) => reschedulable.length > 0,
  blockerFor: consolidationBlocker,
} as const satisfies Partial<Method>;

/** Returns why consolidation does not take the candidate, whatever its pods need; otherwise `null`. */
function consolidationBlocker(candidate: Candidate, now: Instant): DisruptionBlock | null {
  const { nodePool, reschedulable, node } = candidate;
  const pause = consolidationPause(nodePool);
  if (pause !== null) return pause;
  if (node.expectsPodsOf !== null) {
    return { code: 'EXPECTS_PODS', decisionId: node.expectsPodsOf };
  }
  if (nodePool.disruption.consolidationPolicy === 'WhenEmpty') {
    return { code: 'NOT_EMPTY', pods: reschedulable.length };
  }
  return consolidateAfterBlock(candidate, now);
}

/**
 * Returns the command that removes these nodes, with at most one cheaper node for their pods; or the
 * blocker. Source: karpenter disruption/consolidation.go computeConsolidation @v1.14.1; differs: a
 * command that is validated does not become invalid because another command has launched a node
 * meanwhile: its pods leave that node alone.
 * @param candidates at least one
 */
export function consolidate(
  snapshot: ClusterSnapshot,
  candidates: readonly Candidate[],
  { method, isValidation = false }: ConsolidationOptions,
): Command | DisruptionBlock {
  const simulation = simulate(snapshot, candidates, isValidation);
  const proposal = cheapestCommand(snapshot, { candidates, method, simulation });
  if ('code' in proposal) return proposal;
  const required = requiredSaving(
    snapshot.settings.minSaving,
    candidates.map(({ nodePool }) => nodePool),
  );
  return (
    minSavingBlock(required, proposal, totalPriceOf(candidates)) ??
    balancedBlock(snapshot, candidates, proposal.savingMicroUsdPerHour) ??
    proposal
  );
}

interface ConsolidationOptions {
  readonly method: DisruptionMethod;
  /** Whether a known command is validated; by default one is looked for. */
  readonly isValidation?: boolean;
}

function simulate(
  snapshot: ClusterSnapshot,
  candidates: readonly Candidate[],
  isValidation: boolean,
): Simulation {
  const simulation = simulateWithout(snapshot, candidates);
  return simulation.startingNode !== null && isValidation
    ? simulateWithout(snapshot, candidates, { avoidsStartingNodes: true })
    : simulation;
}

interface Consolidated {
  readonly candidates: readonly Candidate[];
  readonly method: DisruptionMethod;
  readonly simulation: Simulation;
}

function cheapestCommand(
  snapshot: ClusterSnapshot,
  { candidates, method, simulation }: Consolidated,
): Command | DisruptionBlock {
  const { unplacedPods, startingNode, moves, newNodeClaims } = simulation;
  if (startingNode !== null) return { code: 'DESTINATION_NOT_READY', nodeName: startingNode };
  const [first] = unplacedPods;
  if (first !== undefined) {
    return { code: 'PODS_UNSCHEDULABLE', pods: unplacedPods.length, pod: namespacedName(first) };
  }
  const price = totalPriceOf(candidates);
  const command = {
    method,
    reason: 'Underutilized',
    candidates: candidates.map(toCommandCandidate),
    moves,
  } as const;
  const [claim] = newNodeClaims;
  if (claim === undefined) return { ...command, replacements: [], savingMicroUsdPerHour: price };
  if (newNodeClaims.length > 1) {
    return { code: 'MULTIPLE_REPLACEMENTS', nodes: newNodeClaims.length };
  }
  if (price === null) return { code: 'PRICE_UNKNOWN' };
  const cheaper = cheaperReplacement(snapshot, claim, {
    isSpot: candidates.every(isSpot),
    nodes: candidates.length,
    priceMicroUsdPerHour: price,
  });
  if ('code' in cheaper) return cheaper;
  const replacement =
    candidates.length > 1 ? withoutSameTypes(snapshot, cheaper, candidates) : cheaper;
  if ('code' in replacement) return replacement;
  return {
    ...command,
    replacements: [replacement],
    savingMicroUsdPerHour: price - replacement.expected.priceMicroUsdPerHour,
  };
}

/** Sorts by price per disruption cost, the highest first; among equals by name. */
export function highestSavingsRatioFirst(a: Candidate, b: Candidate): number {
  const ratio = (candidate: Candidate): number =>
    (priceOf(candidate) ?? 0) / reschedulingCost(candidate.reschedulable);
  return ratio(b) - ratio(a) || compareText(a.node.name, b.node.name);
}
