import { describe, expect, it } from 'vitest';
import { healthText, replicasText } from './node-pool-text.js';
import { limitOf, mostRestrictiveBudget, toLimitUsage } from './to-pool-status.js';

describe('toLimitUsage', () => {
  it('returns the usage as a share of the limit', () => {
    expect(toLimitUsage({ resource: 'cpu', usage: 42_000, limit: 100_000 })).toMatchObject({
      usage: '42 CPU',
      limit: '100 CPU',
      ratio: 0.42,
      text: '42%',
    });
  });

  it('shows the usage without a limit', () => {
    expect(toLimitUsage({ resource: 'cpu', usage: 42_000, limit: null })).toMatchObject({
      limit: null,
      ratio: 0,
      text: '42 CPU',
    });
  });

  it('shows a limit of 0 as full', () => {
    expect(toLimitUsage({ resource: 'cpu', usage: 0, limit: 0 })).toMatchObject({
      ratio: 1,
      text: 'full',
    });
  });

  it('shows more than 100% of a lowered limit', () => {
    expect(toLimitUsage({ resource: 'cpu', usage: 120_000, limit: 100_000 })).toMatchObject({
      ratio: 1,
      text: '120%',
    });
  });
});

describe('replicasText', () => {
  it('returns `null` unless the NodePool is static', () => {
    expect(replicasText({ replicas: 3, presentReplicas: 2 })).toBe('3 required, 2 present');
    expect(replicasText({ replicas: 0, presentReplicas: 0 })).toBe('0 required, 0 present');
    expect(replicasText({ replicas: null, presentReplicas: null })).toBeNull();
  });
});

describe('healthText', () => {
  const health = { lastFailureAt: null, lastFailureDetail: null };

  it.each([
    ['HEALTHY', 4, 0, 'Last 4 registrations succeeded'],
    ['HEALTHY', 1, 0, 'Last registration succeeded'],
    ['HEALTHY', 4, 1, '1 of the last 4 registrations failed'],
    ['UNHEALTHY', 3, 2, '2 of the last 3 registrations failed'],
    ['UNDECIDED', 0, 0, 'No registrations since the last change of the NodePool or EC2NodeClass'],
    ['UNDECIDED', 1, 1, 'Last registration failed; one more decides the status'],
    ['UNKNOWN', 0, 0, 'Unknown to this version of the dashboard'],
  ] as const)(
    'describes %s with %d registrations and %d failures as "%s"',
    (status, outcomes, failures, text) => {
      expect(healthText({ ...health, status, outcomes, failures })).toBe(text);
    },
  );
});

describe('limitOf', () => {
  it('returns `undefined` for a resource without a limit', () => {
    expect(limitOf([{ resource: 'cpu', usage: 0, limit: null }], 'memory')).toBeUndefined();
  });
});

describe('mostRestrictiveBudget', () => {
  it('returns the budget that allows the fewest disruptions', () => {
    const budget = (reason: 'EMPTY' | 'DRIFTED', allowed: number) => ({
      clusterId: 'c',
      nodePool: 'p',
      reason,
      nodes: 10,
      disrupting: 0,
      allowed,
      limitingBudget: null,
      changesAt: null,
    });
    expect(mostRestrictiveBudget([budget('EMPTY', 2), budget('DRIFTED', 0)])?.reason).toBe(
      'DRIFTED',
    );
    expect(mostRestrictiveBudget([])).toBeUndefined();
  });
});
