import { describe, expect, it } from 'vitest';
import { dueRepair, mayRepair, repairPolicies } from './repair-policies.js';

const minute = 60_000;

describe('repairPolicies', () => {
  it('are those of Karpenter for AWS', () => {
    expect(
      repairPolicies.map(
        ({ type, status, tolerationMs, drainMs, rank }) =>
          `${type}=${status} tolerated ${tolerationMs / minute}m, drained ${drainMs / minute}m, rank ${rank}`,
      ),
    ).toEqual([
      'Ready=False tolerated 30m, drained 10m, rank 0',
      'Ready=Unknown tolerated 30m, drained 0m, rank 0',
      'AcceleratedHardwareReady=False tolerated 10m, drained 10m, rank 1',
      'StorageReady=False tolerated 30m, drained 10m, rank 0',
      'NetworkingReady=False tolerated 30m, drained 10m, rank 0',
      'KernelReady=False tolerated 30m, drained 0m, rank 0',
      'ContainerRuntimeReady=False tolerated 30m, drained 10m, rank 0',
    ]);
  });
});

describe('mayRepair', () => {
  const sick = { unhealthyConditions: [{ type: 'Ready', status: 'False', since: 0 }] } as const;
  const sound = { unhealthyConditions: [] };

  it.each([
    [1, 1, true],
    [3, 1, true],
    [3, 2, false],
    [5, 1, true],
    [5, 2, false],
    [6, 2, true],
    [10, 2, true],
    [10, 3, false],
  ])('of %d nodes with %d unhealthy ones is %s', (count, unhealthy, expected) => {
    const nodes = Array.from({ length: count }, (_, index) => (index < unhealthy ? sick : sound));
    expect(mayRepair(nodes)).toBe(expected);
  });
});

describe('dueRepair', () => {
  const since = (type: string, minutesAgo: number) =>
    ({ type, status: 'False', since: (100 - minutesAgo) * minute }) as const;
  const now = 100 * minute;

  it('is none while each condition is tolerated', () => {
    expect(dueRepair([], now)).toBeNull();
    expect(dueRepair([since('StorageReady', 29), since('Ready', 1)], now)).toBeNull();
  });

  it('is due from the end of the toleration', () => {
    expect(dueRepair([since('StorageReady', 30)], now)).toEqual({
      condition: 'StorageReady',
      status: 'False',
      since: 70 * minute,
      dueAt: 100 * minute,
      drainMs: 10 * minute,
    });
  });

  it('names the condition of the highest rank, which is worth a wait of 30 minutes', () => {
    const conditions = [since('StorageReady', 50), since('AcceleratedHardwareReady', 15)];
    expect(dueRepair(conditions, now)).toMatchObject({
      condition: 'AcceleratedHardwareReady',
      dueAt: (95 - 30) * minute,
    });
    // A long wait counts more than the rank, so that it ends.
    expect(dueRepair([since('StorageReady', 90), ...conditions], now)).toMatchObject({
      condition: 'AcceleratedHardwareReady',
      dueAt: 40 * minute,
    });
  });

  it('has the shortest drain of all conditions that are due', () => {
    const conditions = [since('StorageReady', 60), since('KernelReady', 31)];
    expect(dueRepair(conditions, now)).toMatchObject({ condition: 'StorageReady', drainMs: 0 });
    expect(dueRepair([since('StorageReady', 60), since('KernelReady', 29)], now)).toMatchObject({
      drainMs: 10 * minute,
    });
  });
});
