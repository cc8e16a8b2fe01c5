import { countOf } from '@kerf/core';
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { ActionIcon } from '../../../ui/controls/controls.js';
import { Icon } from '../../../ui/controls/icon.js';
import { useColorTokens } from '../../../ui/theme/color-tokens.js';
import { drawNodeMap, type NodeMapScene } from './draw-node-map.js';
import type { MapCategory } from './map-category.js';
import { type MapNode, mapNodeId } from './map-node.js';
import {
  type MapViewport,
  panBy,
  showBox,
  toMapPoint,
  toScreen,
  wholeMap,
  zoomAt,
} from './map-viewport.js';
import classes from './node-map.module.css';
import type { MapFill, MapGroup } from './node-map.search.js';
import { NodeMapDetails } from './node-map-details.js';
import {
  boxAt,
  isArrowKey,
  type NodeBox,
  type NodeMapLayout,
  nextBox,
  toNodeMap,
} from './to-node-map.js';
import { useZoomedPods, zoomedNodes } from './use-zoomed-pods.js';

export interface NodeMapProps {
  readonly nodes: readonly MapNode[];
  readonly group: MapGroup;
  readonly categoryOf: (node: MapNode) => MapCategory;
  readonly fill: MapFill;
  /** IDs of the selected nodes. */
  readonly selected: ReadonlySet<string>;
  readonly onOpen: (node: MapNode) => void;
  /** Selects a node, or takes it out of the selection; absent if nodes cannot be selected. */
  readonly onToggle?: (node: MapNode) => void;
}

/** Has the size of the map while its nodes are loaded. */
export const LoadingNodeMap = () => (
  <div className={classes['area']} aria-busy>
    <p className="dimmed">Loading the nodes…</p>
  </div>
);

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The node that details are shown of. */
interface Focus {
  readonly id: string;
  readonly byKey: boolean;
}

/** Its keys are those of the map, which no other role has. */
const applicationRole = { role: 'application' } as const;
const zoomStep = 1.5;

/** Nodes as boxes on a canvas: one of 5,000 elements is drawn in a few milliseconds. */
export function NodeMap(props: NodeMapProps) {
  const { nodes, group, categoryOf, fill, selected } = props;
  const area = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSize(area);
  const colorOf = useColorTokens();
  const [view, setView] = useState(wholeMap);
  const [focus, setFocus] = useState<Focus>();
  const layout = useMemo(() => toNodeMap(nodes, group, size), [nodes, group, size]);
  const categories = useMemo(
    () => layout.boxes.map(({ node }) => categoryOf(node)),
    [layout, categoryOf],
  );
  const focused = layout.boxes.find(({ node }) => mapNodeId(node) === focus?.id);
  const zoomed = useMemo(() => zoomedNodes(layout, view, size), [layout, view, size]);
  const pods = useZoomedPods(zoomed);
  useDrawing(canvas, {
    layout,
    view,
    size,
    categories,
    fill,
    focused,
    selected,
    pods,
    colorOf,
  });
  const zoom = (factor: number, point = { x: size.width / 2, y: size.height / 2 }) =>
    setView((now) => zoomAt(now, factor, point, size));
  useWheelZoom(canvas, zoom);
  const pointer = usePointer({ layout, view, size, setView, setFocus, ...props });
  const onKeyDown = useKeys({ layout, focused, size, setView, setFocus, zoom, ...props });
  return (
    <div ref={area} className={classes['area']}>
      <canvas
        ref={canvas}
        className={classes['canvas']}
        {...applicationRole}
        tabIndex={0}
        aria-label={`Map of ${countOf(nodes.length, 'node')}. Arrow keys move between nodes, Enter opens one, Space selects it, plus and minus zoom. The table lists the same nodes.`}
        onKeyDown={onKeyDown}
        onBlur={() => setFocus(undefined)}
        {...pointer}
      />
      <ZoomButtons onZoom={zoom} onReset={() => setView(wholeMap)} />
      <div aria-live={focus?.byKey === true ? 'polite' : 'off'}>
        {focused !== undefined && (
          <div className={classes['details']} style={detailsPlace(toScreen(view, focused), size)}>
            <NodeMapDetails node={focused.node} />
          </div>
        )}
      </div>
    </div>
  );
}

/** Returns the size of an element, also after it changes. */
function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const area = element.current;
    if (area === null) return undefined;
    const measure = () => setSize({ width: area.clientWidth, height: area.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(area);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** Draws before the next frame whenever the scene has changed. */
function useDrawing(canvas: RefObject<HTMLCanvasElement | null>, scene: NodeMapScene): void {
  const { layout, view, size, categories, fill, focused, selected, pods, colorOf } = scene;
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const element = canvas.current;
      const context = element?.getContext('2d');
      if (element === null || context === null || context === undefined) return;
      const ratio = window.devicePixelRatio;
      const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
      // Setting a size empties the canvas, so it is set only if it has changed.
      if (element.width !== width) element.width = width;
      if (element.height !== height) element.height = height;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      drawNodeMap(context, {
        layout,
        view,
        size,
        categories,
        fill,
        focused,
        selected,
        pods,
        colorOf,
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [canvas, layout, view, size, categories, fill, focused, selected, pods, colorOf]);
}

type Zoom = (factor: number, point?: { readonly x: number; readonly y: number }) => void;

/** With Ctrl or ⌘, as a pinch on a touchpad sends it: without, the wheel scrolls the page. */
function useWheelZoom(canvas: RefObject<HTMLCanvasElement | null>, zoom: Zoom): void {
  const latest = useRef(zoom);
  useEffect(() => {
    latest.current = zoom;
  });
  useEffect(() => {
    const element = canvas.current;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      latest.current(Math.exp(-event.deltaY / 300), { x: event.offsetX, y: event.offsetY });
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [canvas]);
}

interface Moves extends Pick<NodeMapProps, 'onOpen' | 'onToggle'> {
  readonly layout: NodeMapLayout;
  readonly size: Size;
  readonly setView: (change: (now: MapViewport) => MapViewport) => void;
  readonly setFocus: (focus: Focus | undefined) => void;
}

/** A pointer that moves less than this clicks. */
const clickPx = 4;

/** Pans by dragging, shows the node under the pointer, and opens it on click. */
function usePointer({
  layout,
  view,
  size,
  setView,
  setFocus,
  onOpen,
  onToggle,
}: Moves & { readonly view: MapViewport }) {
  const press = useRef<{ x: number; y: number; hasMoved: boolean }>(undefined);
  const nodeAt = ({ nativeEvent: { offsetX: x, offsetY: y } }: PointerEvent) => {
    const point = toMapPoint(view, { x, y });
    return boxAt(layout.boxes, point.x, point.y)?.node;
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      press.current = { x: event.clientX, y: event.clientY, hasMoved: false };
    },
    onPointerMove: (event: PointerEvent) => {
      const pressed = press.current;
      if (pressed !== undefined) {
        const [dx, dy] = [event.clientX - pressed.x, event.clientY - pressed.y];
        if (!pressed.hasMoved && Math.hypot(dx, dy) < clickPx) return;
        press.current = { x: event.clientX, y: event.clientY, hasMoved: true };
        setView((now) => panBy(now, dx, dy, size));
      }
      const node = nodeAt(event);
      setFocus(node && { id: mapNodeId(node), byKey: false });
    },
    onPointerUp: (event: PointerEvent) => {
      const node = press.current?.hasMoved === false ? nodeAt(event) : undefined;
      press.current = undefined;
      if (node === undefined) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey) onToggle?.(node);
      else onOpen(node);
    },
    onPointerCancel: () => {
      press.current = undefined;
    },
    onPointerLeave: () => setFocus(undefined),
  };
}

interface Keys extends Moves {
  readonly focused: NodeBox | undefined;
  readonly zoom: Zoom;
}

/** Moves between nodes, opens and selects them, and zooms. */
function useKeys({
  layout,
  focused,
  size,
  setView,
  setFocus,
  zoom,
  onOpen,
  onToggle,
}: Keys): (event: KeyboardEvent) => void {
  const moveTo = (box: NodeBox | undefined) => {
    if (box === undefined) return;
    setFocus({ id: mapNodeId(box.node), byKey: true });
    setView((now) => showBox(now, box, size));
  };
  const zoomToFocused = (factor: number) => {
    zoom(factor);
    if (focused !== undefined) setView((now) => showBox(now, focused, size));
  };
  const actions: Readonly<Record<string, () => void>> = {
    Enter: () => focused && onOpen(focused.node),
    ' ': () => focused && onToggle?.(focused.node),
    '+': () => zoomToFocused(zoomStep),
    '=': () => zoomToFocused(zoomStep),
    '-': () => zoomToFocused(1 / zoomStep),
    '0': () => setView(() => wholeMap),
    Home: () => moveTo(layout.boxes[0]),
    End: () => moveTo(layout.boxes.at(-1)),
  };
  return (event) => {
    const { key } = event;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const move = isArrowKey(key)
      ? () => moveTo(focused === undefined ? layout.boxes[0] : nextBox(layout.boxes, focused, key))
      : actions[key];
    if (move === undefined) return;
    event.preventDefault();
    move();
  };
}

interface ZoomButtonsProps {
  readonly onZoom: Zoom;
  readonly onReset: () => void;
}

const ZoomButtons = ({ onZoom, onReset }: ZoomButtonsProps) => (
  <div className={classes['zoom']}>
    <ActionIcon
      aria-label="Zoom in"
      title="Zoom in (+, Ctrl and wheel)"
      onClick={() => onZoom(zoomStep)}
    >
      <Icon name="plus" />
    </ActionIcon>
    <ActionIcon aria-label="Zoom out" title="Zoom out (−)" onClick={() => onZoom(1 / zoomStep)}>
      <Icon name="minus" />
    </ActionIcon>
    <ActionIcon aria-label="Show the whole map" title="Show the whole map (0)" onClick={onReset}>
      <Icon name="whole" />
    </ActionIcon>
  </div>
);

const gapPx = 8;
const detailsPx = { width: 370, height: 260 };

/** Beside the box, on the side that has room. */
function detailsPlace(box: { x: number; y: number; width: number }, size: Size) {
  const right = Math.max(0, box.x) + Math.min(box.width, size.width) + gapPx;
  const hasRoom = right + detailsPx.width <= size.width;
  const top = Math.max(gapPx, Math.min(box.y, size.height - detailsPx.height - gapPx));
  return hasRoom
    ? { left: right, top }
    : {
        right: Math.max(gapPx, Math.min(size.width - box.x + gapPx, size.width - detailsPx.width)),
        top,
      };
}
