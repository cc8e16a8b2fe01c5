import { describe, expect, it } from 'vitest';
import type { CommandCandidate } from '../model/command.js';
import { disruptionCostOf, savingsRatioOf } from './savings-ratio.js';

const candidate = (disruptionCost?: number): CommandCandidate => ({
  nodeName: 'a',
  nodeClaimId: 'ncl_a',
  nodePool: 'default',
  instanceType: null,
  zone: null,
  capacityType: null,
  priceMicroUsdPerHour: 100_000,
  daemonPods: 0,
  ...(disruptionCost !== undefined && { disruptionCost }),
});
const command = (...candidates: readonly CommandCandidate[]) =>
  ({ candidates, reason: 'Underutilized', savingMicroUsdPerHour: 100_000 }) as const;

describe('the disruption cost of a command', () => {
  it('is the sum of those of its nodes', () => {
    expect(disruptionCostOf(command(candidate(4.5), candidate(1)))).toBe(5.5);
  });

  it('is unknown if it is not recorded for one of them', () => {
    expect(disruptionCostOf(command(candidate(4.5), candidate()))).toBeNull();
  });
});

describe('the savings ratio of a command', () => {
  it('is the saving divided by the disruption cost', () => {
    expect(savingsRatioOf(command(candidate(2), candidate(1)))).toBe(33_333);
  });

  it('is unknown without a saving or a disruption cost', () => {
    expect(savingsRatioOf({ ...command(candidate(2)), savingMicroUsdPerHour: null })).toBeNull();
    expect(savingsRatioOf(command(candidate()))).toBeNull();
    expect(savingsRatioOf(command())).toBeNull();
  });

  it('does not exist for drift, which does not aim at savings', () => {
    expect(savingsRatioOf({ ...command(candidate(2)), reason: 'Drifted' })).toBeNull();
  });
});
