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

  it('that are read escape labels and help, and print infinity as Prometheus does', async () => {
    const metrics = createMetrics();
    const spec = { name: 'kerf_nodes', help: 'Nodes\\\nof all.', labels: ['cluster', 'zone'] };
    metrics.gauge(spec, () =>
      Promise.resolve([{ labels: { zone: 'a"b\\c\nd', cluster: 'prod' }, value: -Infinity }]),
    );
    const text = await metrics.text();
    expect(text.split('\n\n').at(-1)).toBe(
      '# HELP kerf_nodes Nodes\\\\\\nof all.\n# TYPE kerf_nodes gauge\n' +
        'kerf_nodes{cluster="prod",zone="a\\"b\\\\c\\nd"} -Inf\n',
    );
  });

  it('that are read print every value of a large cluster', async () => {
    const metrics = createMetrics();
    const values = Array.from({ length: 2_500 }, (_, index) => ({
      labels: { node: `node-${index}` },
      value: index,
    }));
    metrics.gauge({ name: 'kerf_nodes', help: 'Nodes.', labels: ['node'] }, () =>
      Promise.resolve(values),
    );
    expect(await linesOf(metrics)).toHaveLength(2_500);
    expect((await linesOf(metrics)).at(-1)).toBe('kerf_nodes{node="node-2499"} 2499');
  });

  it('of the process are included by default', async () => {
    expect(await createMetrics().text()).toContain('nodejs_eventloop_lag_seconds');
  });
});
