import type { Decision, ExecutionStep } from '../domain/decision/decision.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { OutboxMessage } from '../ports/outbox-message.js';

/** The jobs for next steps: of NodeClaims, then of decisions. */
export const operationsOfSteps: readonly string[] = [
  'node-claim.launch',
  'node-claim.create-objects',
  'node-claim.register',
  'node-claim.initialize',
  'node-claim.reboot',
  'node-claim.terminate',
  'disruption.validate',
  'disruption.replan',
  'disruption.execute',
] satisfies readonly OutboxMessage['type'][];

/** Returns the job for the next step of a NodeClaim; `null` when it needs no job. */
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

/** Execution steps after which the decision's NodeClaims continue by themselves. */
const lastSteps: readonly ExecutionStep[] = ['MarkedForDeletion', 'Terminated'];

/**
 * Returns the job for the next step of a decision; `null` when it awaits approval, waits for its
 * NodeClaims, or is only shown.
 */
export function nextStepOfDecision(decision: Decision): OutboxMessage | null {
  const { id: decisionId, clusterId, state, kind, body, executionStep } = decision;
  if (kind === 'Provision') return null;
  switch (state) {
    case 'Proposed':
      return { type: 'disruption.validate', clusterId, decisionId };
    case 'AwaitingApproval':
      return decision.approval === null || decision.approval.exclusion === null
        ? null
        : { type: 'disruption.replan', clusterId, decisionId };
    case 'Approved':
      return { type: 'disruption.execute', clusterId, decisionId };
    case 'Executing':
      if (body.type !== 'Disrupt' || lastSteps.includes(executionStep)) return null;
      return rebootOf(decision) ?? { type: 'disruption.execute', clusterId, decisionId };
    default:
      return null;
  }
}

/** Returns the job of the NodeClaim that a decision reboots; `null` if it reboots none. */
function rebootOf({
  clusterId,
  executionStep,
  nodeClaimIds: [nodeClaimId],
}: Decision): OutboxMessage | null {
  return executionStep === 'RebootRequested' && nodeClaimId !== undefined
    ? { type: 'node-claim.reboot', clusterId, nodeClaimId }
    : null;
}
