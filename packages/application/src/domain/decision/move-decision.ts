import { invariant } from '@kerf/core';
import { type Decision, type DecisionState, decisionTransitions } from './decision.js';

/**
 * Returns the decision in its next state, not saved yet.
 * @throws InvariantViolation when the state machine has no such transition
 */
export function moveDecision(
  decision: Decision,
  to: DecisionState,
  changes: Partial<Omit<Decision, 'id' | 'state' | 'version'>> = {},
): Decision {
  invariant(
    decisionTransitions[decision.state].includes(to),
    `Decision ${decision.id} cannot go from ${decision.state} to ${to}`,
  );
  return { ...decision, ...changes, state: to };
}
