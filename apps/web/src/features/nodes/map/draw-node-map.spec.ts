import { describe, expect, it } from 'vitest';
import { aMapNode } from '../../../../testing/a-map-node.js';
import { drawNodeMap, type NodeMapScene } from './draw-node-map.js';
import { wholeMap, zoomAt } from './map-viewport.js';
import { toNodeMap } from './to-node-map.js';

const size = { width: 800, height: 400 };
const nodes = [
  aMapNode({ name: 'ip-10-0-0-1.ec2.internal', priceMicroUsd: 300_000 }),
  aMapNode({ name: 'ip-10-0-0-2.ec2.internal', nodePool: 'batch', priceMicroUsd: null }),
];

/** Records what is drawn on a canvas: texts, and rectangles with their colors. */
class Drawing {
  fillStyle: string | CanvasGradient | CanvasPattern = '';
  strokeStyle: string | CanvasGradient | CanvasPattern = '';
  globalAlpha = 1;
  font = '';
  lineWidth = 1;
  textBaseline: CanvasTextBaseline = 'alphabetic';
  readonly texts: string[] = [];
  readonly fills: { readonly color: unknown; readonly height: number; readonly alpha: number }[] =
    [];
  readonly outlines: unknown[] = [];

  fillRect(_x: number, _y: number, _width: number, height: number): void {
    this.fills.push({ color: this.fillStyle, height, alpha: this.globalAlpha });
  }
  fillText(text: string): void {
    this.texts.push(text);
  }
  strokeRect(): void {
    this.outlines.push(this.strokeStyle);
  }
}

function draw(change: Partial<NodeMapScene> = {}): Drawing {
  const drawing = new Drawing();
  const layout = toNodeMap(nodes, 'pool', size);
  drawNodeMap(drawing, {
    layout,
    view: wholeMap,
    size,
    categories: layout.boxes.map(() => ({ label: 'general', token: '--hue-1', strength: 1 })),
    fill: 'larger',
    focused: undefined,
    selected: new Set(),
    pods: new Map(),
    colorOf: (token) => token,
    ...change,
  });
  return drawing;
}

describe('the drawing of the node map', () => {
  it('has the name, type and price of each node, and the name and price of each group', () => {
    const { texts } = draw();
    expect(texts).toEqual(
      expect.arrayContaining([
        'ip-10-0-0-1',
        'm5.large $0.3000/h',
        'ip-10-0-0-2',
        'm5.large price unknown',
        'general · 1 node · $0.3000/h',
      ]),
    );
  });

  it('fills the box of a node by the share that is requested', () => {
    const { fills } = draw();
    const [whole, filled] = fills.filter(({ color }) => color === '--hue-1');
    expect((filled?.height ?? 0) / (whole?.height ?? 1)).toBeCloseTo(0.75);
    expect(filled?.alpha).toBeGreaterThan(whole?.alpha ?? 1);
  });

  it('leaves out what the viewport does not show', () => {
    const [first] = toNodeMap(nodes, 'pool', size).boxes;
    const center = { x: (first?.x ?? 0) + 50, y: (first?.y ?? 0) + 50 };
    const view = zoomAt(wholeMap, 20, center, size);
    const ofNodes = ({ fills }: Drawing) => fills.filter(({ color }) => color === '--hue-1').length;
    expect(ofNodes(draw({ view }))).toBe(2);
    expect(ofNodes(draw())).toBe(4);
  });

  it('outlines the selected nodes and the one that has the focus', () => {
    const [first, second] = nodes;
    const focused = toNodeMap(nodes, 'pool', size).boxes.find(({ node }) => node === second);
    const selected = new Set([`clu_1/${first?.name}`]);
    expect(draw({ selected }).outlines).toEqual(['--text']);
    expect(draw({ selected, focused }).outlines).toEqual(['--text', '--accent']);
  });

  it('shows pods inside a node that is large enough', () => {
    const pods = new Map([
      [`clu_1/${nodes[0]?.name}`, [{ name: 'web-1', isDaemon: false, ratio: 0.5 }]],
    ]);
    expect(draw({ pods }).texts).toContain('web-1');
    const small = { width: 140, height: 90 };
    const layout = toNodeMap(nodes, 'pool', small);
    expect(draw({ pods, layout, size: small }).texts).not.toContain('web-1');
  });
});
