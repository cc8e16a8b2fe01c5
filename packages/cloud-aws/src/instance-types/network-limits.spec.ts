import { describe, expect, it } from 'vitest';
import { networkLimitsOf } from './network-limits.js';
import limits from './network-limits.json' with { type: 'json' };

describe('network limits', () => {
  it('has entries with and without a bandwidth', () => {
    expect(networkLimitsOf('m5.xlarge')).toEqual({
      branchInterfaces: 18,
      sharedBandwidthMbps: null,
    });
    expect(networkLimitsOf('i7ie.48xlarge')).toEqual({
      branchInterfaces: 107,
      sharedBandwidthMbps: 100_000,
    });
  });

  it('has no entry for an unlisted type', () => {
    expect(networkLimitsOf('z99.large')).toEqual({
      branchInterfaces: 0,
      sharedBandwidthMbps: null,
    });
  });

  it('has entries of one form', () => {
    for (const [family, sizes] of Object.entries(limits)) {
      expect(family).toMatch(/^[a-z0-9-]+$/);
      expect(sizes).toMatch(/^([a-z0-9-]+:\d*(:\d+)?)( [a-z0-9-]+:\d*(:\d+)?)*$/);
    }
  });
});
