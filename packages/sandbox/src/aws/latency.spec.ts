import { describe, expect, it } from 'vitest';
import { latencyMs } from './latency.js';

const createFleet = { service: 'ec2', operation: 'CreateFleet', isDryRun: false };
const times = Array.from({ length: 200 }, (_, n) => latencyMs(7, createFleet, n));

describe('latencyMs', () => {
  it('is 1 to 4 s for a launch, and less than 2.4 s for most', () => {
    expect(Math.min(...times)).toBeGreaterThanOrEqual(1_000);
    expect(Math.max(...times)).toBeLessThanOrEqual(4_000);
    expect(times.toSorted((a, b) => a - b)[100]).toBeLessThan(2_400);
  });

  it('is deterministic and differs from call to call', () => {
    expect(latencyMs(7, createFleet, 3)).toBe(times[3]);
    expect(new Set(times).size).toBeGreaterThan(100);
  });

  it('is short for operations without a specific range', () => {
    expect(
      latencyMs(7, { service: 'ec2', operation: 'DescribeVpcs', isDryRun: false }, 0),
    ).toBeLessThan(100);
  });

  it('of a dry run is that of a call which launches nothing', () => {
    const dryRuns = times.map((_, n) => latencyMs(7, { ...createFleet, isDryRun: true }, n));
    expect(Math.max(...dryRuns)).toBeLessThan(Math.min(...times));
  });
});
