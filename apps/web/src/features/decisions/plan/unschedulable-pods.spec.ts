import { describe, expect, it } from 'vitest';
import { aReason } from '../../../../testing/a-reason.js';
import { toUnschedulableGroups, type UnschedulablePod } from './unschedulable-pods.js';

const pod = (
  queuePosition: number,
  mismatches: UnschedulablePod['byNodePool'],
): UnschedulablePod => ({
  pod: { uid: `${queuePosition}`, namespace: 'web', name: `web-${queuePosition}`, owner: '' },
  reasons: [],
  byNodePool: mismatches,
  queuePosition,
  evaluatedAt: '2026-11-21T14:00:00Z',
});
const mismatch = (
  nodePool: string,
  code: 'LIMIT_EXCEEDED' | 'TAINT_NOT_TOLERATED',
): UnschedulablePod['byNodePool'][number] => ({
  nodePool,
  reason: aReason({ code }),
  nearest: null,
  fix: null,
});

describe('toUnschedulableGroups', () => {
  it('groups pods with the same reasons, in queue order', () => {
    const full = [mismatch('general', 'LIMIT_EXCEEDED')];
    const groups = toUnschedulableGroups([pod(9, full), pod(4, []), pod(2, full), pod(5, full)]);
    expect(groups.map(({ pods, queue }) => [pods.map(({ uid }) => uid), queue])).toEqual([
      [['2', '5', '9'], { first: 2, last: 9 }],
      [['4'], { first: 4, last: 4 }],
    ]);
    expect(toUnschedulableGroups([])).toEqual([]);
  });

  it('keeps the order of NodePools, in which the nearest is first', () => {
    const mismatches = [
      mismatch('general', 'LIMIT_EXCEEDED'),
      mismatch('gpu', 'TAINT_NOT_TOLERATED'),
    ];
    const [group] = toUnschedulableGroups([pod(1, mismatches)]);
    expect(group?.mismatches.map(({ nodePool }) => nodePool)).toEqual(['general', 'gpu']);
  });
});
