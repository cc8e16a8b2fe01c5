import type { ClusterId } from '@kerf/core';
import type { ClusterMode } from '@kerf/engine';
import type { StandingApproval } from '../domain/approval/approval-policy.js';
import type { PolicyInForce, StandingUse } from '../domain/approval/evaluate-policy.js';
import { can } from '../domain/identity/access.js';
import type { StoredPolicy } from './read-policy.js';

/** The decision that a policy decides about. */
export interface DecidedAbout {
  readonly mode: ClusterMode;
  readonly clusterId: ClusterId;
  readonly nodePools: readonly string[];
  /** The people who changed its plan. */
  readonly editorIds: readonly string[];
}

/** Returns the policy that decides about one decision, with what its standing approvals stand for. */
export const policyInForce = (stored: StoredPolicy, about: DecidedAbout): PolicyInForce => ({
  mode: about.mode,
  policy: stored.policy,
  useOf: (standing) => useOfStanding(stored, about, standing),
});

/**
 * Returns what a standing approval stands for. Made by somebody who may change the policy, it is a
 * rule of it; by somebody who may approve this decision, it is one approval. Nobody approves a plan
 * that they changed.
 */
export function useOfStanding(
  { makers }: StoredPolicy,
  { clusterId, nodePools, editorIds }: Omit<DecidedAbout, 'mode'>,
  { maker, owner }: StandingApproval,
): StandingUse {
  if (maker === undefined) return { kind: 'Rule' };
  const none = (why: string) => ({ kind: 'None', why }) as const;
  const now = makers?.get(maker.id);
  if (now === undefined) return none(`${owner} has no access any more`);
  if (editorIds.some((editorId) => editorId === maker.personId || editorId === maker.id)) {
    return none(`${owner} changed this plan`);
  }
  const subject = { kind: 'User', name: owner, grants: now.grants } as const;
  if (can(subject, 'approval-policy.write', { kind: 'Organization' }).isAllowed) {
    return { kind: 'Rule' };
  }
  return can(subject, 'decision.approve', { kind: 'NodePools', clusterId, nodePools }).isAllowed
    ? { kind: 'Approval', person: now.person }
    : none(`${owner} may not approve this decision`);
}
