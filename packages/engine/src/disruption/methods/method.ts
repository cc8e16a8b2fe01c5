import type { Instant } from '@kerf/core';
import type { ClusterSnapshot } from '../../model/cluster-snapshot.js';
import type { Command, DisruptionMethod, EvaluationCursor } from '../../model/command.js';
import type { DisruptionReason } from '../../model/node-pool.js';
import type { DisruptionBlock } from '../../model/reason.js';
import { type Candidate, isKept } from '../candidate.js';

/** The remaining disruption budgets, which decrease as nodes are chosen. */
export interface RemainingBudgets {
  /** Uses one node of the NodePool's budget. Returns the blocker if none is left. */
  take(nodePool: string): DisruptionBlock | null;
  /** Returns a copy, whose use does not change this one. */
  fork(): RemainingBudgets;
}

/** The result of one disruption method. */
export interface MethodResult {
  readonly commands: readonly Command[];
  /** True if the command was widened beyond what upstream finds. */
  readonly isWidened?: true;
  /** Candidates that the method would disrupt, with what blocks them, by node name. */
  readonly blocked: ReadonlyMap<string, DisruptionBlock>;
  /** Ids of the NodeClaims that were simulated, if it may not be all of them. */
  readonly evaluated?: ReadonlySet<string>;
}

/** How much has been done, whatever the time that it took. */
export interface Effort {
  /** Simulations of consolidation, and evaluations. */
  simulations: number;
}

/** Input of a disruption method besides its candidates. */
export interface MethodContext {
  readonly snapshot: ClusterSnapshot;
  readonly budget: RemainingBudgets;
  /** Where earlier evaluations of the same cluster ended. */
  readonly cursor: EvaluationCursor;
  /** True if commands for several nodes are widened beyond what upstream finds. */
  readonly widens: boolean;
  /** Increases with each simulation of consolidation. */
  readonly effort: Effort;
  /** True if nodes are replaced by several ones where nothing else saves anything more. */
  readonly regroups: boolean;
  /** Set for the validation of a command: other commands proposed with it may have started. */
  readonly known: KnownCommand | null;
}

/** The command that is validated; `'Anew'` if its replacements are planned anew. */
export type KnownCommand = Command | 'Anew';

/** A method that finds nodes to disrupt. */
export interface Method {
  readonly name: DisruptionMethod;
  readonly reason: DisruptionReason;
  /**
   * True if blocking pods do not block nodes with a termination grace period. Source: karpenter
   * disruption/types.go, the classes graceful and eventual.
   */
  readonly isEventual: boolean;
  /** Returns true if the candidate is in the scope of the method. */
  appliesTo(candidate: Candidate): boolean;
  /** Returns why the method does not disrupt the candidate; `null` if it may. */
  blockerFor(candidate: Candidate, now: Instant): DisruptionBlock | null;
  /** @param candidates candidates without a blocker, by node name */
  propose(candidates: readonly Candidate[], context: MethodContext): MethodResult;
}

/**
 * Returns what blocks a candidate for a method, by its pods or the method itself; empty if nothing
 * does.
 */
export function blockersOf(
  method: Method,
  candidate: Candidate,
  now: Instant,
): readonly DisruptionBlock[] {
  const { podBlocks, node } = candidate;
  if (method.reason !== 'Unhealthy' && isKept(node)) return [{ code: 'NODE_DO_NOT_DISRUPT' }];
  if (podBlocks.length > 0 && !endsByTime(method, candidate)) return podBlocks;
  const blocker = method.blockerFor(candidate, now);
  return blocker === null ? [] : [blocker];
}

/** A repair always has a drain that ends; otherwise the termination grace period of the node ends it. */
const endsByTime = ({ reason, isEventual }: Method, { nodeClaim }: Candidate): boolean =>
  reason === 'Unhealthy' || (isEventual && nodeClaim.hasTerminationGracePeriod);
