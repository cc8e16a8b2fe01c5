import type { DecisionId, Instant, MicroUsdPerHour, NodeClaimId } from '@kerf/core';
import type { NodeClaimState } from '../node-claim/node-claim.js';

/** A NodeClaim as the brakes see it. */
export interface RecentClaim {
  readonly id: NodeClaimId;
  readonly name: string;
  readonly nodePool: string | null;
  readonly decisionId: DecisionId | null;
  readonly state: NodeClaimState;
  readonly requestedAt: Instant;
  readonly launchedAt: Instant | null;
  readonly registeredAt: Instant | null;
  readonly terminatedAt: Instant | null;
  readonly nodeName: string | null;
  /** Code of the failure of its launch. */
  readonly failureCode: string | null;
  readonly failureDetail: string | null;
  readonly terminationReason: string | null;
  readonly instanceType: string | null;
  readonly zone: string | null;
  readonly capacityType: string | null;
  readonly priceMicroUsdPerHour: MicroUsdPerHour | null;
}
