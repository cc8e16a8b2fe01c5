import { countOf } from '@kerf/core';
import { formatHourly } from '../../../lib/format/money.js';
import type { MapCategory } from './map-category.js';
import { type MapNode, mapNodeId } from './map-node.js';
import { isVisible, type MapViewport, toScreen } from './map-viewport.js';
import type { MapFill } from './node-map.search.js';
import {
  type Box,
  groupLabelPx,
  type MapPod,
  type NodeMapLayout,
  toPodBoxes,
} from './to-node-map.js';

/** Returns the requested share of a node that its box shows, between 0 and 1. */
export function fillOf({ cpuRatio, memoryRatio }: MapNode, fill: MapFill): number {
  if (fill === 'cpu') return cpuRatio;
  return fill === 'memory' ? memoryRatio : Math.max(cpuRatio, memoryRatio);
}

/** Everything that the picture depends on. */
export interface NodeMapScene {
  readonly layout: NodeMapLayout;
  readonly view: MapViewport;
  readonly size: { readonly width: number; readonly height: number };
  /** One for each box of the layout. */
  readonly categories: readonly MapCategory[];
  readonly fill: MapFill;
  readonly focused: Box | undefined;
  /** IDs of the selected nodes. */
  readonly selected: ReadonlySet<string>;
  /** Pods of nodes that are large enough, by the ID of the node. */
  readonly pods: ReadonlyMap<string, readonly MapPod[]>;
  /** Returns the color of a token in the current theme. */
  readonly colorOf: (token: string) => string;
}

/** A box shows its name from this size, and its pods. */
const labelSize = { width: 44, height: 16 };
const detailHeight = 30;
const podSize = { width: 150, height: 100 };

const letterPx = 6.1;
const font = (px: number, weight = 400): string =>
  `${weight} ${px}px "Inter Variable", system-ui, sans-serif`;

/** The part of the context of a canvas that the drawing needs. */
export type MapCanvas = Pick<CanvasRenderingContext2D, 'fillRect' | 'strokeRect' | 'fillText'> & {
  fillStyle: CanvasRenderingContext2D['fillStyle'];
  strokeStyle: CanvasRenderingContext2D['strokeStyle'];
  globalAlpha: number;
  lineWidth: number;
  font: string;
  textBaseline: CanvasTextBaseline;
};

/** Draws the map. About 5,000 boxes take 3 ms: no text is measured, and no path is clipped. */
export function drawNodeMap(context: MapCanvas, scene: NodeMapScene): void {
  const { layout, size, colorOf } = scene;
  context.globalAlpha = 1;
  context.fillStyle = colorOf('--panel');
  context.fillRect(0, 0, size.width, size.height);
  context.textBaseline = 'middle';
  const marked: Box[] = [];
  for (const [index, box] of layout.boxes.entries()) {
    const shown = toScreen(scene.view, box);
    const category = scene.categories[index];
    if (category === undefined || !isVisible(shown, size)) continue;
    drawNode(context, scene, { node: box.node, shown, category });
    if (scene.selected.has(mapNodeId(box.node))) marked.push(shown);
  }
  drawGroups(context, scene);
  for (const box of marked) outline(context, box, colorOf('--text'), 2);
  if (scene.focused === undefined) return;
  outline(context, toScreen(scene.view, scene.focused), colorOf('--accent'), 3);
}

interface ShownNode {
  readonly node: MapNode;
  /** Its box on the screen. */
  readonly shown: Box;
  readonly category: MapCategory;
}

function drawNode(
  context: MapCanvas,
  scene: NodeMapScene,
  { node, shown, category: { token, strength } }: ShownNode,
): void {
  const { x, y } = shown;
  const width = withGap(shown.width);
  const height = withGap(shown.height);
  context.fillStyle = scene.colorOf(token);
  context.globalAlpha = 0.22 * strength + 0.06;
  context.fillRect(x, y, width, height);
  const filled = height * fillOf(node, scene.fill);
  context.globalAlpha = 0.25 + 0.5 * strength;
  context.fillRect(x, y + height - filled, width, filled);
  context.globalAlpha = 1;
  const pods = scene.pods.get(mapNodeId(node));
  if (pods !== undefined && showsPods(shown)) drawPods(context, scene, pods, shown);
  if (width >= labelSize.width && height >= labelSize.height)
    drawLabel(context, scene, node, shown);
}

/** Leaves a gap to the next box, of a pixel at most. */
const withGap = (length: number): number => length - Math.min(1, length / 5);

/** Whether the box of a node on the screen is large enough for its pods. */
export const showsPods = ({ width, height }: Box): boolean =>
  width >= podSize.width && height >= podSize.height;

/** Below the name of the node. */
const podsTopPx = 34;

function drawPods(
  context: MapCanvas,
  { colorOf }: NodeMapScene,
  pods: readonly MapPod[],
  { x, y, width, height }: Box,
): void {
  const inside = { x: x + 3, y: y + podsTopPx, width: width - 6, height: height - podsTopPx - 3 };
  for (const { pod, ...box } of toPodBoxes(pods, inside)) {
    context.globalAlpha = pod.isDaemon ? 0.45 : 0.8;
    context.fillStyle = colorOf('--panel');
    context.fillRect(box.x, box.y, box.width, box.height);
    context.globalAlpha = 1;
    if (box.width < labelSize.width || box.height < 13) continue;
    context.fillStyle = colorOf(pod.isDaemon ? '--dimmed' : '--text');
    context.font = font(10);
    context.fillText(cut(pod.name, box.width - 6), box.x + 3, box.y + box.height / 2);
  }
}

function drawLabel(
  context: MapCanvas,
  { colorOf }: NodeMapScene,
  node: MapNode,
  { x, y, width, height }: Box,
): void {
  const [host = node.name] = node.name.split('.');
  // The name of the group stays in view above it.
  const top = Math.max(y, groupLabelPx);
  const left = Math.max(x, 0) + 4;
  const room = x + width - left - 4;
  if (room < 24 || y + height - top < labelSize.height) return;
  context.fillStyle = colorOf('--text');
  context.font = font(11, 600);
  context.fillText(cut(host, room), left, top + 9);
  if (y + height - top < detailHeight) return;
  const { instanceType, priceMicroUsd } = node;
  const price = priceMicroUsd === null ? 'price unknown' : formatHourly(priceMicroUsd);
  context.font = font(10);
  context.fillText(cut(`${instanceType ?? ''} ${price}`, room), left, top + 22);
}

function drawGroups(context: MapCanvas, scene: NodeMapScene): void {
  const { layout, view, size, colorOf } = scene;
  for (const group of layout.groups) {
    const shown = toScreen(view, group);
    if (!isVisible(shown, size) || shown.width < labelSize.width) continue;
    // The label stays in view while its group is zoomed.
    const top = Math.min(Math.max(shown.y, 0), shown.y + shown.height - groupLabelPx);
    const left = Math.max(shown.x, 0);
    const width = Math.min(shown.x + shown.width, size.width) - left;
    context.fillStyle = colorOf('--panel');
    context.globalAlpha = 0.88;
    context.fillRect(left, top, width, groupLabelPx);
    context.globalAlpha = 1;
    context.fillStyle = colorOf('--text');
    context.font = font(11, 600);
    const text = `${group.label} · ${countOf(group.nodes, 'node')} · ${formatHourly(group.priceMicroUsd)}`;
    context.fillText(cut(text, width - 8), left + 4, top + groupLabelPx / 2 + 1);
  }
}

function outline(
  context: MapCanvas,
  { x, y, width, height }: Box,
  color: string,
  px: number,
): void {
  context.strokeStyle = color;
  context.lineWidth = px;
  context.strokeRect(x + px / 2, y + px / 2, Math.max(1, width - px), Math.max(1, height - px));
}

/** The width is estimated: measuring thousands of texts takes longer than drawing them. */
function cut(text: string, widthPx: number): string {
  const letters = Math.floor(widthPx / letterPx);
  return text.length <= letters ? text : `${text.slice(0, Math.max(1, letters - 1))}…`;
}
