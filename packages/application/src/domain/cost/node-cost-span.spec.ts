import { array, assert, integer, property, record, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CostMeter, type MeteredNode } from './cost-meter.js';
import { type CostedNode, CostSpanTracker, type NodeCostSpan } from './node-cost-span.js';

const aNode = (nodeUid: string, fields: Partial<MeteredNode & CostedNode> = {}) => ({
  nodeUid,
  nodeName: `ip-${nodeUid}`,
  providerId: `aws:///us-east-1a/i-${nodeUid}`,
  nodePool: 'default',
  instanceType: 'm5.large',
  instanceFamily: 'm5',
  capacityType: 'spot',
  zone: 'us-east-1a',
  priceMicroUsdPerHour: 36_000,
  since: 0,
  ...fields,
});
const period = (from: number, until: number) => ({ from, until });
const noChanges = { started: [], ended: [], gaps: [] };

describe('the cost spans of nodes', () => {
  it('begin with the node, or with the measured period if that is later', () => {
    const tracker = new CostSpanTracker([]);
    tracker.follow([aNode('a'), aNode('b', { since: 1_500 })], period(1_000, 2_000));
    expect(tracker.take()).toMatchObject({
      started: [
        { nodeUid: 'a', startedAt: 1_000, endedAt: null, priceMicroUsdPerHour: 36_000 },
        { nodeUid: 'b', startedAt: 1_500, endedAt: null },
      ],
      ended: [],
    });
    tracker.follow([aNode('a'), aNode('b', { since: 1_500 })], period(2_000, 3_000));
    expect(tracker.take()).toEqual(noChanges);
  });

  it('have the fields of a node that are recorded, and no others', () => {
    const tracker = new CostSpanTracker([]);
    tracker.follow([aNode('a')], period(0, 1_000));
    const { since: _, instanceFamily: __, ...recorded } = aNode('a');
    expect(tracker.take().started).toEqual([{ ...recorded, startedAt: 0, endedAt: null }]);
  });

  it('end at the last measurement that found the node', () => {
    const tracker = new CostSpanTracker([]);
    tracker.follow([aNode('a')], period(0, 1_000));
    tracker.take();
    tracker.follow([], period(1_000, 2_000));
    expect(tracker.take()).toEqual({
      ...noChanges,
      ended: [{ nodeUid: 'a', startedAt: 0, endedAt: 1_000 }],
    });
  });

  it.each([
    ['another price', { priceMicroUsdPerHour: 40_000 }],
    ['no known price', { priceMicroUsdPerHour: null }],
    ['another NodePool', { nodePool: 'batch' }],
    ['another capacity type', { capacityType: 'on-demand' }],
  ])('end when the node has %s, and the next one begins', (_, fields) => {
    const tracker = new CostSpanTracker([]);
    tracker.follow([aNode('a')], period(0, 1_000));
    tracker.take();
    tracker.follow([aNode('a', fields)], period(1_000, 2_000));
    expect(tracker.take()).toMatchObject({
      started: [{ nodeUid: 'a', startedAt: 1_000, endedAt: null, ...fields }],
      ended: [{ nodeUid: 'a', startedAt: 0, endedAt: 1_000 }],
    });
  });

  it('that begin and end between two writes are written once, with their end', () => {
    const tracker = new CostSpanTracker([]);
    tracker.follow([aNode('a')], period(0, 1_000));
    tracker.follow([], period(1_000, 2_000));
    expect(tracker.take()).toMatchObject({
      started: [{ nodeUid: 'a', startedAt: 0, endedAt: 1_000 }],
      ended: [],
    });
  });

  it('that were stored go on after a restart with the nodes that are found', () => {
    const { since: _, instanceFamily: __, ...stored } = aNode('a');
    const running: NodeCostSpan[] = [
      { ...stored, startedAt: 100 },
      { ...stored, nodeUid: 'b', startedAt: 200 },
    ];
    const tracker = new CostSpanTracker(running);
    tracker.follow([aNode('a'), aNode('c')], period(5_000, 9_000));
    expect(tracker.take()).toMatchObject({
      started: [{ nodeUid: 'c', startedAt: 5_000 }],
      ended: [{ nodeUid: 'b', startedAt: 200, endedAt: 5_000 }],
    });
  });

  it('have gaps where nobody measured for more than a minute', () => {
    const tracker = new CostSpanTracker([]);
    tracker.follow([], period(0, 60_000));
    tracker.follow([], period(60_000, 120_001));
    expect(tracker.take().gaps).toEqual([period(60_000, 120_001)]);
  });

  it('cost as much as the samples of the same measurements', () => {
    const nodes = uniqueArray(
      record({ uid: integer({ min: 0, max: 5 }), price: integer({ min: 0, max: 3 }) }),
      { selector: ({ uid }) => uid, maxLength: 6 },
    );
    const measurements = array(record({ step: integer({ min: 0, max: 2_000 }), nodes }), {
      maxLength: 30,
    });
    assert(
      property(measurements, (steps) => {
        const [meter, tracker] = [new CostMeter(0), new CostSpanTracker([])];
        let now = 0;
        for (const { step, nodes: found } of steps) {
          now += step;
          const running = found.map(({ uid, price }) =>
            aNode(`n${uid}`, {
              priceMicroUsdPerHour: price === 0 ? null : price * 3_600_000,
              since: uid * 5_000,
            }),
          );
          const measured = meter.measure({ nodes: running, pendingPods: 0 }, now);
          if (measured !== null) tracker.follow(running, measured);
        }
        const spans = tracker.take().started;
        const ofSpans = spans.reduce(
          (sum, { startedAt, endedAt, priceMicroUsdPerHour: price }) =>
            sum + ((price ?? 0) / 3_600_000) * ((endedAt ?? now) - startedAt),
          0,
        );
        const samples = meter.take()?.samples ?? [];
        const ofSamples = samples.reduce((sum, { costNanoUsd }) => sum + costNanoUsd, 0);
        expect(ofSpans * 1_000).toBe(ofSamples);
        for (const { startedAt, endedAt } of spans) {
          expect(endedAt ?? now).toBeGreaterThan(startedAt);
        }
      }),
      { seed: 61 },
    );
  });
});
