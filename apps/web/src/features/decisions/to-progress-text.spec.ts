import { describe, expect, it } from 'vitest';
import type { DecisionSummaryFieldsFragment } from '../../gql/graphql.js';
import { decisionLook, progressSentence } from './to-progress-text.js';

type Progress = NonNullable<DecisionSummaryFieldsFragment['progress']>;

const outcome = { succeededNodes: 0, launchFailedNodes: 0, notReadyNodes: 0, remainingNodes: 0 };

const executing = (
  changes: Partial<Progress> = {},
  kind: DecisionSummaryFieldsFragment['kind'] = 'DRIFT',
) => ({
  kind,
  state: 'EXECUTING' as const,
  outcome,
  progress: {
    done: 2,
    total: 7,
    phases: [
      { phase: 'Draining', count: 4 },
      { phase: 'Terminating', count: 1 },
      { phase: 'Gone', count: 2 },
    ],
    waitingFor: [],
    failures: [],
    ...changes,
  },
});

const failure = {
  operation: 'node-claim.terminate',
  object: 'NodeClaim/a',
  errorCode: 'CLUSTER.FORBIDDEN',
  message: 'no',
  remedy: null,
  attempts: 3,
  firstFailedAt: '2026-01-01T00:00:00Z',
  lastFailedAt: '2026-01-01T00:01:00Z',
};

describe('the progress of a decision', () => {
  it('says how many nodes are gone, and where the others are', () => {
    expect(progressSentence(executing())).toBe('2 of 7 nodes are gone: 4 draining, 1 terminating');
    expect(progressSentence(executing({ total: 1, done: 0, phases: [] }))).toBe(
      '0 of 1 node is gone',
    );
  });

  it('of new nodes says how many are ready', () => {
    const phases = [
      { phase: 'Joining', count: 1 },
      { phase: 'Ready', count: 2 },
    ];
    const provision = executing({ total: 3, phases }, 'PROVISION');
    expect(progressSentence(provision)).toBe('2 of 3 nodes are ready: 1 joining');
  });

  it('is absent before and after', () => {
    const executed = { kind: 'DRIFT', state: 'EXECUTED', outcome, progress: null } as const;
    expect(progressSentence(executed)).toBeUndefined();
    expect(decisionLook(executed).word).toBe('Completed');
  });

  it('gives way to an outcome that is not whole', () => {
    const partly = { ...outcome, launchFailedNodes: 1 };
    const executed = {
      kind: 'PROVISION',
      state: 'EXECUTED',
      outcome: partly,
      progress: null,
    } as const;
    expect(decisionLook(executed).word).toBe('Partly failed');
  });

  it('shows in the state what holds it up', () => {
    expect(decisionLook(executing()).tone).toBe('active');
    expect(decisionLook(executing({ waitingFor: ['a: PodDisruptionBudget'] })).word).toBe(
      'Blocked',
    );
    expect(decisionLook(executing({ failures: [failure] })).word).toBe('Retrying');
  });
});
