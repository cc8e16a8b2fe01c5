import type { ClusterId, DecisionId, Instant } from '@kerf/core';
import type { ApprovalPolicy } from '../domain/approval/approval-policy.js';
import type { Review } from '../domain/approval/review.js';
import type { Decision } from '../domain/decision/decision.js';

/** The versions of the approval policy; append-only. */
export interface ApprovalPolicyRepository {
  /** Returns the newest version; `null` before the first save. */
  current(): Promise<ApprovalPolicy | null>;
  find(version: number): Promise<ApprovalPolicy | null>;
  /** @returns false when this version exists already */
  insert(policy: ApprovalPolicy): Promise<boolean>;
}

/** Reviews of decisions; append-only. */
export interface ReviewRepository {
  /** Returns the reviews of a decision, oldest first. */
  of(id: DecisionId): Promise<readonly Review[]>;
  /**
   * Returns the decisions that a person has reviewed and that await approval, or are approved and
   * not started yet; ordered by ID.
   */
  openOf(personId: string): Promise<readonly DecisionId[]>;
  add(id: DecisionId, review: Review): Promise<void>;
}

/** A past decision as a policy is tried on it. */
export type PastDecision = Pick<
  Decision,
  'id' | 'clusterId' | 'kind' | 'state' | 'verdict' | 'proposedAt'
> & { readonly approval: NonNullable<Decision['approval']> };

/** Past decisions that a policy can be tried on. */
export interface PastDecisions {
  readonly decisions: readonly PastDecision[];
  /** True when there are more than were asked for. */
  readonly isCut: boolean;
}

/** Filter of past decisions to read. */
export interface PastDecisionRequest {
  readonly since: Instant;
  readonly limit: number;
  /** `null` for all clusters. */
  readonly clusterId: ClusterId | null;
}
