import type { Box } from './to-node-map.js';

/** The part of the map that is shown: a point of the map is at `scale * point + offset` on the screen. */
export interface MapViewport {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export const wholeMap: MapViewport = { scale: 1, x: 0, y: 0 };
const mostScale = 60;

/** Returns the viewport after zooming around a point of the screen. */
export function zoomAt(
  { scale, x, y }: MapViewport,
  factor: number,
  point: { readonly x: number; readonly y: number },
  size: Size,
): MapViewport {
  const next = Math.min(mostScale, Math.max(1, scale * factor));
  const ratio = next / scale;
  return keepInside(
    { scale: next, x: point.x - (point.x - x) * ratio, y: point.y - (point.y - y) * ratio },
    size,
  );
}

/** Returns the viewport moved by pixels of the screen. */
export const panBy = (view: MapViewport, dx: number, dy: number, size: Size): MapViewport =>
  keepInside({ ...view, x: view.x + dx, y: view.y + dy }, size);

/** Returns the viewport with as little movement as shows the whole box, or its center if it is larger. */
export function showBox(view: MapViewport, box: Box, size: Size): MapViewport {
  const shown = toScreen(view, box);
  const dx = moveInto(shown.x, shown.width, size.width);
  const dy = moveInto(shown.y, shown.height, size.height);
  return dx === 0 && dy === 0 ? view : panBy(view, dx, dy, size);
}

function moveInto(start: number, length: number, whole: number): number {
  if (length > whole) return whole / 2 - (start + length / 2);
  if (start < 0) return -start;
  return Math.min(0, whole - (start + length));
}

/** The map always fills its area. */
function keepInside({ scale, x, y }: MapViewport, { width, height }: Size): MapViewport {
  return {
    scale,
    x: Math.min(0, Math.max(width - width * scale, x)),
    y: Math.min(0, Math.max(height - height * scale, y)),
  };
}

/** Returns where a box of the map is on the screen. */
export const toScreen = ({ scale, x, y }: MapViewport, box: Box): Box => ({
  x: box.x * scale + x,
  y: box.y * scale + y,
  width: box.width * scale,
  height: box.height * scale,
});

/** Returns the point of the map at a point of the screen. */
export const toMapPoint = (
  { scale, x, y }: MapViewport,
  point: { readonly x: number; readonly y: number },
): { readonly x: number; readonly y: number } => ({
  x: (point.x - x) / scale,
  y: (point.y - y) / scale,
});

/** Whether a box of the screen is visible. */
export const isVisible = (box: Box, size: Size): boolean =>
  box.x < size.width && box.y < size.height && box.x + box.width > 0 && box.y + box.height > 0;
