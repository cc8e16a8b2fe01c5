import { describe, expect, it } from 'vitest';
import { recordedAnswer } from '../../../testing/recording/recorded-answers.js';
import { recorded } from '../../../testing/recording/recording.js';
import { DecisionDetailsDocument, type DecisionSummaryFieldsFragment } from '../../gql/graphql.js';
import type { DecisionDetails } from './decisions.queries.js';
import { decisionBadge, progressSentence, toProgress } from './progress-text.js';

type Progress = NonNullable<DecisionSummaryFieldsFragment['progress']>;

const outcome = { succeededNodes: 0, launchFailedNodes: 0, notReadyNodes: 0, remainingNodes: 0 };

const executing = (
  changes: Partial<Progress> = {},
  kind: DecisionSummaryFieldsFragment['kind'] = 'DRIFT',
): Parameters<typeof progressSentence>[0] => ({
  kind,
  state: 'EXECUTING',
  outcome,
  progress: {
    done: 2,
    total: 7,
    phases: [
      { phase: 'DRAINING', count: 4 },
      { phase: 'TERMINATING', count: 1 },
      { phase: 'GONE', count: 2 },
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
  it('includes the number of removed nodes, and the phases of the others', () => {
    expect(progressSentence(executing())).toBe('2 of 7 nodes removed: 4 draining, 1 terminating');
    expect(progressSentence(executing({ total: 1, done: 0, phases: [] }))).toBe(
      '0 of 1 node removed',
    );
  });

  it('includes the number of ready nodes of a launch', () => {
    const phases: Progress['phases'] = [
      { phase: 'JOINING', count: 1 },
      { phase: 'READY', count: 2 },
    ];
    const provision = executing({ total: 3, phases }, 'PROVISION');
    expect(progressSentence(provision)).toBe('2 of 3 nodes ready: 1 joining');
  });

  it('is absent before and after execution', () => {
    const executed = { kind: 'DRIFT', state: 'EXECUTED', outcome, progress: null } as const;
    expect(progressSentence(executed)).toBeUndefined();
    expect(decisionBadge(executed).label).toBe('Completed');
  });

  it('shows a partial failure after execution', () => {
    const partly = { ...outcome, launchFailedNodes: 1 };
    const executed = {
      kind: 'PROVISION',
      state: 'EXECUTED',
      outcome: partly,
      progress: null,
    } as const;
    expect(decisionBadge(executed).label).toBe('Partly failed');
  });

  it('changes the badge when it is blocked or retried', () => {
    expect(decisionBadge(executing()).tone).toBe('active');
    expect(decisionBadge(executing({ waitingFor: ['a: PodDisruptionBudget'] })).label).toBe(
      'Blocked',
    );
    expect(decisionBadge(executing({ failures: [failure] })).label).toBe('Retrying');
  });
});

const at = '2026-11-21T14:00:00Z';
const example = recordedAnswer(DecisionDetailsDocument, { id: recorded.emptyDecision }).decision;

function decision(fields: Partial<DecisionDetails>): DecisionDetails {
  if (example === null) throw new TypeError('The recording has the decision.');
  return { ...example, nodeCount: 3, ...fields };
}

const textOf = (fields: Partial<DecisionDetails>) => toProgress(decision(fields))?.text;

describe('the progress of a decision', () => {
  it('is absent when it has ended, awaits approval or is never executed', () => {
    for (const state of ['EXECUTED', 'FAILED', 'SUPERSEDED', 'AWAITING_APPROVAL'] as const) {
      expect(toProgress(decision({ state }))).toBeUndefined();
    }
    expect(toProgress(decision({ state: 'PROPOSED', observeOnly: true }))).toBeUndefined();
  });

  it('describes the validation before and after approval', () => {
    expect(textOf({ state: 'PROPOSED', approvalsNeeded: 1 })).toContain('requests approval');
    expect(textOf({ state: 'PROPOSED', approvalsNeeded: 0 })).toContain('executes it');
    expect(toProgress(decision({ state: 'APPROVED', decidedAt: at }))).toMatchObject({
      text: expect.stringContaining('validates the decision once more'),
      since: at,
    });
  });

  it('describes the execution', () => {
    const progress: Progress = {
      done: 1,
      total: 3,
      phases: [
        { phase: 'GONE', count: 1 },
        { phase: 'DRAINING', count: 2 },
      ],
      waitingFor: [],
      failures: [],
    };
    expect(textOf({ state: 'EXECUTING', progress })).toBe('1 of 3 nodes removed: 2 draining.');
  });
});
