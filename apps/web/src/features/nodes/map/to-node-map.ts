import { hierarchy, treemap } from 'd3-hierarchy';
import type { MapNode } from './map-node.js';
import type { MapGroup } from './node-map.search.js';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface NodeBox extends Box {
  readonly node: MapNode;
}

export interface GroupBox extends Box {
  readonly label: string;
  readonly nodes: number;
  /** Sum of the known prices. */
  readonly priceMicroUsd: number;
}

/** The layout of a map, in pixels without zoom. */
export interface NodeMapLayout {
  readonly groups: readonly GroupBox[];
  readonly boxes: readonly NodeBox[];
}

interface Item {
  readonly label?: string;
  readonly node?: MapNode;
  readonly children?: readonly Item[];
}

export const groupLabelPx = 16;

/** Returns the name of the group of a node. */
function groupOf(node: MapNode, group: MapGroup): string {
  if (group === 'cluster') return node.cluster;
  return group === 'pool' ? (node.nodePool ?? 'Not managed') : (node.zone ?? 'Unknown zone');
}

/**
 * Returns boxes with areas in proportion to prices, grouped, the most expensive first. A node without a known price
 * is as large as the cheapest one.
 */
export function toNodeMap(
  nodes: readonly MapNode[],
  group: MapGroup,
  size: { readonly width: number; readonly height: number },
): NodeMapLayout {
  const known = nodes.flatMap(({ priceMicroUsd }) => (priceMicroUsd ? [priceMicroUsd] : []));
  const cheapest = known.reduce((least, price) => Math.min(least, price), Infinity);
  const smallest = known.length === 0 ? 1 : cheapest;
  const root: Item = {
    children: [...Map.groupBy(nodes, (node) => groupOf(node, group))].map(([label, members]) => ({
      label,
      children: members.map((node) => ({ node })),
    })),
  };
  const tree = hierarchy<Item>(root, ({ children }) => children)
    .sum(({ node }) => (node === undefined ? 0 : node.priceMicroUsd || smallest))
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0) || compareNames(a.data, b.data));
  const laidOut = treemap<Item>()
    .size([size.width, size.height])
    // Gaps between nodes are drawn, because they are as wide when the map is zoomed.
    .paddingInner(({ depth }) => (depth === 0 ? 6 : 0))
    .paddingOuter(({ depth }) => (depth === 1 ? 1 : 0))
    // After the outer padding, which sets all four sides.
    .paddingTop(({ depth }) => (depth === 1 ? groupLabelPx : 0))(tree);
  return {
    groups: (laidOut.children ?? []).map(({ x0, y0, x1, y1, data, children = [] }) => ({
      ...toBox(x0, y0, x1, y1),
      label: data.label ?? '',
      nodes: children.length,
      priceMicroUsd: children.reduce(
        (sum, child) => sum + (child.data.node?.priceMicroUsd ?? 0),
        0,
      ),
    })),
    boxes: laidOut
      .leaves()
      .flatMap(({ x0, y0, x1, y1, data: { node } }) =>
        node === undefined ? [] : [{ ...toBox(x0, y0, x1, y1), node }],
      ),
  };
}

const toBox = (x0: number, y0: number, x1: number, y1: number): Box => ({
  x: x0,
  y: y0,
  width: Math.max(0, x1 - x0),
  height: Math.max(0, y1 - y0),
});

const nameOf = ({ label, node }: Item): string => label ?? node?.name ?? '';
const compareNames = (a: Item, b: Item): number => (nameOf(a) < nameOf(b) ? -1 : 1);

/** Pods of a node that the map shows. */
export interface MapPod {
  readonly name: string;
  readonly isDaemon: boolean;
  /** Share of the node, between 0 and 1: of CPU or memory, whichever is larger. */
  readonly ratio: number;
}

/** A pod without requests is still there. */
const shareOf = ({ ratio }: MapPod): number => Math.max(ratio, 0.005);

/** Returns the boxes of pods inside the box of their node; their areas are their shares of it. */
export function toPodBoxes(
  pods: readonly MapPod[],
  { x, y, width, height }: Box,
): readonly (Box & { readonly pod: MapPod })[] {
  const used = Math.min(
    1,
    pods.reduce((sum, pod) => sum + shareOf(pod), 0),
  );
  const tree = hierarchy<{ readonly pod?: MapPod; readonly children?: readonly { pod: MapPod }[] }>(
    { children: pods.map((pod) => ({ pod })) },
    (item) => item.children,
  )
    .sum(({ pod }) => (pod === undefined ? 0 : shareOf(pod)))
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
  const usedHeight = height * used;
  const laidOut = treemap<typeof tree.data>().size([width, usedHeight]).paddingInner(1)(tree);
  return laidOut.leaves().flatMap(({ x0, y0, x1, y1, data: { pod } }) => {
    if (pod === undefined) return [];
    const box = toBox(x0, y0, x1, y1);
    // The filled part is at the bottom, as that of the node.
    return [{ ...box, x: x + box.x, y: y + height - usedHeight + box.y, pod }];
  });
}

/** Returns the box at a point; the boxes do not overlap. */
export const boxAt = (boxes: readonly NodeBox[], x: number, y: number): NodeBox | undefined =>
  boxes.find(
    (box) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height,
  );

const directions = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
} as const;
export type ArrowKey = keyof typeof directions;
export const isArrowKey = (key: string): key is ArrowKey => Object.hasOwn(directions, key);

/** Returns the nearest box in the direction of an arrow key; the same one at the edge. */
export function nextBox(boxes: readonly NodeBox[], from: NodeBox, key: ArrowKey): NodeBox {
  const [dx, dy] = directions[key];
  const start = centerOf(from);
  let best = from;
  let least = Number.POSITIVE_INFINITY;
  for (const box of boxes) {
    const center = centerOf(box);
    const along = (center.x - start.x) * dx + (center.y - start.y) * dy;
    if (along <= 0.5) continue;
    const across = Math.abs((center.x - start.x) * dy) + Math.abs((center.y - start.y) * dx);
    // A box straight ahead is nearer than one that is as far away at the side.
    const distance = along + 2 * across;
    if (distance < least) [best, least] = [box, distance];
  }
  return best;
}

const centerOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });
