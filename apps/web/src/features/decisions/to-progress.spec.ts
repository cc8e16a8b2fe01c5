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

function claims(...states: ('LAUNCHING' | 'REGISTERED' | 'INITIALIZED' | 'LAUNCH_FAILED')[]) {
  return states.flatMap((state) =>
    (example?.plannedClaims ?? []).flatMap((claim) =>
      claim.nodeClaim === null ? [] : { ...claim, nodeClaim: { ...claim.nodeClaim, state } },
    ),
  );
}

const textOf = (fields: Partial<DecisionDetails>) => toProgress(decision(fields))?.text;

describe('what is being done about a decision', () => {
  it('is nothing once it has ended, waits for a person or is only shown', () => {
    for (const state of ['EXECUTED', 'FAILED', 'SUPERSEDED', 'AWAITING_APPROVAL'] as const) {
      expect(toProgress(decision({ state }))).toBeUndefined();
    }
    expect(toProgress(decision({ state: 'PROPOSED', showOnly: true }))).toBeUndefined();
  });

  it('is its validation, before and after the approval', () => {
    expect(textOf({ state: 'PROPOSED', approvalsNeeded: 1 })).toContain('requests approval');
    expect(textOf({ state: 'PROPOSED', approvalsNeeded: 0 })).toContain('carries it out');
    expect(toProgress(decision({ state: 'APPROVED', decidedAt: at }))).toMatchObject({
      text: expect.stringContaining('validates the decision once more'),
      since: at,
      delay: undefined,
    });
  });

  it('is the step of its execution', () => {
    const state = 'EXECUTING';
    expect(textOf({ state, executionStep: 'Tainted' })).toBe(
      'Tainted 3 nodes; eviction of the pods begins.',
    );
    const plannedClaims = claims('LAUNCHING', 'REGISTERED', 'INITIALIZED');
    expect(textOf({ state, executionStep: 'Tainted', plannedClaims })).toContain(
      'requesting 3 replacements',
    );
    expect(textOf({ state, executionStep: 'ReplacementsRequested', plannedClaims })).toBe(
      'Waiting for 2 of 3 replacements (1 launching and 1 registered).',
    );
    expect(textOf({ state, executionStep: 'ReplacementsInitialized' })).toContain('eviction');
    const outcome = { succeededNodes: 1, launchFailedNodes: 0, notReadyNodes: 0, keptNodes: 0 };
    expect(textOf({ state, executionStep: 'MarkedForDeletion', outcome })).toBe(
      'Draining and terminating: 1 of 3 nodes removed.',
    );
  });

  it('of a launch counts the nodes that are on their way', () => {
    const plannedClaims = claims('LAUNCHING', 'LAUNCH_FAILED', 'INITIALIZED');
    expect(textOf({ state: 'EXECUTING', kind: 'PROVISION', plannedClaims })).toBe(
      'Launching 1 of 3 nodes (1 launching).',
    );
  });

  it('says what delays it, until something else happens', () => {
    const delayed = { at, kind: 'ExecutionDelayed', actor: 'kerf', data: { detail: '503' } };
    const events = [{ at, kind: 'Approved', actor: 'mara', data: {} }, delayed];
    expect(toProgress(decision({ state: 'APPROVED', events }))?.delay).toBe('503');
    const later = [...events, { at, kind: 'ExecutionStarted', actor: 'kerf', data: {} }];
    expect(toProgress(decision({ state: 'EXECUTING', events: later }))?.delay).toBeUndefined();
  });
});
