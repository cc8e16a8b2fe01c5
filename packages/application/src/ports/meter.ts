import type { ClusterId, DurationMs, Instant } from '@kerf/core';
import type { Command, DisruptionPlan } from '@kerf/engine';
import type { RebootResult } from '../domain/node-claim/claim-reboot.js';
import type { NodeClaim, TerminationReason } from '../domain/node-claim/node-claim.js';
import type { ChannelKind } from '../domain/notification/notification-channel.js';
import type { AttemptOutcome } from '../domain/notification/notification-delivery.js';
import type { UnavailableOffering } from './cloud-provider.js';
import type { AnnotationAnswer, EvictionAnswer } from './cluster-gateway.js';

/** Measures use cases, for the metrics of the process. */
export interface Meter {
  /**
   * Records measurements; returns at once and never throws. Call it after the change that they
   * measure is committed.
   */
  record(clusterId: ClusterId, measurements: readonly Measurement[]): void;
  /** Counts an attempt to deliver a notification. */
  recordDelivery(channel: ChannelKind, outcome: AttemptOutcome): void;
}

/** A consolidation whose price is known, in one NodePool. */
export interface ConsolidationMove {
  readonly nodePool: string;
  /** The consolidation policy of the NodePool. */
  readonly policy: string;
  readonly isApproved: boolean;
  /** `null` unless the policy is `Balanced`. */
  readonly score: number | null;
}

/** A pod that a batch considered. */
export interface EvaluatedPod {
  readonly uid: string;
  /** Whether it has a place on an existing or planned node. */
  readonly isPlaced: boolean;
  /** The zone that it is limited to, `flexible`, or `none`. */
  readonly zone: string;
}

/** Something that happened once. */
export type Measurement =
  | { readonly kind: 'PodsEvaluated'; readonly at: Instant; readonly pods: readonly EvaluatedPod[] }
  | {
      readonly kind: 'DisruptionEvaluated';
      readonly eligible: DisruptionPlan['eligible'];
      readonly moves: readonly ConsolidationMove[];
    }
  /** A validation dropped nodes from a command, or the whole command. */
  | { readonly kind: 'ValidationFailed'; readonly command: Command; readonly nodes: number }
  /** A brake set a pause. */
  | { readonly kind: 'BrakeEngaged'; readonly rule: string }
  | { readonly kind: 'CommandStarted'; readonly command: Command }
  /** Replacements failed, so the command was rolled back. */
  | { readonly kind: 'CommandFailed'; readonly command: Command; readonly replacements: number }
  /** The offerings without capacity of one launch, which may have succeeded with another one. */
  | { readonly kind: 'OfferingsUnavailable'; readonly offerings: readonly UnavailableOffering[] }
  | { readonly kind: 'InstanceTerminationFailed'; readonly claim: NodeClaim }
  | { readonly kind: 'EvictionAnswered'; readonly answer: EvictionAnswer['kind'] }
  /** How many nodes of each NodePool have pods whose deletion cost is to be written. */
  | { readonly kind: 'DeletionCostsPlanned'; readonly nodes: ReadonlyMap<string, number> }
  | { readonly kind: 'DeletionCostAnswered'; readonly answer: AnnotationAnswer | 'Failed' }
  | { readonly kind: 'PodDrained'; readonly reason: TerminationReason }
  | {
      readonly kind: 'InstanceTerminated';
      readonly claim: NodeClaim;
      readonly tookMs: DurationMs;
    }
  | { readonly kind: 'NodeClaimTerminated'; readonly claim: NodeClaim }
  /** @param condition type of the node's condition */
  | { readonly kind: 'NodeRepaired'; readonly claim: NodeClaim; readonly condition: string }
  /** @param recoveryMs from EC2's acceptance until the node was Ready; `null` unless it succeeded */
  | {
      readonly kind: 'RebootEnded';
      readonly result: RebootResult;
      readonly tookMs: DurationMs;
      readonly recoveryMs: DurationMs | null;
    }
  /** EC2 reported an instance, which is terminated because of that. */
  | {
      readonly kind: 'InstanceUnhealthy';
      readonly category: 'instance_status' | 'system_status' | 'event_status';
    };
