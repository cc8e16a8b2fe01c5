import type { Instant, MicroUsdPerHour } from '@kerf/core';
import type { CommandCandidate, PlacedMove } from './command.js';
import type { DisruptionReason } from './node-pool.js';
import type { DisruptionBlock, Reason } from './reason.js';
import type { PlannedNodeClaim, PoolRefusal } from './scheduling-result.js';

/** Result of removing nodes of a cluster together; nothing is changed. */
export interface SimulatedDisruption {
  readonly engineVersion: string;
  /** The time of the snapshot. */
  readonly evaluatedAt: Instant;
  /** The removed nodes, by name. */
  readonly nodes: readonly SimulatedNode[];
  /** Pods that would run elsewhere, sorted by pod name. */
  readonly moves: readonly PlacedMove[];
  /** Pods that would have no node, sorted by pod name. */
  readonly unplaced: readonly UnplacedPod[];
  /** New nodes that the cluster needs only without the removed nodes. */
  readonly replacements: readonly PlannedNodeClaim[];
  /**
   * Price of the new nodes less that of the removed nodes; `null` if one of the prices is unknown.
   */
  readonly costChangeMicroUsdPerHour: MicroUsdPerHour | null;
  /**
   * The result of consolidation for these nodes together, whatever blocks each of them; `null` if
   * consolidation does not apply to one of them: it has no pods to move, no NodePool, or a static
   * one, or it is not a candidate.
   */
  readonly consolidation: SimulatedConsolidation | null;
}

/** Whether consolidation would remove the nodes of a simulation together. */
export type SimulatedConsolidation =
  | {
      readonly kind: 'Possible';
      /** `null` if the price of a node is unknown. */
      readonly savingMicroUsdPerHour: MicroUsdPerHour | null;
    }
  | { readonly kind: 'Blocked'; readonly block: DisruptionBlock };

/** A node that a simulation removes. */
export interface SimulatedNode extends Omit<CommandCandidate, 'nodePool'> {
  /** `null` for a standalone NodeClaim. */
  readonly nodePool: string | null;
  /** Blockers of its voluntary disruption now; empty if there are none. */
  readonly blockers: readonly SimulatedBlocker[];
  /** Pods that no controller creates again (`namespace/name`), sorted. */
  readonly podsWithoutController: readonly string[];
}

/** A disruption blocker of a node. */
export interface SimulatedBlocker {
  /** The disruption reasons that it blocks; empty if it blocks all. */
  readonly disruptionReasons: readonly DisruptionReason[];
  readonly block: DisruptionBlock;
  /** Latest end of the block, as far as time alone decides; `null` if that is unknown. */
  readonly until: Instant | null;
}

/** A pod that would have no node. */
export interface UnplacedPod {
  readonly podUid: string;
  /** `namespace/name` */
  readonly pod: string;
  /** The removed node; `null` for a pending pod that would have had a new node otherwise. */
  readonly from: string | null;
  /** See {@link UnschedulablePod.reasons}. */
  readonly reasons: readonly Reason[];
  /** See {@link UnschedulablePod.byNodePool}. */
  readonly byNodePool: readonly PoolRefusal[];
}
