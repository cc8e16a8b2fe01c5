import type { Decision, ExecutionStep } from '../domain/decision/decision.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { OutboxMessage } from '../ports/outbox-message.js';

/** The job that takes a claim one step further; `null` for one that waits for nothing. */
export function nextStepOfClaim({ id, clusterId, state }: NodeClaim): OutboxMessage | null {
  switch (state) {
    case 'Requested':
    case 'Launching':
      return { type: 'node-claim.launch', clusterId, nodeClaimIds: [id] };
    case 'Launched':
      return { type: 'node-claim.register', clusterId, nodeClaimId: id };
    case 'Registered':
      return { type: 'node-claim.initialize', clusterId, nodeClaimId: id };
    case 'Terminating':
      return { type: 'node-claim.terminate', clusterId, nodeClaimId: id };
    default:
      return null;
  }
}

/** Steps of an execution after which its claims go on by themselves. */
const lastSteps: readonly ExecutionStep[] = ['MarkedForDeletion', 'Terminated'];

/**
 * The job that takes a decision one step further; `null` for one that waits for a person or for its
 * claims, or is only shown.
 */
export function nextStepOfDecision(decision: Decision): OutboxMessage | null {
  const { id: decisionId, clusterId, state, kind, body, executionStep } = decision;
  if (kind === 'Provision') return null;
  switch (state) {
    case 'Proposed':
      return { type: 'disruption.validate', clusterId, decisionId };
    case 'Approved':
      return { type: 'disruption.execute', clusterId, decisionId };
    case 'Executing':
      return body.type === 'Disrupt' && !lastSteps.includes(executionStep)
        ? { type: 'disruption.execute', clusterId, decisionId }
        : null;
    default:
      return null;
  }
}
