import { describe, expect, it } from 'vitest';
import type { NodeOverlayManifest } from './node-overlay-manifest.js';
import { toNodeOverlay } from './to-node-overlay.js';

const overlay = (spec: Partial<NodeOverlayManifest>) =>
  toNodeOverlay('o', { requirements: [], capacity: {}, ...spec });

describe('toNodeOverlay', () => {
  it.each([
    [{ price: '0.0960000004' }, { kind: 'Fixed', priceMicroUsdPerHour: 96_000 }],
    [{ price: '0' }, { kind: 'Fixed', priceMicroUsdPerHour: 0 }],
    [{ priceAdjustment: '+.5' }, { kind: 'Difference', microUsdPerHour: 500_000 }],
    [{ priceAdjustment: '-1.25' }, { kind: 'Difference', microUsdPerHour: -1_250_000 }],
    [{ priceAdjustment: '+12.5%' }, { kind: 'Percent', percent: 12.5 }],
    [{ priceAdjustment: '-100%' }, { kind: 'Percent', percent: -100 }],
    [{}, null],
  ])('reads the price of %j', (spec, price) => {
    expect(overlay(spec).price).toEqual(price);
  });

  it('has weight 0 unless another is written, and amounts as numbers', () => {
    expect(overlay({ capacity: { 'example.com/dongle': '2k' } })).toMatchObject({
      weight: 0,
      capacity: { 'example.com/dongle': 2_000 },
    });
    expect(overlay({ weight: 10 }).weight).toBe(10);
  });

  it('has an empty list of values for a requirement without values', () => {
    const requirements = [{ key: 'team', operator: 'Exists' as const }];
    expect(overlay({ requirements }).requirements).toEqual([
      { key: 'team', operator: 'Exists', values: [], minValues: null },
    ]);
  });
});
