import { describe, expect, it } from 'vitest';
import { aMapNode } from '../../../../testing/a-map-node.js';
import { fillOf } from './draw-node-map.js';
import { categoryOf, toLegend } from './map-category.js';
import type { MapNode } from './map-node.js';
import type { MapColor } from './node-map.search.js';

const hour = 3_600_000;
const now = 1_000 * hour;
const labelOf = (color: MapColor, fields: Partial<MapNode>) =>
  categoryOf(aMapNode(fields), color, now).label;

describe('the color of a node', () => {
  it('by NodePool is the same for all its nodes', () => {
    const of = (nodePool: string | null) => categoryOf(aMapNode({ nodePool }), 'pool', now);
    expect(of('general')).toEqual(of('general'));
    expect(of('general').token).not.toBe(of('batch').token);
    expect(of(null).label).toBe('Not managed');
  });

  it('by capacity type has the words of the table', () => {
    expect(labelOf('capacity', { capacityType: 'ON_DEMAND' })).toBe('on-demand');
  });

  it.each([
    [0.5, 'up to 1 hour'],
    [1, 'up to 1 day'],
    [100, 'up to 7 days'],
    [24 * 29, 'up to 30 days'],
    [24 * 30, 'more than 30 days'],
  ])('by age after %s hours is of “%s”', (hours, label) => {
    expect(labelOf('age', { createdAt: now - hours * hour })).toBe(label);
  });

  it.each([
    [{ state: 'TERMINATING' }, 'Terminating'],
    [{ state: 'JOINING' }, 'Joining'],
    [{ state: 'NOT_READY' }, 'NotReady'],
    [{ state: 'CORDONED' }, 'Cordoned'],
    [{ nodeClaimId: null }, 'Not managed'],
    [{ blockers: [{ subject: 'PDB', message: 'PDB blocks' }] }, 'Blocked'],
    [{}, 'Nothing blocks disruption'],
  ] as const)('by disruption state with %j is “%s”', (fields, label) => {
    expect(labelOf('disruption', fields)).toBe(label);
  });

  it.each([
    [0, 'below 10% of the price'],
    [24_000, '25 to 50%'],
    [96_000, '75% and more'],
    [null, 'price unknown'],
  ])('by a waste of %s is “%s”', (wasteMicroUsd, label) => {
    expect(labelOf('waste', { wasteMicroUsd })).toBe(label);
  });
});

describe('the legend', () => {
  it('has each category that nodes have once, with their number, in the order of the scale', () => {
    const of = (hours: number) =>
      categoryOf(aMapNode({ createdAt: now - hours * hour }), 'age', now);
    expect(toLegend([of(5_000), of(2), of(3)]).map(({ label, nodes }) => [label, nodes])).toEqual([
      ['up to 1 day', 2],
      ['more than 30 days', 1],
    ]);
  });

  it('of NodePools begins with the one with the most nodes', () => {
    const of = (nodePool: string) => categoryOf(aMapNode({ nodePool }), 'pool', now);
    expect(toLegend([of('a'), of('b'), of('b')]).map(({ label }) => label)).toEqual(['b', 'a']);
  });
});

describe('the fill of a node', () => {
  it('is the larger share of CPU and memory, unless one is chosen', () => {
    const node = aMapNode({ cpuRatio: 0.2, memoryRatio: 0.6 });
    expect(fillOf(node, 'larger')).toBe(0.6);
    expect(fillOf(node, 'cpu')).toBe(0.2);
    expect(fillOf(node, 'memory')).toBe(0.6);
  });
});
