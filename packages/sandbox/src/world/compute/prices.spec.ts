import { describe, expect, it } from 'vitest';
import { instanceCatalog } from '../../data/instance-catalog.js';
import { DayClock } from '../time/day-clock.js';
import { ManualClock } from '../time/manual-clock.js';
import { Prices, type SpotPool } from './prices.js';

const hourMs = 3_600_000;
const startedAt = Date.parse('2026-11-21T10:00:00Z');
const catalog = instanceCatalog();
const day = new DayClock(
  [{ since: startedAt, lifeMs: 0, speed: 10 }],
  new ManualClock(10, startedAt),
);
const prices = new Prices({ catalog, seed: 7, day });
const pool: SpotPool = { region: 'us-east-1', zone: 'us-east-1a', instanceType: 'm5.large' };

describe('Prices', () => {
  it('returns the list price, and none for types without one', () => {
    expect(prices.onDemand('us-east-1', 'm5.large')).toBe(96_000);
    expect(prices.onDemand('eu-west-1', 'm5.large')).toBe(107_000);
    expect(prices.onDemand('us-east-1', 'mac1.metal')).toBeNull();
    expect(prices.onDemand('eu-west-1', 'p5.48xlarge')).toBeNull();
    expect(prices.onDemand('us-west-2', 'm5.large')).toBeNull();
    expect(prices.onDemand('us-east-1', 'm99.large')).toBeNull();
  });

  it('has Spot prices near the published saving, never above the list price', () => {
    for (const type of catalog.values()) {
      const offer = type.offers.get('us-east-1');
      for (const zone of ['us-east-1a', 'us-east-1b', 'us-east-1c']) {
        const spot = prices.spot({ region: 'us-east-1', zone, instanceType: type.name }, startedAt);
        if (spot === null) continue;
        const onDemand = prices.onDemand('us-east-1', type.name) ?? 0;
        expect(spot.microUsdPerHour).toBeLessThanOrEqual(onDemand);
        expect(spot.microUsdPerHour).toBeGreaterThan(0);
        const saving = offer?.spotSavingRatio ?? 0.66;
        const expected = onDemand * (1 - saving);
        expect(Math.abs(spot.microUsdPerHour - expected)).toBeLessThan(0.2 * expected + 100);
      }
    }
  });

  it('has no Spot price if the type, the zone or the price is missing', () => {
    expect(prices.spot({ ...pool, instanceType: 'mac1.metal' }, startedAt)).toBeNull();
    expect(prices.spot({ ...pool, instanceType: 'r9g.large' }, startedAt)).toBeNull();
    expect(prices.spot({ ...pool, instanceType: 'm99.large' }, startedAt)).toBeNull();
    expect(prices.spot({ ...pool, zone: 'us-east-1e' }, startedAt)).toBeNull();
  });

  it('changes four times per simulated day, in small steps, the same for the same seed', () => {
    const history = [...prices.spotHistory(pool, startedAt, startedAt + (24 * hourMs) / 10)];
    expect(history).toHaveLength(5);
    expect(history.at(-1)?.since).toBe(startedAt);
    const pairs = history
      .slice(1)
      .map((earlier, index) => ({ earlier, later: history[index] ?? earlier }));
    for (const { earlier, later } of pairs) {
      expect(later.since).toBeGreaterThan(earlier.since);
      expect(Math.abs(later.microUsdPerHour / earlier.microUsdPerHour - 1)).toBeLessThan(0.06);
    }
    expect(new Set(history.map(({ microUsdPerHour }) => microUsdPerHour)).size).toBeGreaterThan(1);
    const again = new Prices({ catalog, seed: 7, day });
    expect([...again.spotHistory(pool, startedAt, startedAt + (24 * hourMs) / 10)]).toEqual(
      history,
    );
    const other = new Prices({ catalog, seed: 8, day });
    expect(other.spot(pool, startedAt)).not.toEqual(prices.spot(pool, startedAt));
  });

  it('returns the price of the history for each instant', () => {
    const until = startedAt + 40 * hourMs;
    for (const { since, microUsdPerHour } of prices.spotHistory(pool, startedAt, until)) {
      expect(prices.spot(pool, since + 1)).toEqual({ since, microUsdPerHour });
    }
  });
});
