import { aPod, aSnapshot } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { CapacityBuffer } from '../model/capacity-buffer.js';
import { solve } from '../scheduling/solve.js';
import { bufferPods, bufferSize, isBufferPod } from './buffer-pods.js';

const buffer: CapacityBuffer = {
  namespace: 'shop',
  name: 'headroom',
  podSpec: aPod().requesting({ milliCpu: 1_000, memoryMib: 512 }).withVolume('shop/v').spec(),
  replicas: null,
  share: null,
  limits: {},
};

describe('a capacity buffer', () => {
  it.each<[string, Partial<CapacityBuffer>, number]>([
    ['nothing without a size', {}, 0],
    ['its replicas', { replicas: 3 }, 3],
    ['a share of its workload, rounded up', { share: { percent: 20, ofReplicas: 6 } }, 2],
    ['at least one for any share', { share: { percent: 1, ofReplicas: 3 } }, 1],
    ['nothing of a workload without pods', { share: { percent: 50, ofReplicas: 0 } }, 0],
    ['the larger of both', { replicas: 3, share: { percent: 100, ofReplicas: 5 } }, 5],
    ['no more than its limits hold', { replicas: 9, limits: { cpu: 4_500, memory: 2 ** 40 } }, 4],
    ['as many as its limits hold', { limits: { cpu: 2_000 } }, 2],
    ['nothing by limits that its pods do not ask for', { limits: { 'example.com/gpu': 2 } }, 0],
    ['no more than a cluster can have', { replicas: 2_000_000_000 }, 150_000],
  ])('keeps %s', (_, changes, size) => {
    expect(bufferSize({ ...buffer, ...changes })).toBe(size);
  });

  it('is planned for like pods that wait, of the lowest priority and without volumes', () => {
    const pods = bufferPods({ ...buffer, replicas: 2 }, 7);
    expect(pods).toMatchObject([
      { uid: 'capacity-buffer/shop/headroom/0', createdAt: 7 },
      { uid: 'capacity-buffer/shop/headroom/1', spec: { priority: -(2 ** 31), volumes: [] } },
    ]);
    const [claim] = solve(aSnapshot().with({ pods }).build()).newNodeClaims;
    expect(claim?.podUids).toEqual(pods.map(({ uid }) => uid));
    expect(pods.every(isBufferPod)).toBe(true);
    expect(isBufferPod(aPod().build())).toBe(false);
  });
});
