import type { Instant } from '@kerf/core';
import type { DisruptionBlock } from '../../explain/reason.js';
import type { Command, DisruptionMethod } from '../../model/command.js';
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
}

/** One way to find nodes that should go. */
export interface Method {
  readonly name: DisruptionMethod;
  readonly reason: DisruptionReason;
  /** Why the method passes the candidate over; `null` when it may take it. */
  objection(candidate: Candidate, now: Instant): DisruptionBlock | null;
  /** @param candidates those without an objection, by node name */
  propose(candidates: readonly Candidate[], budget: BudgetLeft): MethodResult;
}
