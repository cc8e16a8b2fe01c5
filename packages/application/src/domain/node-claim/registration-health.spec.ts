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

describe('registrationHealth', () => {
  it.each([
    ['is Undecided before any outcome', [], 'Undecided'],
    ['is Healthy when the first node registers', [registered(300)], 'Healthy'],
    ['is Undecided after one failure', [refused(300)], 'Undecided'],
    ['stays Healthy after one failure', [refused(400), registered(300)], 'Healthy'],
    ['is Unhealthy after two failures', [refused(400), refused(300)], 'Unhealthy'],
    [
      'is Unhealthy when two of the outcomes are failures',
      [registered(500), refused(400), refused(300)],
      'Unhealthy',
    ],
    [
      'is Healthy again when one of four outcomes is a failure',
      [registered(600), registered(500), registered(400), refused(300)],
      'Healthy',
    ],
    [
      'ignores outcomes from before the last change of the EC2NodeClass',
      [refused(200), refused(200)],
      'Undecided',
    ],
    [
      'ignores outcomes from before the last change of the NodePool',
      [refused(90), registered(80)],
      'Undecided',
    ],
  ])('%s', (_what, outcomes, status) => {
    expect(statusOf(...outcomes)).toBe(status);
  });

  it('returns the number of failures and the latest one', () => {
    expect(
      registrationHealth([refused(500, 'late'), registered(400), refused(300)], pool, [nodeClass]),
    ).toEqual({
      status: 'Unhealthy',
      outcomes: 3,
      failures: 2,
      lastFailure: refused(500, 'late'),
    });
  });

  it('counts from the change of the NodePool when its EC2NodeClass does not exist', () => {
    expect(registrationHealth([refused(150), refused(120)], pool, []).status).toBe('Unhealthy');
  });

  it('ignores changes of other EC2NodeClasses', () => {
    const other = { ...nodeClass, name: 'gpu', updatedAt: 900 };
    expect(registrationHealth([registered(300)], pool, [other, nodeClass]).status).toBe('Healthy');
  });
});
