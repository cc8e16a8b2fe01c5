import type { Instant } from '@kerf/core';
import { compareText } from '@kerf/core';
import type { ClusterSnapshot } from '../../model/cluster-snapshot.js';
import type { Command, DisruptionMethod } from '../../model/command.js';
import { namespacedName } from '../../model/pod.js';
import type { DisruptionBlock } from '../../model/reason.js';
import type { PlannedNodeClaim } from '../../model/scheduling-result.js';
import { balancedBlock } from '../balanced-score.js';
import {
  type Candidate,
  priceOf,
  savingOf,
  toCommandCandidate,
  totalPriceOf,
} from '../candidate.js';
import { minSavingBlock, requiredSaving } from '../min-saving.js';
import { consolidationPause } from '../pause-block.js';
import {
  cheaperReplacement,
  cheaperReplacements,
  isSpot,
  type Replaced,
  withoutSameTypes,
} from '../replacement.js';
import { matchReplacements } from '../replacements/match-replacements.js';
import { reschedulingCost } from '../rescheduling-cost.js';
import {
  type NewNodes,
  nodesNotYetConsolidatable,
  type Simulation,
  simulateWithout,
} from '../simulate.js';
import { consolidateAfterBlock } from './consolidatable.js';
import type { KnownCommand, Method } from './method.js';

/** The candidates that both consolidation methods take. Nodes without pods to move are empty. */
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
  const { consolidationPolicy } = nodePool.disruption;
  if (consolidationPolicy === 'WhenEmpty' && reschedulable.length > 0) {
    return { code: 'NOT_EMPTY', pods: reschedulable.length };
  }
  return consolidateAfterBlock(candidate, now);
}

/**
 * Returns the command that removes these nodes, with at most one cheaper node for their pods, or as
 * many as the cluster allows if new nodes are looked for; or the blocker. Source: karpenter disruption/consolidation.go computeConsolidation @v1.14.1; differs: a
 * command that is validated does not become invalid because another command has launched a node
 * meanwhile: its pods leave that node alone.
 * @param candidates at least one
 */
export function consolidate(
  snapshot: ClusterSnapshot,
  candidates: readonly Candidate[],
  { method, known = null, newNodes = null }: ConsolidationOptions,
): Command | DisruptionBlock {
  const simulation = simulate(snapshot, candidates, { known, newNodes });
  const most = newNodes === null ? 1 : snapshot.settings.maxReplacements;
  const proposal = cheapestCommand(snapshot, {
    candidates,
    method,
    simulation: known === null || known === 'Anew' ? simulation : asApproved(simulation, known),
    most,
  });
  if ('code' in proposal) {
    const isAlone = candidates.length === 1 && known === null;
    return (isAlone ? awaitedDestination(snapshot, candidates, method) : null) ?? proposal;
  }
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
  /** See {@link MethodContext}; by default a command is looked for. */
  readonly known?: KnownCommand | null;
  /** See {@link simulateWithout}; by default there is at most one new node, as in Karpenter. */
  readonly newNodes?: NewNodes | null;
}

function simulate(
  snapshot: ClusterSnapshot,
  candidates: readonly Candidate[],
  { known, newNodes }: Required<Pick<ConsolidationOptions, 'known' | 'newNodes'>>,
): Simulation {
  const simulation = simulateWithout(snapshot, candidates, { newNodes });
  return simulation.startingNode !== null && known !== null
    ? simulateWithout(snapshot, candidates, { destinations: 'Initialized', newNodes })
    : simulation;
}

/**
 * Returns the simulation with only the types that a known command has approved, if all of them still
 * fit: further and cheaper ones, which fit since the pods have become fewer, do not make the others
 * too expensive. Source: karpenter disruption/validation.go @v1.14.1, which compares types before
 * it filters them.
 */
function asApproved(simulation: Simulation, known: Command): Simulation {
  const { newNodeClaims, moves } = simulation;
  const approvedOf = matchReplacements(known, { replacements: newNodeClaims, moves });
  if (approvedOf === null) return simulation;
  const typesOf = new Map(
    known.replacements.map(({ id, instanceTypes }) => [
      id,
      new Set(instanceTypes.map(({ name }) => name)),
    ]),
  );
  return {
    ...simulation,
    newNodeClaims: newNodeClaims.map((claim) => {
      const approved = typesOf.get(approvedOf.get(claim.id) ?? '');
      return {
        ...claim,
        instanceTypes: claim.instanceTypes.filter(({ name }) => approved?.has(name) ?? false),
      };
    }),
  };
}

interface Consolidated {
  readonly candidates: readonly Candidate[];
  readonly method: DisruptionMethod;
  readonly simulation: Simulation;
  /** The most new nodes. */
  readonly most: number;
}

function cheapestCommand(
  snapshot: ClusterSnapshot,
  { candidates, method, simulation, most }: Consolidated,
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
  if (newNodeClaims.length === 0) {
    return { ...command, replacements: [], savingMicroUsdPerHour: price };
  }
  if (newNodeClaims.length > 1 && !mayLaunchAll(simulation, most)) {
    return { code: 'MULTIPLE_REPLACEMENTS', nodes: newNodeClaims.length };
  }
  if (price === null) return { code: 'PRICE_UNKNOWN' };
  const replacements = replacementsFor(snapshot, candidates, {
    newNodeClaims,
    priceMicroUsdPerHour: price,
  });
  if ('code' in replacements) return replacements;
  return {
    ...command,
    replacements,
    savingMicroUsdPerHour: savingOf(price, replacements),
  };
}

/**
 * Returns the blocker of nodes that could be consolidated if their pods might move to nodes that are
 * not consolidatable yet; `null` if waiting for these does not help.
 */
function awaitedDestination(
  snapshot: ClusterSnapshot,
  candidates: readonly Candidate[],
  method: DisruptionMethod,
): DisruptionBlock | null {
  const awaited = nodesNotYetConsolidatable(snapshot);
  if (awaited.size === 0) return null;
  const simulation = simulateWithout(snapshot, candidates, { destinations: 'NotConsolidatable' });
  const [last] = [...new Set(simulation.moves.map(({ to }) => to))]
    .flatMap((nodeName) => {
      const until = awaited.get(nodeName);
      return until === undefined ? [] : [{ nodeName, until }];
    })
    .sort((a, b) => b.until - a.until || compareText(a.nodeName, b.nodeName));
  if (last === undefined) return null;
  const later = cheapestCommand(snapshot, { candidates, method, simulation, most: 1 });
  return 'code' in later ? null : { code: 'DESTINATION_NOT_CONSOLIDATABLE', ...last };
}

/** Provisioning launches nodes for pods that are pending anyway. */
function mayLaunchAll({ newNodeClaims, moves }: Simulation, most: number): boolean {
  const targets = new Set(moves.map(({ to }) => to));
  return newNodeClaims.length <= most && newNodeClaims.every(({ id }) => targets.has(id));
}

/** Several new nodes may be of types that removed nodes have: their pods are distributed anew. */
function replacementsFor(
  snapshot: ClusterSnapshot,
  candidates: readonly Candidate[],
  {
    newNodeClaims,
    priceMicroUsdPerHour,
  }: Pick<Simulation, 'newNodeClaims'> & Pick<Replaced, 'priceMicroUsdPerHour'>,
): readonly PlannedNodeClaim[] | DisruptionBlock {
  const replaced = {
    isSpot: candidates.every(isSpot),
    nodes: candidates.length,
    priceMicroUsdPerHour,
  };
  const [claim, ...others] = newNodeClaims;
  if (claim === undefined || others.length > 0) {
    return cheaperReplacements(snapshot, newNodeClaims, replaced);
  }
  const cheaper = cheaperReplacement(snapshot, claim, replaced);
  if ('code' in cheaper) return cheaper;
  const replacement =
    candidates.length > 1 ? withoutSameTypes(snapshot, cheaper, candidates) : cheaper;
  return 'code' in replacement ? replacement : [replacement];
}

/** Sorts by price per disruption cost, the highest first; among equals by name. */
export function highestSavingsRatioFirst(a: Candidate, b: Candidate): number {
  const ratio = (candidate: Candidate): number =>
    (priceOf(candidate) ?? 0) / reschedulingCost(candidate.reschedulable);
  return ratio(b) - ratio(a) || compareText(a.node.name, b.node.name);
}
