import { createMetrics } from '@kerf/system';
import { expect, it } from 'vitest';
import { createStallMeter } from './stall-meter.js';

it('counts stalls by queue, not by cluster, and logs each', async () => {
  const metrics = createMetrics();
  const lines: unknown[] = [];
  const report = createStallMeter(metrics, { warn: (fields) => lines.push(fields) });
  report({ kind: 'TakenUp', queue: 'cluster-clu_a-provisioning', jobId: '1' });
  report({ kind: 'TakenUp', queue: 'cluster-clu_b-provisioning', jobId: '2' });
  report({ kind: 'LockLost', queue: 'fleet', jobId: '3' });
  const text = await metrics.text();
  expect(text).toContain('kerf_job_stalls_total{queue="provisioning",kind="TakenUp"} 2');
  expect(text).toContain('kerf_job_stalls_total{queue="fleet",kind="LockLost"} 1');
  expect(lines).toEqual([
    { queue: 'cluster-clu_a-provisioning', jobId: '1' },
    { queue: 'cluster-clu_b-provisioning', jobId: '2' },
    { queue: 'fleet', jobId: '3' },
  ]);
});
