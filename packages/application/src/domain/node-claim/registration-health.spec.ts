import { aNodeClassDefinition, aNodePoolDefinition } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { type ClaimOutcome, registrationHealth } from './registration-health.js';

const pool = aNodePoolDefinition({ clusterId: 'clu_1', name: 'web', updatedAt: 100 });
const nodeClass = aNodeClassDefinition({ clusterId: 'clu_1', name: 'default', updatedAt: 200 });
const registered = (at: number): ClaimOutcome => ({ at, failure: null, detail: null });
const refused = (at: number, detail = 'no'): ClaimOutcome => ({
  at,
  failure: 'LaunchFailed',
  detail,
});
const statusOf = (...outcomes: readonly ClaimOutcome[]) =>
  registrationHealth(outcomes, pool, [nodeClass]).status;

describe('whether nodes of a pool come to be', () => {
  it.each([
    ['is unknown before any did', [], 'Undecided'],
    ['is known from the first that did', [registered(300)], 'Healthy'],
    ['is unknown after one failure', [refused(300)], 'Undecided'],
    ['outlives one failure', [refused(400), registered(300)], 'Healthy'],
    ['ends with the second failure', [refused(400), refused(300)], 'Unhealthy'],
    [
      'has ended while two of four failed',
      [registered(500), refused(400), refused(300)],
      'Unhealthy',
    ],
    [
      'is known again when one of four failed',
      [registered(600), registered(500), registered(400), refused(300)],
      'Healthy',
    ],
    ['does not count what was before the class changed', [refused(200), refused(150)], 'Undecided'],
    ['does not count what was before the pool changed', [refused(90), registered(80)], 'Undecided'],
  ])('%s', (_what, outcomes, status) => {
    expect(statusOf(...outcomes)).toBe(status);
  });

  it('says how many failed, and with what last', () => {
    expect(
      registrationHealth([refused(500, 'late'), registered(400), refused(300)], pool, [nodeClass]),
    ).toEqual({
      status: 'Unhealthy',
      outcomes: 3,
      failures: 2,
      lastFailure: refused(500, 'late'),
    });
  });

  it('does not ask for a class that is gone', () => {
    expect(registrationHealth([refused(150), refused(120)], pool, []).status).toBe('Unhealthy');
  });
});
