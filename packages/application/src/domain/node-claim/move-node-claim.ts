import { invariant } from '@kerf/core';
import { type NodeClaim, type NodeClaimState, nodeClaimTransitions } from './node-claim.js';

/**
 * Returns the NodeClaim in its next state, not saved yet.
 * @throws InvariantViolation when the state machine has no such transition
 */
export function moveNodeClaim(
  claim: NodeClaim,
  to: NodeClaimState,
  changes: Partial<Omit<NodeClaim, 'id' | 'state' | 'version'>> = {},
): NodeClaim {
  invariant(
    nodeClaimTransitions[claim.state].includes(to),
    `NodeClaim ${claim.id} cannot go from ${claim.state} to ${to}`,
  );
  return { ...claim, ...changes, state: to };
}
