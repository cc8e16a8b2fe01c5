import { createManifestReader } from '@kerf/definitions';
import { describe, expect, it } from 'vitest';
import type { ManifestReader } from '../ports/manifest-reader.js';
import { readNodeOverlays } from './read-node-overlays.js';

const requirements = [{ key: 'node.kubernetes.io/instance-type', operator: 'In', values: ['m5'] }];
const overlay = (name: string, spec: unknown) => ({ name, uid: name, generation: 1, spec });

describe('readNodeOverlays', () => {
  it('reads each overlay for the engine, in their order', () => {
    const objects = [
      overlay('b', { requirements, price: '0.5', weight: 3 }),
      overlay('a', { requirements, capacity: { 'example.com/gpu': '2' } }),
    ];
    expect(readNodeOverlays(createManifestReader(), objects)).toMatchObject([
      {
        kind: 'Read',
        name: 'b',
        spec: { price: '0.5', weight: 3 },
        overlay: { weight: 3, price: { kind: 'Fixed', priceMicroUsdPerHour: 500_000 } },
      },
      { kind: 'Read', name: 'a', overlay: { capacity: { 'example.com/gpu': 2 } } },
    ]);
  });

  it('refuses an invalid overlay with each of its errors', () => {
    const [refused] = readNodeOverlays(createManifestReader(), [
      overlay('wrong', { requirements, price: 'cheap', priceAdjustment: '+1' }),
    ]);
    expect(refused).toMatchObject({ kind: 'Refused', name: 'wrong' });
    const problems = refused?.kind === 'Refused' ? refused.problems : [];
    expect(problems.length).toBeGreaterThan(0);
    for (const problem of problems) expect(problem).toMatch(/^\S*: ./);
  });

  it('leaves warnings out of the problems', () => {
    const finding = { code: 'X', found: null, became: null };
    const manifests: ManifestReader = {
      ...createManifestReader(),
      readNodeOverlay: () => ({
        spec: null,
        findings: [
          { ...finding, severity: 'Warning', path: 'a', message: 'is old' },
          { ...finding, severity: 'Error', path: 'b', message: 'is wrong' },
        ],
      }),
    };
    expect(readNodeOverlays(manifests, [overlay('wrong', {})])).toEqual([
      { kind: 'Refused', name: 'wrong', problems: ['b: is wrong'] },
    ]);
  });

  it('reads the same object once, and a changed one again', () => {
    const reader = createManifestReader();
    let reads = 0;
    const manifests: ManifestReader = {
      ...reader,
      readNodeOverlay(spec) {
        reads += 1;
        return reader.readNodeOverlay(spec);
      },
    };
    const object = overlay('a', { requirements, price: '0.5' });
    const [first] = readNodeOverlays(manifests, [object]);
    const [second] = readNodeOverlays(manifests, [object]);
    expect(second).toBe(first);
    readNodeOverlays(manifests, [{ ...object }]);
    expect(reads).toBe(2);
  });
});
