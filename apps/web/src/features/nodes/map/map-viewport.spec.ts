import { describe, expect, it } from 'vitest';
import {
  isVisible,
  panBy,
  showBox,
  toMapPoint,
  toScreen,
  wholeMap,
  zoomAt,
} from './map-viewport.js';

const size = { width: 100, height: 50 };

describe('the viewport of the map', () => {
  it('zooms around a point, which stays where it is', () => {
    const point = { x: 30, y: 20 };
    const before = toMapPoint(wholeMap, point);
    const view = zoomAt(wholeMap, 4, point, size);
    expect(view.scale).toBe(4);
    expect(toMapPoint(view, point)).toEqual(before);
  });

  it('never shows less than the map, nor beyond its edges', () => {
    expect(zoomAt(wholeMap, 0.1, { x: 0, y: 0 }, size)).toEqual(wholeMap);
    const view = zoomAt(wholeMap, 2, { x: 0, y: 0 }, size);
    expect(panBy(view, 500, 500, size)).toEqual({ scale: 2, x: 0, y: 0 });
    expect(panBy(view, -500, -500, size)).toEqual({ scale: 2, x: -100, y: -50 });
  });

  it('moves as little as shows a box', () => {
    const view = zoomAt(wholeMap, 2, { x: 0, y: 0 }, size);
    const box = { x: 60, y: 10, width: 10, height: 5 };
    const shown = toScreen(showBox(view, box, size), box);
    expect(shown.x + shown.width).toBe(size.width);
    expect(showBox(view, { ...box, x: 5 }, size)).toBe(view);
  });

  it('knows which boxes are visible', () => {
    expect(isVisible({ x: 99, y: 49, width: 5, height: 5 }, size)).toBe(true);
    expect(isVisible({ x: 101, y: 0, width: 5, height: 5 }, size)).toBe(false);
    expect(isVisible({ x: -5, y: 0, width: 5, height: 5 }, size)).toBe(false);
  });
});
