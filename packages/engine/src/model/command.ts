import type { Instant, MicroUsdPerHour } from '@kerf/core';
import type { Reason } from '../explain/reason.js';
import type { DisruptionReason } from './node-pool.js';
import type { PriceOverlay } from './offering.js';
import type { PlannedNodeClaim } from './scheduling-result.js';

export const disruptionMethods = [
  'Emptiness',
  'StaticDrift',
  'Drift',
  'MultiNodeConsolidation',
  'SingleNodeConsolidation',
] as const;
export type DisruptionMethod = (typeof disruptionMethods)[number];

/** What the engine proposes to disrupt: delete the candidates, after the replacements are there. */
export interface Command {
  readonly method: DisruptionMethod;
  readonly reason: DisruptionReason;
  readonly candidates: readonly CommandCandidate[];
  readonly replacements: readonly PlannedNodeClaim[];
  /** Pods that will have to run elsewhere; daemons and static pods are not among them. */
  readonly moves: readonly PodMove[];
  /** Price of the candidates less that of the replacements; `null` when one of them is unknown. */
  readonly savingMicroUsdPerHour: MicroUsdPerHour | null;
}

export interface CommandCandidate {
  readonly nodeName: string;
  readonly nodeClaimId: string;
  readonly nodePool: string;
  readonly instanceType: string | null;
  readonly zone: string | null;
  readonly capacityType: string | null;
  readonly priceMicroUsdPerHour: MicroUsdPerHour | null;
  readonly priceOverlay?: PriceOverlay;
  /** Daemon and static pods, which end with the node. */
  readonly daemonPods: number;
}

export interface PodMove {
  readonly podUid: string;
  readonly pod: string;
  readonly from: string;
  /** A node's name, or a replacement's id. */
  readonly to: string;
}

/** Everything one look at a cluster's disruption says. */
export interface DisruptionPlan {
  readonly engineVersion: string;
  readonly commands: readonly Command[];
  /** For every managed node that no command takes, what keeps it. */
  readonly blocked: readonly { readonly nodeName: string; readonly reasons: readonly Reason[] }[];
  readonly budgets: readonly BudgetStatus[];
  /** For the next evaluation of the same cluster. */
  readonly cursor: EvaluationCursor;
}

/**
 * Which candidates consolidation has simulated, and when. One evaluation has time for a part of a
 * large cluster; the next goes on from the cursor that it returned.
 */
export interface EvaluationCursor {
  /** Number of evaluations so far. */
  readonly evaluations: number;
  /** The last simulation of each candidate, by NodeClaim id; a candidate without one is new. */
  readonly lastByClaim: Readonly<Record<string, LastEvaluation>>;
}

export interface LastEvaluation {
  /** Number of the evaluation, from 1. */
  readonly evaluation: number;
  readonly at: Instant;
}

/** How many nodes of a pool may be disrupted now for one reason, and which rule says so. */
export interface BudgetStatus {
  readonly nodePool: string;
  readonly reason: DisruptionReason;
  /** Managed and initialized nodes that the percentage is taken of. */
  readonly nodes: number;
  /** Nodes that already use the budget: not ready, leaving, or proposed to be removed. */
  readonly disrupting: number;
  readonly allowed: number;
  /** Index of the budget in the manifest that allows least; `null` when none applies. */
  readonly limitingBudget: number | null;
  /** When the ruling may change by the clock alone; `null` when it does not. */
  readonly changesAt: Instant | null;
}

/** What a second look at a command says. */
export type CommandValidation =
  | { readonly kind: 'Valid'; readonly command: Command }
  /** For emptiness the part that still holds is executed. */
  | {
      readonly kind: 'Reduced';
      readonly command: Command;
      readonly dropped: readonly DroppedCandidate[];
    }
  | { readonly kind: 'Invalid'; readonly dropped: readonly DroppedCandidate[] };

export interface DroppedCandidate {
  readonly nodeName: string;
  readonly reasons: readonly Reason[];
}
