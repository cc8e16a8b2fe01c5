import { describe, expect, it } from 'vitest';
import { aMapNode } from '../../../../testing/a-map-node.js';
import { wholeMap, zoomAt } from './map-viewport.js';
import { toNodeMap } from './to-node-map.js';
import { toMapPods, zoomedNodes } from './use-zoomed-pods.js';

const amount = (resource: string, value: number) => ({
  resource,
  amount: value,
  quantity: String(value),
});

describe('the nodes whose pods are read', () => {
  const size = { width: 800, height: 400 };
  const nodes = Array.from({ length: 400 }, (_, index) => aMapNode({ name: `n${index}` }));
  const layout = toNodeMap(nodes, 'pool', size);

  it('are none while their boxes are small', () => {
    expect(zoomedNodes(layout, wholeMap, size)).toEqual([]);
  });

  it('are those in view when the map is zoomed, and not more than can be read at once', () => {
    const close = zoomedNodes(layout, zoomAt(wholeMap, 20, { x: 0, y: 0 }, size), size);
    expect(close.length).toBeGreaterThan(0);
    expect(close.length).toBeLessThan(16);
    const many = zoomedNodes(layout, zoomAt(wholeMap, 5, { x: 0, y: 0 }, size), {
      width: 8_000,
      height: 4_000,
    });
    expect(many.length).toBeLessThanOrEqual(16);
  });
});

describe('a pod of the map', () => {
  it('has the larger of its shares of the CPU and memory of its node', () => {
    const pod = (name: string, requests: readonly ReturnType<typeof amount>[]) => ({
      uid: name,
      namespace: 'shop',
      name,
      ownerKind: 'ReplicaSet',
      ownerName: 'web',
      isDaemon: false,
      phase: 'BOUND' as const,
      requests: [...requests],
      createdAt: '2026-11-21T14:00:00Z',
    });
    const pods = toMapPods({
      allocatable: [amount('cpu', 2_000), amount('memory', 1_000), amount('nvidia.com/gpu', 1)],
      pods: [
        pod('web', [amount('cpu', 500), amount('memory', 600)]),
        pod('gpu', [amount('cpu', 200), amount('nvidia.com/gpu', 1)]),
        pod('none', []),
      ],
    });
    expect(pods.map(({ name, ratio }) => [name, ratio])).toEqual([
      ['web', 0.6],
      ['gpu', 0.1],
      ['none', 0],
    ]);
  });
});
