import { describe, expect, it } from 'vitest';
import { toWaitingGroups, type UnschedulablePod } from './unschedulable-pods.js';

const pod = (queuePosition: number, misses: UnschedulablePod['byNodePool']): UnschedulablePod => ({
  pod: { uid: `${queuePosition}`, namespace: 'web', name: `web-${queuePosition}`, owner: '' },
  reasons: [],
  byNodePool: misses,
  queuePosition,
  evaluatedAt: '2026-11-21T14:00:00Z',
});
const miss = (
  nodePool: string,
  code: 'LIMIT_EXCEEDED' | 'TAINT_NOT_TOLERATED',
): UnschedulablePod['byNodePool'][number] => ({
  nodePool,
  reason: { code, data: {} },
  nearest: null,
  fix: null,
});

describe('toWaitingGroups', () => {
  it('groups pods with the same reasons, in queue order', () => {
    const full = [miss('general', 'LIMIT_EXCEEDED')];
    const groups = toWaitingGroups([pod(9, full), pod(4, []), pod(2, full), pod(5, full)]);
    expect(groups.map(({ pods, queue }) => [pods.map(({ uid }) => uid), queue])).toEqual([
      [['2', '5', '9'], { first: 2, last: 9 }],
      [['4'], { first: 4, last: 4 }],
    ]);
    expect(toWaitingGroups([])).toEqual([]);
  });

  it('keeps the order of NodePools: the engine puts the nearest first', () => {
    const misses = [miss('general', 'LIMIT_EXCEEDED'), miss('gpu', 'TAINT_NOT_TOLERATED')];
    const [group] = toWaitingGroups([pod(1, misses)]);
    expect(group?.misses.map(({ nodePool }) => nodePool)).toEqual(['general', 'gpu']);
  });
});
