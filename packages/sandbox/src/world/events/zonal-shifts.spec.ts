import { describe, expect, it } from 'vitest';
import { ManualClock } from '../time/manual-clock.js';
import { createWorld } from '../world.js';

const resourceArn = 'arn:aws:eks:us-east-1:111122223333:cluster/shop';

describe('zonal shifts', () => {
  it('last until they expire or end, for one resource', () => {
    const clock = new ManualClock(10);
    const { zonalShifts, timers } = createWorld({ seed: 1, speed: 10, clock });
    const zonesOf = (arn = resourceArn) => zonalShifts.of(arn).map(({ zoneId }) => zoneId);
    const expiresAt = timers.now() + 60_000;
    zonalShifts.start({ resourceArn, zoneId: 'use1-az1', expiresAt });
    zonalShifts.start({ resourceArn, zoneId: 'use1-az2', expiresAt: null });
    expect(zonesOf()).toEqual(['use1-az1', 'use1-az2']);
    expect(zonesOf(`${resourceArn}-2`)).toEqual([]);
    zonalShifts.start({ resourceArn, zoneId: 'use1-az1', expiresAt: timers.now() });
    expect(zonesOf()).toEqual(['use1-az2']);
    zonalShifts.end({ resourceArn, zoneId: 'use1-az2' });
    expect(zonesOf()).toEqual([]);
  });
});
