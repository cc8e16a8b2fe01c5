import type { NodeCostSpan } from '@kerf/application';
import { aMeasuredCost, storedFleet, storeFleet } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest } from '../../../../apps/api/src/testing/api-under-test.js';
import { runLine } from '../testing/run-line.js';

const hour = 3_600_000;
const { cluster, clusterName } = storedFleet;
let api: ApiUnderTest;
let began = 0;

beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  const { store } = api.api.parts.ports;
  await storeFleet(store);
  began = Date.now() - 10 * hour;
  const node: NodeCostSpan = {
    nodeUid: 'a',
    nodeName: 'ip-a',
    providerId: null,
    nodePool: '',
    instanceType: 't3.small',
    capacityType: 'on-demand',
    zone: 'us-east-1a',
    priceMicroUsdPerHour: 20_800,
    startedAt: began + 2 * hour,
  };
  const started = [{ ...node, endedAt: null }];
  const period = { from: began, until: Date.now(), isFirst: true };
  const gaps = [{ from: began + hour, until: began + 3 * hour }];
  await store.transaction((tx) =>
    tx.cost.add(cluster, aMeasuredCost(period, [], { started, gaps })),
  );
});
afterAll(() => api.close());

const kerf = (line: string) => runLine(line, { url: api.url, headers: api.reader });

describe('kerf explain cost', () => {
  it('shows the cost at both times, what is not known, and the drivers', async () => {
    const { code, out, err } = await kerf(`explain cost --from ${new Date(began).toISOString()}`);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const [sum, gap, head, driver] = out.split('\n');
    expect(sum).toMatch(
      /^\$0\.0000 per hour at \S+Z, \$0\.0208 at \S+Z: \+\$0\.0208 \(\+\$0\.0208 and \+\$0\.0000\)$/,
    );
    expect(gap).toContain(`Not measured: ${clusterName} from `);
    expect(head).toMatch(/^PER HOUR +WHY +CLUSTER +NODEPOOL +NODES +DECISION$/);
    expect(driver).toMatch(
      new RegExp(
        `^\\+\\$0\\.0208 +Nodes that Kerf does not manage: t3\\.small +${clusterName} +- +\\+1 +-$`,
      ),
    );
  });

  it('takes a scope and two times, and writes JSON', async () => {
    const from = new Date(began + 4 * hour).toISOString();
    const to = new Date(began + 5 * hour).toISOString();
    const line = `explain cost --cluster ${clusterName} --from ${from} --to ${to} -o json`;
    const parsed: unknown = JSON.parse((await kerf(line)).out);
    expect(parsed).toMatchObject({ from, to, change: '0', drivers: [], gaps: [] });
    expect((await kerf('explain cost --since 1h --node-pool default')).out).toContain(
      'Nothing changed.',
    );
    expect((await kerf('explain cost --since 9h --team nobody')).code).toBe(6);
  });

  it('refuses times before the costs of nodes are known, and times that cannot be read', async () => {
    const early = await kerf('explain cost --since 11h');
    expect(early).toMatchObject({ code: 6, out: '' });
    expect(early.err).toContain(
      `the costs of nodes are known since ${new Date(began).toISOString()}`,
    );
    expect(await kerf('explain cost --since 1h --from x')).toMatchObject({
      code: 2,
      err: 'Give either --since or --from.\n',
    });
    expect(await kerf('explain cost --to noon')).toMatchObject({ code: 2 });
  });
});
