import { formatDecimalUsd } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import type { CostNowQuery, ShareFieldsFragment } from '../../gql/graphql.js';
import { toCostView } from './to-cost-view.js';

const share = (key: string, microUsd: number, unpricedNodes = 0): ShareFieldsFragment => ({
  key,
  label: key,
  nodes: 1,
  unpricedNodes,
  price: formatDecimalUsd(microUsd),
});

const cost = (more: Partial<CostNowQuery['costNow']>): CostNowQuery['costNow'] => ({
  asOf: '2026-11-21T14:00:00Z',
  total: '1',
  nodes: 3,
  unpricedNodes: 0,
  spotSaving: { nodes: 0, unpricedNodes: 0, saving: null },
  byCluster: [],
  byNodePool: [],
  byInstanceType: [],
  byCapacityType: [],
  ...more,
});

describe('toCostView', () => {
  it('lists the most expensive first, with its share of the total', () => {
    const view = toCostView(
      cost({ byCluster: [share('a', 250_000), share('b', 750_000)] }),
      'cluster',
    );
    expect(view.rows.map((row) => [row.label, row.share])).toEqual([
      ['b', '75.0%'],
      ['a', '25.0%'],
    ]);
    expect(view.summary).toBe('Highest cost: b, $0.7500/h (75.0% of the total)');
  });

  it('labels nodes without a NodePool, and keeps colors by name', () => {
    const before = toCostView(cost({ byNodePool: [share('', 1), share('general', 2)] }), 'pool');
    const after = toCostView(cost({ byNodePool: [share('general', 1), share('gpu', 9)] }), 'pool');
    const hueOf = (view: typeof before) => view.rows.find(({ key }) => key === 'general')?.hue;
    expect(before.rows.map(({ label }) => label)).toContain('No NodePool');
    expect(hueOf(before)).toBe(hueOf(after));
  });

  it('labels capacity types', () => {
    const view = toCostView(
      cost({ byCapacityType: [share('SPOT', 2), share('ON_DEMAND', 3), share('NEW_ONE', 1)] }),
      'capacity',
    );
    expect(view.rows.map(({ label, hue }) => [label, hue])).toEqual([
      ['on-demand', 0],
      ['spot', 1],
      ['NEW_ONE', 7],
    ]);
  });

  it('merges small groups into one bar, but not in the table', () => {
    const types = Array.from({ length: 30 }, (_, index) => ({
      ...share(`type-${index}`, 100 - index, 1),
      nodes: 2,
    }));
    const view = toCostView(cost({ byInstanceType: types }), 'type');
    expect(view.rows).toHaveLength(30);
    expect(view.bars).toHaveLength(12);
    expect(view.bars.at(-1)).toMatchObject({ label: '19 others', nodes: 38, unpricedNodes: 19 });
  });

  it('marks an unknown price, which is not 0', () => {
    const view = toCostView(cost({ byInstanceType: [share('g5.4xlarge', 0, 1)] }), 'type');
    expect(view.rows[0]).toMatchObject({ isUnknown: true, share: '–' });
    expect(view.bars).toEqual([]);
  });

  it('has a summary without nodes', () => {
    expect(toCostView(cost({}), 'cluster').summary).toBe('No running nodes');
  });
});
