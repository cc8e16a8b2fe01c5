import type { CostSpanCoverage } from '@kerf/db';
import { describe, expect, it } from 'vitest';
import { toChangePeriod, toCostChange } from './to-cost-change.js';

const hour = 3_600_000;
const day = 24 * hour;
const now = Date.UTC(2026, 10, 30, 12);

const covered = (name: string, spansFrom: number | null, fields = {}): CostSpanCoverage => ({
  clusterId: `clu_${name}`,
  clusterName: name,
  spansFrom,
  pendingFrom: spansFrom,
  isWhole: true,
  accountedFrom: spansFrom ?? now - 90 * day,
  accountedUntil: now,
  ...fields,
});

describe('the period of a cost change', () => {
  it('is the last day unless another is requested', () => {
    const coverage = [covered('a', now - 30 * day)];
    expect(toChangePeriod({}, coverage, now)).toEqual({
      from: now - day,
      to: now,
      knownFrom: now - 30 * day,
      added: new Set(),
    });
    const requested = { from: now - 3 * day, to: now - 2 * day };
    expect(toChangePeriod(requested, coverage, now)).toMatchObject(requested);
    expect(toChangePeriod({ to: now - 2 * day }, coverage, now)).toMatchObject({
      from: now - 3 * day,
    });
  });

  it('begins on the first day a minute after the last cluster is measured, and ends now at the latest', () => {
    const coverage = [covered('a', now - 3 * hour), covered('b', now - 2 * hour)];
    expect(toChangePeriod({ to: now + day }, coverage, now)).toEqual({
      from: now - 2 * hour + 60_000,
      to: now,
      knownFrom: now - 3 * hour,
      added: new Set(),
    });
    const fresh = [covered('a', now - 3 * hour), covered('b', now - 60_000)];
    expect(toChangePeriod({}, fresh, now)).toMatchObject({
      from: now - 3 * hour,
      added: new Set(['clu_b']),
    });
  });

  it('begins with the first cluster; those after its beginning are added', () => {
    const coverage = [covered('a', now - 5 * day), covered('b', now - 2 * day)];
    const { knownFrom, added } = toChangePeriod({ from: now - 3 * day }, coverage, now);
    expect(knownFrom).toBe(now - 5 * day);
    expect(added).toEqual(new Set(['clu_b']));
    expect(toChangePeriod({ from: now - 2 * day }, coverage, now).added).toEqual(new Set());
  });

  it('begins with the spans of the last cluster that was measured before there were spans', () => {
    const accountedFrom = now - 90 * day;
    const coverage = [
      covered('a', now - 5 * day, { accountedFrom }),
      covered('b', now - 4 * day, { accountedFrom }),
      covered('c', now - 2 * day),
    ];
    expect(toChangePeriod({}, coverage, now).knownFrom).toBe(now - 4 * day);
  });

  it('is refused before the history, with the time at which it begins', () => {
    const known = 'is too early: the costs of nodes are known since 2026-11-29T12:00:00.000Z';
    const coverage = [covered('a', now - day)];
    expect(() => toChangePeriod({ from: now - day - 1 }, coverage, now)).toThrow(`from ${known}`);
    expect(() => toChangePeriod({ to: now - day - 1 }, coverage, now)).toThrow(`to ${known}`);
    expect(() => toChangePeriod({ from: now - 63 * day }, [covered('a', 0)], now)).toThrow(
      'known since 2026-09-29T12:00:00.000Z',
    );
    expect(() => toChangePeriod({ from: now - day }, [], now)).toThrow('not known yet');
  });

  it('is refused if it ends when it begins', () => {
    const coverage = [covered('a', now - day)];
    expect(() => toChangePeriod({ from: now, to: now }, coverage, now)).toThrow(
      'to must be later than from',
    );
  });

  it('has no history before the first measurement', () => {
    expect(toChangePeriod({}, [covered('a', null)], now)).toMatchObject({
      from: now - day,
      knownFrom: null,
    });
  });
});

describe('a cost change', () => {
  const period = { from: now - day, to: now, knownFrom: now - day, added: new Set<string>() };
  const rate = { nodes: 1, unpricedNodes: 0, priceMicroUsdPerHour: 100 };
  const node = (name: string, change: 'Came' | 'Left', price: number) => ({
    clusterId: 'clu_a',
    nodeUid: name,
    nodeName: name,
    providerId: null,
    nodePool: '',
    instanceType: `type-${name}`,
    capacityType: 'spot',
    change,
    priceBefore: change === 'Left' ? price : null,
    priceAfter: change === 'Came' ? price : null,
    nodeClaimId: null,
  });
  const records = {
    before: rate,
    after: { nodes: 2, unpricedNodes: 1, priceMicroUsdPerHour: 160 },
    facts: {
      nodes: [node('x', 'Came', 70), node('y', 'Came', 20), node('z', 'Left', 30)],
      claims: [],
      decisions: [],
      plannedPods: [],
      addedClusters: new Set<string>(),
    },
  };

  it('has the sums of what raises and of what lowers the cost, and drivers with their clusters', () => {
    const coverage = [covered('a', now - day)];
    const change = toCostChange({ records, gaps: [], coverage }, period);
    expect(change).toMatchObject({
      before: 100,
      after: 160,
      change: 60,
      increase: 90,
      decrease: -30,
      nodesBefore: 1,
      nodesAfter: 2,
      unpricedNodesAfter: 1,
      gaps: [],
    });
    expect(change.drivers).toMatchObject([
      { message: 'Nodes that Kerf does not manage: type-x', clusterName: 'a', change: 70 },
      { kind: 'Unmanaged', change: -30 },
      { kind: 'Unmanaged', change: 20 },
    ]);
  });

  it('is of the time up to which the clusters that are measured are recorded', () => {
    const coverage = [
      covered('a', now - day, { accountedUntil: now - 12_000 }),
      covered('b', now - day, { accountedUntil: now - 3_000 }),
      covered('c', now - day, { accountedUntil: now - hour }),
    ];
    const asOf = (to: number) =>
      toCostChange({ records, gaps: [], coverage }, { ...period, to }).asOf;
    expect(asOf(now)).toBe(now - 12_000);
    expect(asOf(now - 20_000)).toBe(now - 20_000);
  });

  it('says which clusters are not measured now, besides the gaps before', () => {
    const gaps = [{ clusterId: 'clu_a', clusterName: 'a', from: now - 9, to: now - 5 }];
    const coverage = [
      covered('a', now - day, { accountedUntil: now - 60_000 }),
      covered('b', now - day, { accountedUntil: now - 60_001 }),
    ];
    expect(toCostChange({ records, gaps, coverage }, period).gaps).toEqual([
      { clusterId: 'clu_b', clusterName: 'b', from: now - 60_001, to: now },
      ...gaps,
    ]);
  });
});
