import { anInterruption } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { interruptionKinds, interruptionMetricNames, outcomeOf } from './interruption.js';

describe('outcomeOf', () => {
  it.each([
    [{ action: 'None', drainedAt: 5, lostPods: ['a'] }, 'Noted'],
    [{ action: 'Drain', drainedAt: null, lostPods: [] }, 'Draining'],
    [{ action: 'Drain', drainedAt: 5, lostPods: [] }, 'Drained'],
    [{ action: 'Drain', drainedAt: 5, lostPods: ['default/web'] }, 'PodsLost'],
  ] as const)('of %j is %s', (fields, outcome) => {
    expect(outcomeOf(anInterruption({ clusterId: 'clu_1', id: 'int_1', ...fields }))).toBe(outcome);
  });
});

describe('interruptionMetricNames', () => {
  it('has a name of its own for each kind', () => {
    const names = interruptionKinds.map((kind) => interruptionMetricNames[kind]);
    expect(new Set(names).size).toBe(interruptionKinds.length);
    for (const name of names) expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
  });
});
