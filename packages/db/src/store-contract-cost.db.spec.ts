import { type Cluster, costSpanRetentionMs, type Store } from '@kerf/application';
import { compareText } from '@kerf/core';
import { aCluster, aMeasuredCost, recordedAt } from '@kerf/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { backends, openStore } from './testing/open-store.js';

describe.each(backends)('the cost in the store on %s', (backend) => {
  let store: Store;
  let close: () => Promise<void>;
  let cluster: Cluster;
  let number = 0;

  beforeAll(async () => {
    ({ store, close } = await openStore(backend));
  });
  afterAll(() => close());
  beforeEach(async () => {
    number += 1;
    cluster = aCluster({ id: `clu_${number}`, name: `c${number}` });
    await store.clusters.insert(cluster);
  });

  it('is added for periods that follow one another, each once', async () => {
    const sample = {
      at: recordedAt,
      nodePool: 'default',
      capacityType: 'spot',
      instanceFamily: 'm5',
      instanceType: 'm5.large',
      costNanoUsd: 10,
      nodeMs: 1_000,
      unpricedNodeMs: 0,
    };
    const first = { from: recordedAt, until: recordedAt + 1_000, isFirst: true };
    const next = { from: first.until, until: first.until + 1_000, isFirst: false };
    const { cost } = store;
    expect(await cost.accountedUntil(cluster.id)).toBeNull();
    expect(await cost.add(cluster.id, aMeasuredCost(next, [sample]))).toBe(false);
    expect(await cost.add(cluster.id, aMeasuredCost(first, [sample]))).toBe(true);
    expect(await cost.add(cluster.id, aMeasuredCost(first, [sample]))).toBe(false);
    expect(await cost.add(cluster.id, aMeasuredCost(next))).toBe(true);
    expect(await cost.add(cluster.id, aMeasuredCost(next, [sample]))).toBe(false);
    expect(await cost.accountedUntil(cluster.id)).toBe(next.until);
  });

  it('keeps the spans of nodes with the period that they are written with', async () => {
    const node = (nodeUid: string, fields = {}) => ({
      nodeUid,
      nodeName: `ip-${nodeUid}`,
      providerId: `aws:///us-east-1a/i-${nodeUid}`,
      nodePool: 'default',
      instanceType: 'm5.large',
      capacityType: 'spot',
      zone: 'us-east-1a',
      priceMicroUsdPerHour: 36_000,
      startedAt: recordedAt,
      ...fields,
    });
    const first = { from: recordedAt, until: recordedAt + 1_000, isFirst: true };
    const next = { from: first.until, until: first.until + 90_000, isFirst: false };
    const { cost } = store;
    const a = node('a');
    const unpriced = node('b', { priceMicroUsdPerHour: null, providerId: null });
    const gone = { ...node('c'), endedAt: recordedAt + 500 };
    const started = [{ ...a, endedAt: null }, { ...unpriced, endedAt: null }, gone];
    const running = async () =>
      (await cost.runningSpans(cluster.id)).toSorted((x, y) => compareText(x.nodeUid, y.nodeUid));
    expect(await cost.add(cluster.id, aMeasuredCost(first, [], { started }))).toBe(true);
    expect(await running()).toEqual([a, unpriced]);
    const repriced = node('a', { startedAt: next.from, priceMicroUsdPerHour: 40_000 });
    const changes = {
      started: [{ ...repriced, endedAt: null }],
      ended: [{ nodeUid: 'a', startedAt: recordedAt, endedAt: next.from }],
      gaps: [next],
    };
    expect(await cost.add(cluster.id, aMeasuredCost(first, [], changes))).toBe(false);
    expect(await running()).toEqual([a, unpriced]);
    expect(await cost.add(cluster.id, aMeasuredCost(next, [], changes))).toBe(true);
    expect(await running()).toEqual([repriced, unpriced]);
    await cost.prune(cluster.id, recordedAt + 2 * costSpanRetentionMs);
    expect(await running()).toEqual([repriced, unpriced]);
  });

  it('tells the usual size of a cluster: its largest hour of a week, or minute of two hours', async () => {
    const [hour, now] = [3_600_000, 500_000 * 3_600_000];
    const week = { from: now - 168 * hour, to: now - 600_000 };
    const key = {
      capacityType: 'spot',
      instanceFamily: 'm5',
      instanceType: 'm5.large',
      costNanoUsd: 1,
      unpricedNodeMs: 0,
    };
    const add = (from: number, until: number, isFirst: boolean, ms: Record<string, number>) =>
      store.cost.add(
        cluster.id,
        aMeasuredCost(
          { from, until, isFirst },
          Object.entries(ms).map(([nodePool, nodeMs]) => ({
            ...key,
            nodePool,
            nodeMs,
            at: from,
          })),
        ),
      );
    const [longAgo, days, burst] = [now - 200 * hour, now - 50 * hour, now - 60_000];
    expect(await store.brakes.mostNodes(cluster.id, week)).toBe(0);
    await add(longAgo, longAgo + hour, true, { default: 900 * hour });
    await add(longAgo + hour, days, false, {});
    await add(days, days + hour, false, { default: 30 * hour, other: 12 * hour });
    await add(days + hour, burst, false, {});
    await add(burst, now, false, { default: 400 * 60_000 });
    expect(await store.brakes.mostNodes(cluster.id, week)).toBe(42);
    expect(await store.brakes.mostNodes(cluster.id, { ...week, to: now + 120_000 })).toBe(400);
  });
});
