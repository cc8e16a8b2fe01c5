import { describe, expect, it } from 'vitest';
import { createWorld } from '../../../dev/world/world.js';
import type { DecisionDetails } from './to-before-after.js';
import { toProgress } from './to-progress.js';

const at = '2026-11-21T14:00:00Z';
const world = createWorld({ now: Date.parse(at) });
const found: readonly DecisionDetails[] = JSON.parse(JSON.stringify(world.decisions));
const example = found.find(({ id }) => id === 'dec_provision_done');

function decision(fields: Partial<DecisionDetails>): DecisionDetails {
  if (example === undefined) throw new TypeError('the world has a provision');
  return { ...example, kind: 'EMPTY', nodeCount: 3, plannedClaims: [], ...fields };
}

const textOf = (fields: Partial<DecisionDetails>) => toProgress(decision(fields))?.text;

describe('what is being done about a decision', () => {
  it('is nothing once it has ended, waits for a person or is only shown', () => {
    for (const state of ['EXECUTED', 'FAILED', 'SUPERSEDED', 'AWAITING_APPROVAL'] as const) {
      expect(toProgress(decision({ state }))).toBeUndefined();
    }
    expect(toProgress(decision({ state: 'PROPOSED', observeOnly: true }))).toBeUndefined();
  });

  it('is its validation, before and after the approval', () => {
    expect(textOf({ state: 'PROPOSED', approvalsNeeded: 1 })).toContain('requests approval');
    expect(textOf({ state: 'PROPOSED', approvalsNeeded: 0 })).toContain('carries it out');
    expect(toProgress(decision({ state: 'APPROVED', decidedAt: at }))).toMatchObject({
      text: expect.stringContaining('validates the decision once more'),
      since: at,
    });
  });

  it('is how far its execution is', () => {
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
    expect(textOf({ state: 'EXECUTING', progress })).toBe('1 of 3 nodes are gone: 2 draining.');
  });
});
