import { describe, expect, it } from 'vitest';
import {
  dueRepair,
  haltedPools,
  legacyRepairPolicies,
  mayRepair,
  type RepairPolicy,
  repairPolicies,
} from './repair-policies.js';

const minute = 60_000;

const textOf = ({ type, status, reasons, tolerationMs, drainMs }: RepairPolicy): string =>
  `${type}=${status}${reasons === undefined ? '' : ' XID'} tolerated ${tolerationMs / minute}m, drained ${drainMs / minute}m`;

describe('repairPolicies', () => {
  it('are those of Karpenter for AWS', () => {
    expect(repairPolicies.map(textOf)).toEqual([
      'Ready=False tolerated 30m, drained 10m',
      'Ready=Unknown tolerated 30m, drained 10m',
      'AcceleratedHardwareReady=False XID tolerated 10m, drained 5m',
      'AcceleratedHardwareReady=False tolerated 30m, drained 10m',
      'StorageReady=False tolerated 30m, drained 10m',
      'NetworkingReady=False tolerated 30m, drained 10m',
      'KernelReady=False tolerated 30m, drained 10m',
      'ContainerRuntimeReady=False tolerated 30m, drained 10m',
    ]);
  });
});

describe('legacyRepairPolicies', () => {
  it('tolerate broken hardware for 10 minutes whatever its reason, and leave no time for a drain', () => {
    expect(legacyRepairPolicies.map(textOf)).toEqual([
      'Ready=False tolerated 30m, drained 0m',
      'Ready=Unknown tolerated 30m, drained 0m',
      'AcceleratedHardwareReady=False tolerated 10m, drained 0m',
      'StorageReady=False tolerated 30m, drained 0m',
      'NetworkingReady=False tolerated 30m, drained 0m',
      'KernelReady=False tolerated 30m, drained 0m',
      'ContainerRuntimeReady=False tolerated 30m, drained 0m',
    ]);
  });
});

const sick = {
  unhealthyConditions: [{ type: 'Ready', status: 'False', reason: '', since: 0 }],
} as const;
const sound = { unhealthyConditions: [] };

describe('mayRepair', () => {
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

describe('haltedPools', () => {
  const inPool = (nodePool: string) => ({ labels: { 'karpenter.sh/nodepool': nodePool } });

  it('have more than 20% unhealthy nodes; nodes without a NodePool do not count', () => {
    const halted = haltedPools([
      { ...sick, ...inPool('gpu') },
      { ...sick, ...inPool('gpu') },
      { ...sound, ...inPool('gpu') },
      { ...sick, ...inPool('web') },
      { ...sick, labels: {} },
      { ...sick, labels: {} },
    ]);
    expect([...halted]).toEqual([['gpu', { unhealthy: 2, nodes: 3 }]]);
  });
});

describe('dueRepair', () => {
  const since = (type: string, minutesAgo: number, reason = '') =>
    ({ type, status: 'False', reason, since: (100 - minutesAgo) * minute }) as const;
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

  it.each([
    ['NvidiaXID79Error', 10, 5],
    ['NvidiaXID63', 10, 5],
    ['NvidiaXID13Error', 30, 10],
    ['NvidiaNVLinkError', 30, 10],
    ['xid79', 30, 10],
    ['', 30, 10],
  ])(
    'of broken hardware with the reason "%s" is due after %d minutes, with a drain of %d',
    (reason, toleration, drain) => {
      const broken = (minutesAgo: number) =>
        dueRepair([since('AcceleratedHardwareReady', minutesAgo, reason)], now);
      expect(broken(toleration - 1)).toBeNull();
      expect(broken(toleration)).toMatchObject({ dueAt: now, drainMs: drain * minute });
    },
  );

  it('names the condition whose toleration ended first, or the first by its type', () => {
    const hardware = since('AcceleratedHardwareReady', 35, 'XID79');
    expect(dueRepair([since('StorageReady', 50), hardware], now)).toMatchObject({
      condition: 'AcceleratedHardwareReady',
      dueAt: 75 * minute,
    });
    expect(dueRepair([since('StorageReady', 40), since('KernelReady', 40)], now)).toMatchObject({
      condition: 'KernelReady',
    });
  });

  it('has the shortest drain of all conditions that are due', () => {
    const hardware = (minutesAgo: number) => since('AcceleratedHardwareReady', minutesAgo, 'XID79');
    expect(dueRepair([since('StorageReady', 60), hardware(11)], now)).toMatchObject({
      condition: 'StorageReady',
      drainMs: 5 * minute,
    });
    expect(dueRepair([since('StorageReady', 60), hardware(9)], now)).toMatchObject({
      drainMs: 10 * minute,
    });
  });
});
