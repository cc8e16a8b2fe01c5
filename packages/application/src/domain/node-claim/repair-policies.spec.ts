import { describe, expect, it } from 'vitest';
import type { ClaimReboot } from './claim-reboot.js';
import {
  dueRepair,
  haltedPools,
  legacyRepairPolicies,
  mayRepair,
  type RepairPolicy,
  repairPolicies,
  repairTimes,
} from './repair-policies.js';

const minute = 60_000;

const textOf = ({ type, status, reasons, rebootMayHelp, ...times }: RepairPolicy): string =>
  `${type}=${status}${reasons === undefined ? '' : ' XID'} tolerated ${times.tolerationMs / minute}m, drained ${times.drainMs / minute}m${rebootMayHelp === true ? ', rebooted' : ''}`;

describe('repairPolicies', () => {
  it('are those of Karpenter for AWS', () => {
    expect(repairPolicies.map(textOf)).toEqual([
      'Ready=False tolerated 30m, drained 10m',
      'Ready=Unknown tolerated 30m, drained 10m',
      'AcceleratedHardwareReady=False XID tolerated 10m, drained 5m',
      'AcceleratedHardwareReady=False XID tolerated 10m, drained 5m, rebooted',
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
  const rules = { reboot: null, mayReboot: true };

  it('is none while each condition is tolerated', () => {
    expect(dueRepair([], now, rules)).toBeNull();
    expect(dueRepair([since('StorageReady', 29), since('Ready', 1)], now, rules)).toBeNull();
  });

  it('is due from the end of the toleration', () => {
    expect(dueRepair([since('StorageReady', 30)], now, rules)).toEqual({
      action: 'Replace',
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
        dueRepair([since('AcceleratedHardwareReady', minutesAgo, reason)], now, rules);
      expect(broken(toleration - 1)).toBeNull();
      expect(broken(toleration)).toMatchObject({ dueAt: now, drainMs: drain * minute });
    },
  );

  it('names the condition whose toleration ended first, or the first by its type', () => {
    const hardware = since('AcceleratedHardwareReady', 35, 'XID79');
    expect(dueRepair([since('StorageReady', 50), hardware], now, rules)).toMatchObject({
      condition: 'AcceleratedHardwareReady',
      dueAt: 75 * minute,
    });
    expect(
      dueRepair([since('StorageReady', 40), since('KernelReady', 40)], now, rules),
    ).toMatchObject({
      condition: 'KernelReady',
    });
  });

  it('has the shortest drain of all conditions that are due', () => {
    const hardware = (minutesAgo: number) => since('AcceleratedHardwareReady', minutesAgo, 'XID79');
    expect(dueRepair([since('StorageReady', 60), hardware(11)], now, rules)).toMatchObject({
      condition: 'StorageReady',
      drainMs: 5 * minute,
    });
    expect(dueRepair([since('StorageReady', 60), hardware(9)], now, rules)).toMatchObject({
      drainMs: 10 * minute,
    });
  });

  describe('of broken hardware', () => {
    const gpu = (xid: number, minutesAgo = 10) =>
      since('AcceleratedHardwareReady', minutesAgo, `NvidiaXID${xid}Error`);
    const rebooted: ClaimReboot = {
      step: 'Succeeded',
      cause: 'AcceleratedHardwareReady/NvidiaXID48Error',
      requestedAt: 40 * minute,
      drainMs: 5 * minute,
      preBootId: null,
      drainedAt: 41 * minute,
      stepAt: 45 * minute,
      failure: null,
      earlier: [],
    };
    const actionOf = (conditions: Parameters<typeof dueRepair>[0], changes = {}) =>
      dueRepair(conditions, now, { ...rules, ...changes })?.action;

    it.each([46, 48, 54, 62, 63, 95, 109, 110, 136, 140, 143, 155, 156, 158])(
      'is a reboot for XID %d, and a replacement if reboots are off',
      (xid) => {
        expect(actionOf([gpu(xid)])).toBe('Reboot');
        expect(actionOf([gpu(xid)], { mayReboot: false })).toBe('Replace');
      },
    );

    it.each([64, 74, 79, 119, 120])('is a replacement for XID %d', (xid) => {
      expect(actionOf([gpu(xid)])).toBe('Replace');
    });

    it('is a replacement if another condition that is due calls for one, which it names', () => {
      const conditions = [gpu(48, 60), since('StorageReady', 40)];
      expect(dueRepair(conditions, now, rules)).toMatchObject({
        action: 'Replace',
        condition: 'StorageReady',
        // It has waited since the first of them was due.
        dueAt: 50 * minute,
        drainMs: 5 * minute,
      });
      expect(actionOf([gpu(48, 60), since('StorageReady', 20)])).toBe('Reboot');
    });

    it('is tolerated anew from the end of a reboot', () => {
      const after = (stepAt: number) =>
        dueRepair([gpu(48, 90)], now, { ...rules, reboot: { ...rebooted, stepAt } });
      expect(after(91 * minute)).toBeNull();
      expect(after(90 * minute)).toMatchObject({ since: 10 * minute, dueAt: now });
      expect(repairTimes([gpu(48, 90)], rebooted)).toEqual([55 * minute]);
      expect(repairTimes([gpu(48, 90)], { ...rebooted, step: 'Issued' })).toEqual([20 * minute]);
    });

    it('is a replacement after two reboots within a day', () => {
      const day = 24 * 60 * minute;
      const after = (...earlier: readonly number[]) =>
        actionOf([gpu(48, 90)], { reboot: { ...rebooted, earlier } });
      expect(after()).toBe('Reboot');
      expect(after(now - day + 1)).toBe('Replace');
      expect(after(now - day)).toBe('Reboot');
    });
  });
});
