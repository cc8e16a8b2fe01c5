import { describe, expect, it } from 'vitest';
import type { DecisionKind } from '../../gql/graphql.js';
import { type DecisionFacts, decisionSentence, type Outcome } from './decision-sentence.js';

const allSucceeded: Outcome = {
  succeededNodes: 3,
  launchFailedNodes: 0,
  notReadyNodes: 0,
  remainingNodes: 0,
};
const decision = (fields: Partial<DecisionFacts>): DecisionFacts => ({
  kind: 'EMPTY',
  state: 'PROPOSED',
  nodeCount: 3,
  podCount: 41,
  outcome: null,
  ...fields,
});
const headline = (fields: Partial<DecisionFacts>) => decisionSentence(decision(fields));

describe('decisionSentence', () => {
  it.each<[DecisionKind, string, string, string]>([
    [
      'PROVISION',
      'Launch 3 nodes for 41 pods',
      'Launched 3 nodes for 41 pods',
      'Launch failed: 3 nodes',
    ],
    [
      'DEPROVISION',
      'Remove 3 surplus nodes',
      'Removed 3 surplus nodes',
      'Removal failed: 3 surplus nodes',
    ],
    ['EMPTY', 'Remove 3 empty nodes', 'Removed 3 empty nodes', 'Removal failed: 3 empty nodes'],
    [
      'CONSOLIDATE',
      'Consolidate 3 nodes, moving 41 pods',
      'Consolidated 3 nodes, moved 41 pods',
      'Consolidation failed: 3 nodes',
    ],
    [
      'DRIFT',
      'Replace 3 drifted nodes',
      'Replaced 3 drifted nodes',
      'Replacement failed: 3 drifted nodes',
    ],
    [
      'EXPIRE',
      'Replace 3 expired nodes',
      'Replaced 3 expired nodes',
      'Replacement failed: 3 expired nodes',
    ],
    [
      'INTERRUPT',
      'Drain 3 interrupted nodes',
      'Drained 3 interrupted nodes',
      'Drain failed: 3 interrupted nodes',
    ],
    [
      'REPAIR',
      'Repair 3 unhealthy nodes',
      'Repaired 3 unhealthy nodes',
      'Repair failed: 3 unhealthy nodes',
    ],
    [
      'UNKNOWN',
      'Decision of an unknown kind about 3 nodes',
      'Decision of an unknown kind about 3 nodes',
      'Decision of an unknown kind about 3 nodes',
    ],
  ])('describes the plan, the outcome and the failure of kind %s', (kind, plan, done, failed) => {
    for (const state of ['AWAITING_APPROVAL', 'EXECUTING', 'SUPERSEDED', 'REJECTED'] as const) {
      expect(headline({ kind, state })).toBe(plan);
    }
    expect(headline({ kind, state: 'EXECUTED', outcome: allSucceeded })).toBe(done);
    expect(headline({ kind, state: 'FAILED' })).toBe(failed);
  });

  it('describes how many nodes of a partly failed launch are ready, and what failed', () => {
    const partly = (outcome: Partial<Outcome>) =>
      headline({ kind: 'PROVISION', state: 'EXECUTED', outcome: { ...allSucceeded, ...outcome } });
    expect(partly({ succeededNodes: 1, launchFailedNodes: 2 })).toBe(
      'Launched 1 of 3 nodes for 41 pods; 2 failed to launch',
    );
    expect(partly({ succeededNodes: 1, launchFailedNodes: 1, notReadyNodes: 1 })).toBe(
      'Launched 1 of 3 nodes for 41 pods; 1 failed to launch and 1 did not become ready',
    );
  });

  it('distinguishes failed launches from nodes that did not become ready', () => {
    const failed = (outcome: Partial<Outcome>, nodeCount = 3) =>
      headline({
        kind: 'PROVISION',
        state: 'FAILED',
        nodeCount,
        outcome: { ...allSucceeded, succeededNodes: 0, ...outcome },
      });
    expect(failed({ launchFailedNodes: 3 })).toBe('Launch failed: 3 nodes');
    expect(failed({ notReadyNodes: 3 })).toBe('Launched 3 nodes, but none became ready');
    expect(failed({ notReadyNodes: 1 }, 1)).toBe('Launched 1 node, but it did not become ready');
    expect(failed({ launchFailedNodes: 2, notReadyNodes: 1 })).toBe(
      'Launch failed: 3 nodes (2 failed to launch and 1 did not become ready)',
    );
  });

  it('describes how many nodes of a partly failed removal are removed', () => {
    const outcome = { ...allSucceeded, succeededNodes: 1, remainingNodes: 2 };
    expect(headline({ kind: 'DEPROVISION', state: 'FAILED', outcome })).toBe(
      'Removal failed: 3 surplus nodes; 1 of 3 removed',
    );
  });

  it('describes launches without pending pods, and pods that need no new node', () => {
    const provision = { kind: 'PROVISION', state: 'EXECUTING' } as const;
    expect(headline({ ...provision, podCount: 0 })).toBe('Launch 3 nodes without pending pods');
    expect(headline({ ...provision, nodeCount: 0, podCount: 2 })).toBe(
      'Schedule 2 pods on existing nodes',
    );
    expect(headline({ ...provision, state: 'EXECUTED', nodeCount: 0, podCount: 1 })).toBe(
      'Scheduled 1 pod on existing nodes',
    );
  });
});
