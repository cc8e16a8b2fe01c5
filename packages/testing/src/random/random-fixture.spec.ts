import { describe, expect, it } from 'vitest';
import { readFixture } from '../karpenter/fixture.js';
import { Json } from '../karpenter/json.js';
import { randomFixture } from './random-fixture.js';

const seeds = Array.from({ length: 200 }, (_, seed) => seed);

describe('a random fixture', () => {
  it('is the same for the same seed', () => {
    expect(randomFixture(7)).toEqual(randomFixture(7));
    expect(randomFixture(7)).not.toEqual(randomFixture(8));
  });

  it('can be parsed', () => {
    const snapshots = seeds.map((seed) => readFixture(new Json(randomFixture(seed))));
    expect(snapshots.filter(({ pods }) => pods.length === 0)).toEqual([]);
  });

  it('contains every kind of constraint within two hundred seeds', () => {
    const text = JSON.stringify(seeds.map((seed) => randomFixture(seed)));
    const kinds = [
      'topologySpreadConstraints',
      'podAffinityTerm',
      'hostPort',
      'persistentVolumeClaim',
      'minValues',
      'limits',
      'reservationId',
      'startupTaints',
      'nodeTaintsPolicy',
      'matchLabelKeys',
      'BestEffort',
      'Ignore',
    ];
    expect(kinds.filter((kind) => !text.includes(kind))).toEqual([]);
  });

  it('has pods as the API server stores them: selectors include matchLabelKeys', () => {
    const text = JSON.stringify(seeds.map((seed) => randomFixture(seed)));
    expect(text).toMatch(
      /"matchExpressions":\[[^\]]*"version","operator":"In","values":\["v[12]"\]/,
    );
    expect(text).not.toContain('own version');
  });
});
