import { createMetrics } from '@kerf/system';
import { FakeCloud } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { measureCloud } from './measure.js';

describe('a measured cloud', () => {
  it('has its calls timed, and its clock as it is', async () => {
    const cloud = new FakeCloud(() => 0);
    cloud.clock = { aheadMs: 120_000 };
    const metrics = createMetrics();
    const measured = measureCloud(metrics, cloud);
    await measured.whoAmI();
    expect(measured.clock.aheadMs).toBe(120_000);
    const page = await metrics.text();
    expect(page).toContain('method="whoAmI"');
    expect(page).not.toContain('method="clock');
  });
});
