import { InvariantViolation } from '@kerf/core';
import { aDecision } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import {
  type DecisionState,
  decisionStates,
  decisionTransitions,
  openDecisionStates,
} from './decision.js';
import { moveDecision } from './move-decision.js';

const decision = (state: DecisionState) => aDecision({ clusterId: 'clu_1', id: 'dec_1', state });

const allowed: readonly (readonly [DecisionState, DecisionState])[] = [
  ['Proposed', 'AwaitingApproval'],
  ['Proposed', 'Approved'],
  // A rule of the approval policy denies it.
  ['Proposed', 'Rejected'],
  ['Proposed', 'Superseded'],
  ['Proposed', 'Expired'],
  ['AwaitingApproval', 'Approved'],
  ['AwaitingApproval', 'Rejected'],
  ['AwaitingApproval', 'Expired'],
  ['AwaitingApproval', 'Superseded'],
  // An approval no longer counts.
  ['Approved', 'AwaitingApproval'],
  ['Approved', 'Executing'],
  ['Approved', 'Superseded'],
  ['Approved', 'Failed'],
  ['Executing', 'Executed'],
  ['Executing', 'Failed'],
];

function isAllowed(from: DecisionState, to: DecisionState): boolean {
  try {
    moveDecision(decision(from), to);
    return true;
  } catch {
    return false;
  }
}

describe('moveDecision', () => {
  it('allows these transitions and no others', () => {
    const pairs = decisionStates.flatMap((from) => decisionStates.map((to) => [from, to] as const));
    const found = pairs.filter(([from, to]) => isAllowed(from, to));
    const textOf = ([from, to]: (typeof pairs)[number]) => `${from} → ${to}`;
    expect(new Set(found.map(textOf))).toEqual(new Set(allowed.map(textOf)));
  });

  it('treats another transition as a bug', () => {
    expect(() => moveDecision(decision('Executed'), 'Executing')).toThrow(InvariantViolation);
  });

  it('changes the given fields only, and not the version', () => {
    const before = decision('Approved');
    expect(moveDecision(before, 'Executing', { executionStep: 'Tainted' })).toEqual({
      ...before,
      state: 'Executing',
      executionStep: 'Tainted',
    });
    expect(before.state).toBe('Approved');
  });
});

describe('the open states of a decision', () => {
  it('are exactly those that another state can follow', () => {
    const followed = decisionStates.filter((state) => decisionTransitions[state].length > 0);
    expect(openDecisionStates).toEqual(followed);
  });
});
