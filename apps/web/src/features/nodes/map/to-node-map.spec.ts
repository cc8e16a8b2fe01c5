import { describe, expect, it } from 'vitest';
import { aMapNode } from '../../../../testing/a-map-node.js';
import {
  type Box,
  boxAt,
  groupLabelPx,
  isArrowKey,
  nextBox,
  toNodeMap,
  toPodBoxes,
} from './to-node-map.js';

const size = { width: 1_000, height: 500 };
const areaOf = ({ width, height }: Box) => width * height;
const nodes = [
  aMapNode({ name: 'a', priceMicroUsd: 400_000 }),
  aMapNode({ name: 'b', priceMicroUsd: 150_000 }),
  aMapNode({ name: 'c', priceMicroUsd: 200_000, nodePool: 'batch', zone: 'us-east-1b' }),
  aMapNode({ name: 'd', priceMicroUsd: null, nodePool: null, zone: null }),
];

describe('the layout of the node map', () => {
  it('has an area for each node in proportion to its price', () => {
    const { boxes } = toNodeMap(nodes.slice(0, 2), 'pool', size);
    const [first, second] = boxes.map(areaOf);
    expect(boxes.map(({ node }) => node.name)).toEqual(['a', 'b']);
    expect((first ?? 0) / (second ?? 1)).toBeCloseTo(400 / 150, 1);
  });

  it('shows a node without a known price as large as the cheapest one', () => {
    const { boxes } = toNodeMap(nodes, 'zone', size);
    const area = (name: string) => areaOf(boxes.find(({ node }) => node.name === name) ?? nothing);
    expect(area('d') / area('b')).toBeCloseTo(1, 1);
  });

  it('groups nodes, the most expensive group first, with their number and price', () => {
    const { groups } = toNodeMap(nodes, 'pool', size);
    expect(
      groups.map(({ label, nodes: count, priceMicroUsd }) => [label, count, priceMicroUsd]),
    ).toEqual([
      ['general', 2, 550_000],
      ['batch', 1, 200_000],
      ['Not managed', 1, 0],
    ]);
    expect(toNodeMap(nodes, 'zone', size).groups.map(({ label }) => label)).toContain(
      'Unknown zone',
    );
    expect(toNodeMap(nodes, 'cluster', size).groups.map(({ label }) => label)).toEqual(['prod']);
  });

  it('is inside its area, and nodes do not overlap', () => {
    const many = Array.from({ length: 5_000 }, (_, index) =>
      aMapNode({ name: `n${index}`, nodePool: `p${index % 7}`, priceMicroUsd: 1 + (index % 90) }),
    );
    const { boxes } = toNodeMap(many, 'pool', size);
    expect(boxes).toHaveLength(5_000);
    const total = boxes.reduce((sum, box) => sum + areaOf(box), 0);
    expect(total).toBeLessThan(size.width * size.height);
    expect(
      boxes.every(
        ({ x, y, width, height }) =>
          x >= 0 && y >= 0 && x + width <= 1_000.01 && y + height <= 500.01,
      ),
    ).toBe(true);
    const [first, second] = boxes;
    expect(boxAt(boxes, (first?.x ?? 0) + 0.1, (first?.y ?? 0) + 0.1)).toBe(first);
    expect(boxAt(boxes, (second?.x ?? 0) + 0.1, (second?.y ?? 0) + 0.1)).toBe(second);
  });

  it('leaves room for the name of each group above its nodes', () => {
    const { groups, boxes } = toNodeMap(nodes, 'zone', size);
    const tops = boxes.map(({ node, y }) => {
      const group = groups.find(({ label }) => label === (node.zone ?? 'Unknown zone'));
      return y - (group?.y ?? 0);
    });
    expect(Math.min(...tops)).toBeGreaterThanOrEqual(groupLabelPx);
  });

  it('is empty without nodes', () => {
    expect(toNodeMap([], 'pool', size)).toEqual({ groups: [], boxes: [] });
  });
});

const nothing: Box = { x: 0, y: 0, width: 0, height: 0 };

describe('a point of the map', () => {
  it('outside of all boxes has no node', () => {
    const { boxes } = toNodeMap(nodes, 'pool', size);
    expect(boxAt(boxes, -5, -5)).toBeUndefined();
  });
});

describe('an arrow key', () => {
  const at = (name: string, x: number, y: number) => ({
    node: aMapNode({ name }),
    x,
    y,
    width: 10,
    height: 10,
  });
  const center = at('center', 50, 50);
  const boxes = [center, at('right', 61, 52), at('below', 50, 61), at('far', 90, 50)];

  it('moves to the nearest box in its direction', () => {
    expect(nextBox(boxes, center, 'ArrowRight').node.name).toBe('right');
    expect(nextBox(boxes, center, 'ArrowDown').node.name).toBe('below');
  });

  it('stays at the edge', () => {
    expect(nextBox(boxes, center, 'ArrowLeft')).toBe(center);
    expect(nextBox(boxes, center, 'ArrowUp')).toBe(center);
  });

  it('is one of four, and no name that every object has', () => {
    expect(isArrowKey('ArrowUp')).toBe(true);
    expect(isArrowKey('Enter')).toBe(false);
    expect(isArrowKey('toString')).toBe(false);
  });
});

describe('the pods of a zoomed node', () => {
  const pod = (name: string, ratio: number) => ({ name, ratio, isDaemon: false });
  const box: Box = { x: 100, y: 100, width: 200, height: 100 };

  it('fill the part of its box that they request, from the bottom', () => {
    const pods = toPodBoxes([pod('large', 0.4), pod('small', 0.1)], box);
    const total = pods.reduce((sum, each) => sum + areaOf(each), 0);
    expect(pods.map((each) => each.pod.name)).toEqual(['large', 'small']);
    expect(total / areaOf(box)).toBeCloseTo(0.5, 1);
    expect(Math.max(...pods.map(({ y, height }) => y + height))).toBeCloseTo(200);
    expect(Math.min(...pods.map(({ y }) => y))).toBeCloseTo(150);
  });

  it('are seen without requests, too', () => {
    const [empty] = toPodBoxes([pod('none', 0)], box);
    expect(areaOf(empty ?? nothing)).toBeGreaterThan(0);
    expect(toPodBoxes([], box)).toEqual([]);
  });
});
