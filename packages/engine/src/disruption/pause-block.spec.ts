import { aNodePool } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { NodePoolPause, PauseExtent } from '../model/pause.js';
import { consolidationPause, pauseBlocks } from './pause-block.js';

const pause = (stops: PauseExtent, pauseId = 'pau_1'): NodePoolPause => ({
  pauseId,
  scope: 'Cluster',
  stops,
  reason: 'Sale',
  owner: 'mia',
  until: 500,
});
const poolWith = (...pauses: readonly NodePoolPause[]) =>
  aNodePool()
    .pausedBy(...pauses)
    .build();

describe('pauseBlocks', () => {
  it('is empty without a NodePool, or without pauses', () => {
    expect(pauseBlocks(undefined, ['Disruption'])).toEqual([]);
    expect(pauseBlocks(aNodePool().build(), ['Disruption'])).toEqual([]);
    expect(pauseBlocks(poolWith(), ['Disruption'])).toEqual([]);
  });

  it('returns the pause that stops one of the extents', () => {
    expect(pauseBlocks(poolWith(pause('Disruption')), ['Consolidation', 'Disruption'])).toEqual([
      { code: 'DISRUPTION_PAUSED', ...pause('Disruption') },
    ]);
    expect(pauseBlocks(poolWith(pause('Consolidation')), ['Disruption'])).toEqual([]);
  });

  it('returns the first of several', () => {
    const paused = poolWith(
      pause('Consolidation', 'pau_1'),
      pause('Disruption', 'pau_2'),
      pause('Disruption', 'pau_3'),
    );
    expect(pauseBlocks(paused, ['Disruption'])).toMatchObject([{ pauseId: 'pau_2' }]);
  });
});

describe('consolidationPause', () => {
  it('is a pause that stops nothing but consolidation', () => {
    expect(consolidationPause(poolWith(pause('Consolidation')))).toMatchObject({
      code: 'DISRUPTION_PAUSED',
      stops: 'Consolidation',
    });
  });

  it('leaves wider pauses to the inspection of nodes', () => {
    expect(consolidationPause(poolWith(pause('Disruption')))).toBeNull();
    expect(consolidationPause(poolWith(pause('DisruptionAndLaunches')))).toBeNull();
    expect(consolidationPause(poolWith())).toBeNull();
  });
});
