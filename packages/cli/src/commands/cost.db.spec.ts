import { storeFleet } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest } from '../../../../apps/api/src/testing/api-under-test.js';
import { runLine } from '../testing/run-line.js';

let api: ApiUnderTest;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  await storeFleet(api.api.parts.ports.store);
});
afterAll(() => api.close());

const kerf = (line: string) => runLine(line, { url: api.url, headers: api.reader });

describe('kerf cost', () => {
  it('shows namespaces and what is idle, which add up to the cost of the nodes', async () => {
    const { code, out, err } = await kerf('cost');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const [sum, head, shop, idle] = out.split('\n');
    expect(sum).toBe('$0.0960 per hour, 2 nodes; 1 node without a known price: not included.');
    expect(head).toMatch(/^PER HOUR +NAME +CLUSTER +NAMESPACE +PODS$/);
    expect(shop).toMatch(/^\$0\.0253 +shop .* 2$/);
    expect(idle).toMatch(/^\$0\.0707 +\(idle\)/);
  });

  it('shows the owners of a namespace, with their place', async () => {
    const { out } = await kerf('cost --by owner --namespace shop');
    expect(out).toMatch(/DaemonSet agent +prod-eu-1 +shop +1\n/);
    expect(out).not.toContain('idle');
  });

  it('needs the key of a label', async () => {
    expect(await kerf('cost --by label')).toMatchObject({ code: 2 });
    expect((await kerf('cost --by label --label app -o json')).out).toContain('"key": "web"');
  });
});
