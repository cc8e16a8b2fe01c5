import { aNode, aPod, aSnapshot } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { planDisruption } from '../disruption/plan-disruption.js';
import type { CapacityBuffer } from '../model/capacity-buffer.js';
import { planWithFirstFit } from '../plan/write-result.js';
import { bufferPods, bufferSize, bufferUnits, isBufferPod } from './buffer-pods.js';

const buffer: CapacityBuffer = {
  namespace: 'shop',
  name: 'headroom',
  podSpec: aPod().requesting({ milliCpu: 1_000, memoryMib: 512 }).withVolume('shop/v').spec(),
  replicas: null,
  share: null,
  limits: {},
};

describe('a CapacityBuffer', () => {
  it.each<[string, Partial<CapacityBuffer>, number]>([
    ['nothing without a size', {}, 0],
    ['its replicas', { replicas: 3 }, 3],
    ['a share of its workload, rounded up', { share: { percent: 20, ofReplicas: 6 } }, 2],
    ['at least one for any share', { share: { percent: 1, ofReplicas: 3 } }, 1],
    ['nothing of a workload without pods', { share: { percent: 50, ofReplicas: 0 } }, 0],
    ['the larger of both', { replicas: 3, share: { percent: 100, ofReplicas: 5 } }, 5],
    ['at most what its limits allow', { replicas: 9, limits: { cpu: 4_500, memory: 2 ** 40 } }, 4],
    ['as many as its limits allow', { limits: { cpu: 2_000 } }, 2],
    [
      'nothing with limits on resources that its pods do not request',
      { limits: { 'example.com/gpu': 2 } },
      0,
    ],
  ])('keeps %s', (_, changes, size) => {
    expect(bufferSize({ ...buffer, ...changes })).toBe(size);
  });

  it('has virtual pods with the labels of its template, which other pods select', () => {
    const podSpec = { ...buffer.podSpec, labels: { app: 'web' } };
    const [pod] = bufferPods([{ ...buffer, podSpec, replicas: 1 }], 7);
    expect(pod?.spec.labels).toEqual({ app: 'web' });
  });

  it('has virtual pods with the lowest priority and without volumes', () => {
    const pods = bufferPods([{ ...buffer, replicas: 2 }], 7);
    expect(pods).toMatchObject([
      { uid: 'capacity-buffer/shop/headroom/0', createdAt: 7 },
      { uid: 'capacity-buffer/shop/headroom/1', spec: { priority: -(2 ** 31), volumes: [] } },
    ]);
    const [claim] = planWithFirstFit(aSnapshot().with({ pods }).build()).newNodeClaims;
    expect(claim?.podUids).toEqual(pods.map(({ uid }) => uid));
    expect(pods.every(isBufferPod)).toBe(true);
    expect(isBufferPod(aPod().build())).toBe(false);
  });

  it('never takes capacity that a pending pod needs, however large its units are', () => {
    const large = {
      ...buffer,
      podSpec: aPod().requesting({ milliCpu: 1_500, memoryMib: 512 }).spec(),
    };
    const waiting = aPod().requesting({ milliCpu: 1_000, memoryMib: 512 }).build();
    const node = aNode('free').build();
    const { existingNodes, newNodeClaims } = planWithFirstFit(
      aSnapshot()
        .with({ pods: [...bufferPods([{ ...large, replicas: 1 }], 0), waiting], nodes: [node] })
        .build(),
    );
    expect(existingNodes).toEqual([{ nodeName: 'free', podUids: [waiting.uid] }]);
    expect(newNodeClaims.map(({ podUids }) => podUids)).toEqual([
      ['capacity-buffer/shop/headroom/0'],
    ]);
  });
});

describe('the CapacityBuffers of a cluster', () => {
  const named = (name: string, replicas: number) => ({ ...buffer, name, replicas });

  it.each<[string, readonly number[], readonly number[]]>([
    ['what each requests', [3, 149_997], [3, 149_997]],
    ['at most the maximum number of pods of a cluster', [2_000_000_000], [150_000]],
    ['equal shares of it', [150_000, 150_000], [75_000, 75_000]],
    [
      'it all, if it cannot be divided',
      [150_000, 150_000, 150_001, 7],
      [49_997, 49_998, 49_998, 7],
    ],
    ['what the small ones request first', [2_000_000_000, 5, 0, 90_000], [74_998, 5, 0, 74_997]],
  ])('keep %s', (_, replicas, units) => {
    const buffers = replicas.map((count, index) => named(`${index}`, count));
    expect([...bufferUnits(buffers).values()]).toEqual(units);
    expect(bufferUnits(buffers.toReversed())).toEqual(bufferUnits(buffers));
  });

  it('have no more virtual pods than that', () => {
    const pods = bufferPods([named('a', 150_000), named('b', 150_000)], 0);
    expect(pods.length).toBe(150_000);
    expect(pods[75_000]?.uid).toBe('capacity-buffer/shop/b/0');
  });
});

describe('an empty node', () => {
  const plan = (replicas: number, nodes: readonly string[]) =>
    planDisruption(
      aSnapshot()
        .with({
          pods: bufferPods([{ ...buffer, replicas }], 0),
          nodes: nodes.map((name) => aNode(name).build()),
          now: 3_600_000,
        })
        .build(),
    );

  it('is blocked while a CapacityBuffer uses its capacity', () => {
    const { commands, blocked } = plan(1, ['a', 'b']);
    expect(
      commands.flatMap(({ candidates }) => candidates.map(({ nodeName }) => nodeName)),
    ).toEqual(['b']);
    expect(blocked).toEqual([
      { nodeName: 'a', reasons: [{ code: 'HOLDS_CAPACITY_BUFFER', buffers: ['shop/headroom'] }] },
    ]);
  });

  it('is deleted once no CapacityBuffer uses it', () => {
    const { commands } = plan(0, ['a']);
    expect(commands).toHaveLength(1);
  });
});
