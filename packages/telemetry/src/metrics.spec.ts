import { describe, expect, it } from 'vitest';
import { createMetrics } from './metrics.js';

async function linesOf(metrics: ReturnType<typeof createMetrics>): Promise<readonly string[]> {
  return (await metrics.text()).split('\n').filter((line) => line.startsWith('kerf_'));
}

describe('metrics', () => {
  it('are counted, observed, and read at each scrape', async () => {
    const metrics = createMetrics();
    const labels = ['cluster'] as const;
    const counter = metrics.counter({ name: 'kerf_things_total', help: 'Things.', labels });
    counter.add({ cluster: 'prod' });
    counter.add({ cluster: 'prod' }, 2);
    const seconds = metrics.histogram({
      name: 'kerf_wait_seconds',
      help: 'Waits.',
      labels,
      buckets: [1, 2],
    });
    seconds.observe({ cluster: 'prod' }, 1.5);
    let nodes = 3;
    metrics.gauge({ name: 'kerf_nodes', help: 'Nodes.', labels }, () =>
      Promise.resolve([{ labels: { cluster: 'prod' }, value: nodes }]),
    );
    metrics.total({ name: 'kerf_claims_total', help: 'Claims.', labels }, () =>
      Promise.resolve([{ labels: { cluster: 'prod' }, value: nodes * 10 }]),
    );
    expect(await linesOf(metrics)).toEqual(
      expect.arrayContaining([
        'kerf_things_total{cluster="prod"} 3',
        'kerf_wait_seconds_bucket{le="1",cluster="prod"} 0',
        'kerf_wait_seconds_bucket{le="2",cluster="prod"} 1',
        'kerf_nodes{cluster="prod"} 3',
        'kerf_claims_total{cluster="prod"} 30',
      ]),
    );
    nodes = 4;
    expect(await linesOf(metrics)).toEqual(
      expect.arrayContaining([
        'kerf_nodes{cluster="prod"} 4',
        'kerf_claims_total{cluster="prod"} 40',
      ]),
    );
  });

  it('of the process are included by default', async () => {
    expect(await createMetrics().text()).toContain('nodejs_eventloop_lag_seconds');
  });
});
