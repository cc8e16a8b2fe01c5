import { describe, expect, it } from 'vitest';
import { mayRepair, repairPolicies } from './repair-policies.js';

describe('repairPolicies', () => {
  it('are those of Karpenter for AWS', () => {
    expect(
      repairPolicies.map(({ type, status, tolerationMs }) => `${type}=${status} ${tolerationMs}`),
    ).toEqual([
      'Ready=False 1800000',
      'Ready=Unknown 1800000',
      'AcceleratedHardwareReady=False 600000',
      'StorageReady=False 1800000',
      'NetworkingReady=False 1800000',
      'KernelReady=False 1800000',
      'ContainerRuntimeReady=False 1800000',
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
