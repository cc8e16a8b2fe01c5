import type { Instant, MicroUsdPerHour } from '@kerf/core';
import type { NodeRepair, RepairAction } from './node.js';
import type { DisruptionReason } from './node-pool.js';
import type { PriceOverlay } from './offering.js';
import type { BoundCertificate } from './plan-cost.js';
import type { DisruptionBlock, Reason } from './reason.js';
import type { SavingProof } from './saving-proof.js';
import type { SchedulingReason } from './scheduling-reason.js';
import type { PlannedNodeClaim } from './scheduling-result.js';

/** The disruption methods, in the order in which they are tried; all but the last are Karpenter's. */
export const disruptionMethods = [
  'StaticRepair',
  'Repair',
  'Emptiness',
  'StaticDrift',
  'Drift',
  'MultiNodeConsolidation',
  'SingleNodeConsolidation',
  'Regrouping',
] as const;
/** A disruption method, one of {@link disruptionMethods}. */
export type DisruptionMethod = (typeof disruptionMethods)[number];

/**
 * A disruption that the engine proposes: the candidates are deleted once the replacements are
 * initialized, or without any, see {@link Command.terminateFirst}. A reboot has one candidate, which stays, and
 * to which its pods return.
 */
export interface Command {
  readonly method: DisruptionMethod;
  readonly reason: DisruptionReason;
  readonly candidates: readonly CommandCandidate[];
  readonly replacements: readonly PlannedNodeClaim[];
  /** Pods that have to run elsewhere, without daemons and static pods. */
  readonly moves: readonly PodMove[];
  /**
   * Price of the candidates less that of the nodes that replace them, also of those that ordinary
   * provisioning launches afterwards; `null` if one of the prices is unknown.
   */
  readonly savingMicroUsdPerHour: MicroUsdPerHour | null;
  /**
   * Why the candidates go before their replacement can be launched: ordinary provisioning launches
   * it in the place that they free, and their pods wait until then. Absent for other commands.
   */
  readonly terminateFirst?: TerminateFirst;
  /**
   * How near the savings are to the most that is possible, at the same prices; absent without a goal
   * to save, and when it is unknown.
   */
  readonly bound?: CommandBound;
}

/**
 * Why no replacement can be launched before a node is gone: its static NodePool is at its limit of
 * nodes, or the node holds the only place, in a full capacity reservation. Source: karpenter
 * disruption/types.go TerminateFirstReason @v1.15.0.
 */
export type TerminateFirst =
  | Extract<DisruptionBlock, { readonly code: 'NODE_LIMIT_REACHED' }>
  | Extract<SchedulingReason, { readonly code: 'RESERVATION_FULL' }>;

/** The most that any command could save with the nodes and budgets of an evaluation. */
export interface CommandBound {
  /** Cost of all nodes with a known price, before the command. */
  readonly costMicroUsdPerHour: MicroUsdPerHour;
  /**
   * No command that removes as many of these nodes as their budgets allow saves more, whatever it
   * launches; proved by the certificate of the plan.
   */
  readonly mostSavingMicroUsdPerHour: MicroUsdPerHour;
  /** The cost after the command divided by the least possible, less one. */
  readonly gapRatio: number;
}

/** A node that a command disrupts. */
export interface CommandCandidate {
  readonly nodeName: string;
  readonly nodeClaimId: string;
  readonly nodePool: string;
  readonly instanceType: string | null;
  readonly zone: string | null;
  readonly capacityType: string | null;
  readonly priceMicroUsdPerHour: MicroUsdPerHour | null;
  readonly priceOverlay?: PriceOverlay;
  /** Number of daemon and static pods, which end with the node. */
  readonly daemonPods: number;
  /** One for the node, and the eviction costs of its pods; absent in older decisions. */
  readonly disruptionCost?: number;
  /** Why an unhealthy node is repaired, and how long it is drained; absent for other reasons. */
  readonly repair?: CandidateRepair;
}

/** The repair of a node as a command records it. */
export interface CandidateRepair
  extends Pick<NodeRepair, 'condition' | 'status' | 'since' | 'drainMs'> {
  /** Absent in older decisions, which replace the node. */
  readonly action?: RepairAction;
}

/** Returns true if the command reboots its node, which stays. */
export const isReboot = ({ candidates }: Pick<Command, 'candidates'>): boolean =>
  candidates.some(({ repair }) => repair?.action === 'Reboot');

/** The destination of a pod of a disrupted node. */
export interface PodMove {
  readonly podUid: string;
  readonly pod: string;
  readonly from: string;
  /**
   * Name of a node, or id of a replacement; the node itself if it is rebooted; `null`: the pod waits until
   * ordinary provisioning has a place for it.
   */
  readonly to: string | null;
}

/** A move to a place that is known. */
export interface PlacedMove extends PodMove {
  readonly to: string;
}

/** The result of one evaluation of a cluster's disruption. */
export interface DisruptionPlan {
  readonly engineVersion: string;
  readonly commands: readonly Command[];
  /** The disruption blockers of every managed node that no command disrupts. */
  readonly blocked: readonly { readonly nodeName: string; readonly reasons: readonly Reason[] }[];
  readonly budgets: readonly BudgetStatus[];
  /** How many nodes the methods may disrupt, by reason; budgets and prices are not considered. */
  readonly eligible: readonly { readonly reason: DisruptionReason; readonly nodes: number }[];
  /** Position at which the next evaluation of the same cluster continues. */
  readonly cursor: EvaluationCursor;
  /** Proves the bounds of the commands; absent without one. */
  readonly certificate?: BoundCertificate;
  /** Proof of each command's bound, without the snapshot; `null` for commands without one. */
  readonly proofs?: readonly (SavingProof | null)[];
}

/**
 * The candidates that consolidation has simulated, and when. One evaluation simulates only a part
 * of a large cluster; the next one continues at the cursor.
 */
export interface EvaluationCursor {
  /** Number of evaluations so far. */
  readonly evaluations: number;
  /** The last simulation of each candidate, by NodeClaim id; a candidate without one is new. */
  readonly lastByClaim: Readonly<Record<string, LastEvaluation>>;
}

/** The last simulation of a candidate. */
export interface LastEvaluation {
  /** Number of the evaluation, from 1. */
  readonly evaluation: number;
  readonly at: Instant;
}

/** Savings of a consolidation in a NodePool with the policy `Balanced`, against its disruption. */
export interface BalancedScore {
  readonly nodePool: string;
  /** {@link savedRatio} divided by {@link disruptedRatio}. */
  readonly score: number;
  /** The NodePool allows consolidations from this score. */
  readonly minScore: number;
  /** Part of the price of the NodePool's nodes that is saved, 0–1. */
  readonly savedRatio: number;
  /** Part of the disruption cost of the NodePool's nodes, 0–1. */
  readonly disruptedRatio: number;
}

/** How many nodes of a NodePool may be disrupted now for one reason, and which budget limits them. */
export interface BudgetStatus {
  readonly nodePool: string;
  readonly reason: DisruptionReason;
  /** Managed and initialized nodes, of which percentages are taken. */
  readonly nodes: number;
  /** Nodes that use the budget: not ready, deleting, rebooting, or proposed to be disrupted. */
  readonly disrupting: number;
  readonly allowed: number;
  /** Index of the budget in the manifest with the lowest limit; `null` if none applies. */
  readonly limitingBudget: number | null;
  /** When the limit may change with time alone; `null` if it does not. */
  readonly changesAt: Instant | null;
}

/** The result of the validation of a command. */
export type CommandValidation =
  | { readonly kind: 'Valid'; readonly command: Command }
  /** For emptiness, the nodes that still qualify are removed. */
  | {
      readonly kind: 'Reduced';
      readonly command: Command;
      readonly dropped: readonly DroppedCandidate[];
    }
  | { readonly kind: 'Invalid'; readonly dropped: readonly DroppedCandidate[] };

/** A node that a command may not disrupt any more, with its blockers. */
export interface DroppedCandidate {
  readonly nodeName: string;
  readonly reasons: readonly Reason[];
}
