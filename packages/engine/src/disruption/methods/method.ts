import type { Instant } from '@kerf/core';
import type { DisruptionBlock } from '../../explain/reason.js';
import type { ClusterSnapshot } from '../../model/cluster-snapshot.js';
import type { Command, DisruptionMethod, EvaluationCursor } from '../../model/command.js';
import type { DisruptionReason } from '../../model/node-pool.js';
import type { Candidate } from '../candidate.js';

/** How many more nodes of a pool may go; counted down as they are chosen. */
export interface BudgetLeft {
  /** Takes one node of the pool's budget; the block when none is left. */
  take(nodePool: string): DisruptionBlock | null;
}

/** What a method makes of its candidates. */
export interface MethodResult {
  readonly commands: readonly Command[];
  /** Candidates that it would take and that something keeps, by node name. */
  readonly kept: ReadonlyMap<string, DisruptionBlock>;
  /** Ids of the claims that it simulated, when it may not have had time for all of them. */
  readonly evaluated?: ReadonlySet<string>;
}

export interface MethodContext {
  readonly snapshot: ClusterSnapshot;
  readonly budget: BudgetLeft;
  /** Where earlier evaluations of the same cluster stopped. */
  readonly cursor: EvaluationCursor;
  /** A command is looked at again: others that were proposed with it may have begun. */
  readonly isValidation: boolean;
}

/** One way to find nodes that should go. */
export interface Method {
  readonly name: DisruptionMethod;
  readonly reason: DisruptionReason;
  /**
   * Nodes with a termination grace period go whatever keeps their pods: their state is not a matter
   * of cost. Source: karpenter disruption/types.go, the classes graceful and eventual.
   */
  readonly isEventual: boolean;
  /** The node is of the kind that the method looks for; it has nothing to say of others. */
  concerns(candidate: Candidate): boolean;
  /** Why the method passes the candidate over; `null` when it may take it. */
  objection(candidate: Candidate, now: Instant): DisruptionBlock | null;
  /** @param candidates those without an objection, by node name */
  propose(candidates: readonly Candidate[], context: MethodContext): MethodResult;
}

/** What keeps a method from a candidate, by its pods or its own rules; empty when nothing does. */
export function objectionsTo(
  method: Method,
  candidate: Candidate,
  now: Instant,
): readonly DisruptionBlock[] {
  const { podBlocks, nodeClaim } = candidate;
  const isHeld =
    podBlocks.length > 0 && !(method.isEventual && nodeClaim.hasTerminationGracePeriod);
  if (isHeld) return podBlocks;
  const objection = method.objection(candidate, now);
  return objection === null ? [] : [objection];
}
