import type { Decision } from '@kerf/application';
import type { Command, CommandCandidate } from '@kerf/engine';
import { recordedAt } from './cluster-records.js';

/** Returns an emptiness decision about one node that needs approval. */
export function aDecision(
  fields: Pick<Decision, 'clusterId' | 'id'> & Partial<Decision>,
): Decision {
  return {
    kind: 'Empty',
    state: 'AwaitingApproval',
    verdict: { kind: 'NeedsApproval', approvals: 1 },
    engineVersion: '1',
    snapshotDigest: 'd',
    body: { type: 'Disrupt', command: anEmptyCommand(), budgets: [] },
    nodePools: ['default'],
    nodeClaimIds: ['ncl_1'],
    nodeCount: 1,
    podCount: 0,
    costChangeMicroUsdPerHour: -96_000,
    achievedSavingMicroUsdPerHour: null,
    proposedAt: recordedAt,
    // Long after the system clock, by which the API refuses expired approvals.
    expiresAt: recordedAt + 36_500 * 86_400_000,
    rejectedUntil: null,
    decidedAt: null,
    decidedBy: null,
    comment: null,
    finishedAt: null,
    executionStep: 'None',
    approval: null,
    version: 1,
    ...fields,
  };
}

/** Returns a node that a command removes. */
export function aCommandCandidate(): CommandCandidate {
  return {
    nodeName: 'ip-10-0-0-1',
    nodeClaimId: 'ncl_1',
    nodePool: 'default',
    instanceType: 'm5.large',
    zone: 'us-east-1a',
    capacityType: 'on-demand',
    priceMicroUsdPerHour: 96_000,
    daemonPods: 2,
    disruptionCost: 2,
  };
}

/** Returns a command that deletes one empty node. */
export function anEmptyCommand(fields: Partial<Command> = {}): Command {
  return {
    method: 'Emptiness',
    reason: 'Empty',
    candidates: [aCommandCandidate()],
    replacements: [],
    moves: [],
    savingMicroUsdPerHour: 96_000,
    ...fields,
  };
}
