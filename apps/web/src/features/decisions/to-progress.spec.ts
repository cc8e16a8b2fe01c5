import { describe, expect, it } from 'vitest';
import { recordedAnswer } from '../../../testing/recording/recorded-answers.js';
import { recorded } from '../../../testing/recording/recording.js';
import { DecisionDetailsDocument } from '../../gql/graphql.js';
import type { DecisionDetails } from './to-before-after.js';
import { toProgress } from './to-progress.js';

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

  it('is validation before and after approval', () => {
    expect(textOf({ state: 'PROPOSED', approvalsNeeded: 1 })).toContain('requests approval');
    expect(textOf({ state: 'PROPOSED', approvalsNeeded: 0 })).toContain('executes it');
    expect(toProgress(decision({ state: 'APPROVED', decidedAt: at }))).toMatchObject({
      text: expect.stringContaining('validates the decision once more'),
      since: at,
    });
  });

  it('is the progress of its execution', () => {
    const progress = {
      done: 1,
      total: 3,
      phases: [
        { phase: 'Gone', count: 1 },
        { phase: 'Draining', count: 2 },
      ],
      waitingFor: [],
      failures: [],
    };
    expect(textOf({ state: 'EXECUTING', progress })).toBe('1 of 3 nodes removed: 2 draining.');
  });
});
