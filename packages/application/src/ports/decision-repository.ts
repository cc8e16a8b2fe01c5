import type { ClusterId, DecisionId, Instant } from '@kerf/core';
import type { SavingProof } from '@kerf/engine';
import type { DecisionApproval } from '../domain/approval/decision-approval.js';
import type { Decision, DecisionEvent } from '../domain/decision/decision.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { PastDecisionRequest, PastDecisions } from './approval-repositories.js';

/** Decisions and their history. */
export interface DecisionRepository {
  insert(decision: Decision, events: readonly DecisionEvent[]): Promise<void>;
  /** Inserts several decisions. */
  insertAll(
    decisions: readonly {
      readonly decision: Decision;
      readonly events: readonly DecisionEvent[];
    }[],
  ): Promise<void>;
  find(id: DecisionId): Promise<Decision | null>;
  /**
   * Locks the decision until this transaction ends. Waits while another transaction holds the lock:
   * of several transactions that each save a NodeClaim and then read all NodeClaims of the
   * decision, the last one sees all changes.
   */
  lock(id: DecisionId): Promise<Pick<Decision, 'kind' | 'state' | 'nodeClaimIds'> | null>;
  /** Returns all open decisions except executing ones of kind `Provision`, oldest first. */
  open(clusterId: ClusterId): Promise<readonly Decision[]>;
  /** Returns the rejected decisions that must not be proposed again yet, ordered by id. */
  rejectedUntil(clusterId: ClusterId, now: Instant): Promise<readonly Decision[]>;
  /** Returns the executing decisions that remove the node of this NodeClaim. */
  removing(claim: NodeClaim): Promise<readonly DecisionId[]>;
  save(decision: Decision, events: readonly DecisionEvent[]): Promise<Decision | null>;
  /**
   * Sets `approval` without changing `version`: what people see stays the same.
   * @returns false when another writer saved the decision first
   */
  setApproval(decision: Decision, approval: DecisionApproval): Promise<boolean>;
  /** Returns decisions that were made under a policy, newest first. */
  past(request: PastDecisionRequest): Promise<PastDecisions>;
  /**
   * Stores what the bound of a new decision's saving is proved with.
   * @returns false, and stores nothing, if it is too large
   */
  addSavingProof(id: DecisionId, proof: SavingProof): Promise<boolean>;
  savingProof(id: DecisionId): Promise<SavingProof | null>;
  addEvents(id: DecisionId, events: readonly DecisionEvent[]): Promise<void>;
  events(id: DecisionId): Promise<readonly DecisionEvent[]>;
}
