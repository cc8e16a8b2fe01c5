import { readFileSync } from 'node:fs';
import { invariant } from '@kerf/core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest } from '../testing/api-under-test.js';

let api: ApiUnderTest;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'), { KERF_METRICS_PORT: '0' });
});
afterAll(() => api.close());

async function scrape(): Promise<string> {
  const { metricsUrl } = api.api;
  invariant(metricsUrl !== null, 'a port is set');
  const response = await fetch(metricsUrl);
  expect(response.headers.get('content-type')).toContain('text/plain');
  return response.text();
}

describe('the metrics', () => {
  it('count requests by the pattern of their route', async () => {
    await api.send('GET', '/api/v1/clusters/no-such', api.reader);
    await api.send('GET', '/api/v1/clusters/nor-this', api.reader);
    await api.send('GET', '/api/v1/clusters', {});
    await api.send('GET', '/wp-login.php', {});
    const name = 'kerf_api_request_duration_seconds_count';
    await expect
      .poll(scrape)
      .toContain(`${name}{method="GET",route="/api/v1/clusters/:cluster",status="404"} 2`);
    await expect
      .poll(scrape)
      .toContain(`${name}{method="GET",route="/api/v1/clusters",status="401"} 1`);
    await expect.poll(scrape).toContain(`${name}{method="GET",route="other",status="404"} 1`);
    expect(await scrape()).not.toContain('no-such');
  });

  it('count operations by their first field, whatever their client calls them', async () => {
    await api.graphql(api.reader, 'query Mine { all: clusters(first: 1) { totalCount } }');
    await api.graphql(api.reader, 'query Bad { clusters { totalCount } }');
    await api.graphql(api.reader, 'query Worse { nothing }');
    const name = 'kerf_api_graphql_duration_seconds_count';
    const text = await scrape();
    expect(text).toContain(`${name}{type="query",field="clusters",outcome="ok"} 1`);
    expect(text).toContain(`${name}{type="query",field="clusters",outcome="failed"} 1`);
    expect(text).not.toMatch(/Mine|nothing/);
    await expect
      .poll(scrape)
      .toMatch(/kerf_api_request_duration_seconds_count\{method="POST",route="\/graphql"/);
  });

  it('are exactly those of docs/metrics.md', async () => {
    const page = readFileSync(new URL('../../../../docs/metrics.md', import.meta.url), 'utf8');
    const documented = [...page.matchAll(/^\| `(kerf_api_\w+)` \| (\w+) \|/gm)];
    const served = [...(await scrape()).matchAll(/^# TYPE (kerf_\w+) (\w+)$/gm)];
    const named = ([, name = '', type = '']: readonly string[]): string => `${name} ${type}`;
    expect(documented.map(named)).toEqual(served.map(named).toSorted());
  });

  it('include those of the process', async () => {
    expect(await scrape()).toMatch(/^process_resident_memory_bytes \d+/m);
  });

  it('are not on the port that browsers reach', async () => {
    expect((await api.send('GET', '/metrics', api.reader)).status).toBe(404);
  });
});
