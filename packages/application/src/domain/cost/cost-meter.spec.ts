import { array, assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CostMeter, type MeteredNode } from './cost-meter.js';

const minute = 60_000;
const hour = 3_600_000;
const spot: MeteredNode = {
  nodePool: 'default',
  capacityType: 'spot',
  instanceFamily: 'm5',
  instanceType: 'm5.large',
  since: 0,
  priceMicroUsdPerHour: 36_000,
};

describe('the cost of nodes', () => {
  it('is price times time, minute by minute', () => {
    const meter = new CostMeter(30_000);
    meter.measure({ nodes: [spot, spot], pendingPods: 0 }, minute + 15_000);
    expect(meter.take()).toEqual({
      period: { from: 30_000, until: 75_000, isFirst: false },
      samples: [
        { ...group, at: 0, costNanoUsd: 600_000, nodeMs: 60_000, unpricedNodeMs: 0 },
        { ...group, at: minute, costNanoUsd: 300_000, nodeMs: 30_000, unpricedNodeMs: 0 },
      ],
      pendingPods: [],
    });
  });

  it('is measured with the pods that are pending, minute by minute', () => {
    const meter = new CostMeter(30_000);
    meter.measure({ nodes: [], pendingPods: 3 }, minute - 10_000);
    meter.measure({ nodes: [], pendingPods: 5 }, minute + 15_000);
    expect(meter.take()?.pendingPods).toEqual([
      { at: 0, pendingPodMs: 3 * 20_000 + 5 * 10_000 },
      { at: minute, pendingPodMs: 5 * 15_000 },
    ]);
    meter.measure({ nodes: [], pendingPods: 0 }, minute + 20_000);
    expect(meter.take()?.pendingPods).toEqual([]);
  });

  it('begins with the node, or with the first measurement when no earlier period is known', () => {
    const meter = new CostMeter(null);
    meter.measure({ nodes: [spot], pendingPods: 0 }, 10_000);
    meter.measure({ nodes: [{ ...spot, since: 15_000 }], pendingPods: 0 }, 20_000);
    expect(meter.take()).toMatchObject({
      period: { from: 10_000, until: 20_000, isFirst: true },
      samples: [{ nodeMs: 5_000 }],
    });
    expect(meter.take()).toBeNull();
  });

  it('follows a price that changes, to the second', () => {
    const meter = new CostMeter(0);
    meter.measure({ nodes: [spot], pendingPods: 0 }, 10_000);
    meter.measure({ nodes: [{ ...spot, priceMicroUsdPerHour: 72_000 }], pendingPods: 0 }, 20_000);
    expect(meter.take()?.samples).toMatchObject([{ costNanoUsd: 300_000 }]);
  });

  it('is not guessed where no price is known', () => {
    const meter = new CostMeter(0);
    meter.measure({ nodes: [{ ...spot, priceMicroUsdPerHour: null }], pendingPods: 0 }, 1_000);
    expect(meter.take()?.samples).toMatchObject([
      { costNanoUsd: 0, nodeMs: 1_000, unpricedNodeMs: 1_000 },
    ]);
  });

  it('does not run backwards with a clock that does', () => {
    const meter = new CostMeter(10_000);
    meter.measure({ nodes: [spot], pendingPods: 0 }, 5_000);
    expect(meter.take()).toBeNull();
  });

  it('does not depend on the number of measurements', () => {
    assert(
      property(
        array(integer({ min: 1, max: 3 * minute }), { minLength: 1, maxLength: 20 }),
        integer({ min: 1, max: 10_000_000 }),
        (steps, price) => {
          const node = { ...spot, priceMicroUsdPerHour: price };
          const meter = new CostMeter(0);
          let now = 0;
          for (const step of steps) {
            now += step;
            meter.measure({ nodes: [node], pendingPods: 0 }, now);
          }
          const samples = meter.take()?.samples ?? [];
          const cost = samples.reduce((sum, { costNanoUsd }) => sum + costNanoUsd, 0);
          expect(samples.reduce((sum, { nodeMs }) => sum + nodeMs, 0)).toBe(now);
          expect(Math.abs(cost - (price * 1_000 * now) / hour)).toBeLessThanOrEqual(samples.length);
        },
      ),
      { seed: 7 },
    );
  });
});

const group = {
  nodePool: 'default',
  capacityType: 'spot',
  instanceFamily: 'm5',
  instanceType: 'm5.large',
};
