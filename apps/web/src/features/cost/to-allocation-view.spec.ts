import { describe, expect, it } from 'vitest';
import type { CostAllocationQuery, CostShareKind } from '../../gql/graphql.js';
import { toAllocationView } from './to-allocation-view.js';

type Share = CostAllocationQuery['costAllocation']['shares'][number];

const share = (key: string, price: string, kind: CostShareKind = 'PODS'): Share => ({
  kind,
  key,
  clusterName: null,
  namespace: null,
  ownerKind: null,
  groups: kind === 'OTHER' ? 30 : 1,
  pods: 1,
  unpricedPods: 0,
  price,
});
const of = (shares: readonly Share[]) => ({
  total: '10',
  nodes: 2,
  unpricedNodes: 0,
  shares: [...shares],
});

describe('the view of an allocated cost', () => {
  it('has bars of the largest groups, the others in one, and the idle rest', () => {
    const groups = Array.from({ length: 13 }, (_, index) => share(`ns-${index}`, '0.1'));
    const { bars, rows } = toAllocationView(
      of([...groups, share('', '0.5', 'OTHER'), share('', '-0.000001', 'IDLE')]),
      'namespace',
    );
    expect(rows).toHaveLength(15);
    expect(bars).toHaveLength(13);
    expect(bars.slice(-2)).toMatchObject([
      { label: '32 others', microUsd: 700_000 },
      { label: 'Idle: requested by no pod', microUsd: 0 },
    ]);
  });

  it('names groups without a value by the grouping, and owners with their kind', () => {
    const labels = (by: Parameters<typeof toAllocationView>[1], key: string) =>
      toAllocationView(of([{ ...share(key, '1'), ownerKind: 'Job' }]), by).rows[0]?.label;
    expect(labels('team', '')).toBe('No team');
    expect(labels('label', '')).toBe('Without the label');
    expect(labels('owner', 'report')).toBe('Job report');
  });

  it('says which group costs most', () => {
    expect(toAllocationView(of([share('shop', '4')]), 'namespace').summary).toBe(
      'Highest cost: shop, $4.000/h (40.0% of the total)',
    );
    expect(toAllocationView(of([]), 'namespace').summary).toBe('No running pods');
  });
});
