import type { Instant } from '@kerf/core';
import type { ClusterSnapshot } from '../../model/cluster-snapshot.js';
import type { Command, CommandCandidate, DisruptionMethod } from '../../model/command.js';
import type { DisruptionReason } from '../../model/node-pool.js';
import { namespacedName } from '../../model/pod.js';
import type { DisruptionBlock } from '../../model/reason.js';
import type { PlannedNodeClaim } from '../../model/scheduling-result.js';
import type { ReservedOfferingMode } from '../../scheduling/first-fit/fit.js';
import { type Candidate, movesTo, priceOf, savingOf } from '../candidate.js';
import { reservationOf, withFreedInstance } from '../freed-reservation.js';
import { type Simulation, simulateWithout } from '../simulate.js';
import type { Method, MethodContext, MethodResult } from './method.js';

/** A cause for which nodes are replaced, whatever their prices. */
export interface ReplacementCause {
  readonly reason: DisruptionReason;
  /** Returns true if the node has to be replaced. */
  isDue(candidate: Candidate): boolean;
  blockerFor(candidate: Candidate, now: Instant): DisruptionBlock | null;
  /** Compares nodes: the one that goes first is smaller. */
  readonly compare: (a: Candidate, b: Candidate) => number;
  /** Returns the node as its command records it. */
  record(candidate: Candidate): CommandCandidate;
  /** Returns true if the node is rebooted instead, which needs neither a replacement nor another place. */
  reboots(candidate: Candidate): boolean;
}

/**
 * Returns the method that replaces nodes of dynamic NodePools for a cause, one in each evaluation. It
 * also reboots nodes, whatever their NodePool.
 */
export const replacingNodes = (name: DisruptionMethod, cause: ReplacementCause): Method => ({
  name,
  reason: cause.reason,
  isEventual: true,

  appliesTo: (candidate) =>
    cause.isDue(candidate) && (candidate.nodePool.replicas === null || cause.reboots(candidate)),

  blockerFor: (candidate, now) => cause.blockerFor(candidate, now),

  propose(candidates: readonly Candidate[], { snapshot, budget }: MethodContext): MethodResult {
    const blocked = new Map<string, DisruptionBlock>();
    for (const candidate of candidates.toSorted(cause.compare)) {
      const proposal = cause.reboots(candidate)
        ? reboot(candidate, { name, cause })
        : replace(snapshot, candidate, { name, cause });
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
});

interface Replacing {
  readonly name: DisruptionMethod;
  readonly cause: ReplacementCause;
}

/** The pods of the node return to it, unless other capacity takes them before. */
function reboot(candidate: Candidate, { name, cause }: Replacing): Command {
  return {
    method: name,
    reason: cause.reason,
    candidates: [cause.record(candidate)],
    replacements: [],
    moves: movesTo(candidate, candidate.node.name),
    savingMicroUsdPerHour: 0,
  };
}

function replace(
  snapshot: ClusterSnapshot,
  candidate: Candidate,
  replacing: Replacing,
): Command | DisruptionBlock {
  const simulation = placesWithout(snapshot, candidate);
  const { unplacedPods, moves, newNodeClaims } = simulation;
  const [first] = unplacedPods;
  if (first !== undefined) {
    return (
      terminateFirst(snapshot, candidate, replacing) ?? {
        code: 'PODS_UNSCHEDULABLE',
        pods: unplacedPods.length,
        pod: namespacedName(first),
      }
    );
  }
  const targets = new Set(moves.map(({ to }) => to));
  const replacements = newNodeClaims.filter(({ id }) => targets.has(id));
  return { ...commandOf(candidate, replacing, replacements), replacements, moves };
}

/**
 * Returns the command that removes the node without a replacement, if its pods have a place once its
 * own instance in a capacity reservation is free, and only then; `null` otherwise. Ordinary
 * provisioning, which waits for reservations, launches the new node. Source: karpenter
 * disruption/helpers.go SimulateSchedulingWithReservedFallback @v1.15.0.
 */
function terminateFirst(
  snapshot: ClusterSnapshot,
  candidate: Candidate,
  replacing: Replacing,
): Command | null {
  const reservation = reservationOf(candidate.node);
  if (reservation === null || !snapshot.settings.terminateFirst.includes(replacing.cause.reason)) {
    return null;
  }
  const freed = withFreedInstance(snapshot, reservation);
  const { unplacedPods, moves, newNodeClaims } = placesWithout(freed, candidate, 'Strict');
  if (unplacedPods.length > 0) return null;
  const planned = new Set(newNodeClaims.map(({ id }) => id));
  const waiting = new Set(moves.map(({ to }) => to).filter((to) => planned.has(to)));
  return {
    ...commandOf(
      candidate,
      replacing,
      newNodeClaims.filter(({ id }) => waiting.has(id)),
    ),
    replacements: [],
    moves: moves.map((move) => (waiting.has(move.to) ? { ...move, to: null } : move)),
    terminateFirst: { code: 'RESERVATION_FULL', reservations: [reservation] },
  };
}

/** The replacement of another node may be starting: this node does not wait for its capacity. */
function placesWithout(
  snapshot: ClusterSnapshot,
  candidate: Candidate,
  reservedOfferings: ReservedOfferingMode = 'Fallback',
): Simulation {
  const simulation = simulateWithout(snapshot, [candidate], { reservedOfferings });
  return simulation.startingNode === null
    ? simulation
    : simulateWithout(snapshot, [candidate], { reservedOfferings, destinations: 'Initialized' });
}

/** @param launched the nodes that are launched for its pods, now or later */
function commandOf(
  candidate: Candidate,
  { name, cause }: Replacing,
  launched: readonly PlannedNodeClaim[],
): Pick<Command, 'method' | 'reason' | 'candidates' | 'savingMicroUsdPerHour'> {
  return {
    method: name,
    reason: cause.reason,
    candidates: [cause.record(candidate)],
    savingMicroUsdPerHour: savingOf(priceOf(candidate), launched),
  };
}
