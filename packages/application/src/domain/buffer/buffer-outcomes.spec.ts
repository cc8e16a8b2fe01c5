import type { SchedulingResult } from '@kerf/engine';
import { solve } from '@kerf/engine';
import { aSnapshot } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { bufferOutcomes } from './buffer-outcomes.js';

const unit = (index: number) => `capacity-buffer/shop/headroom/${index}`;
const nothing: SchedulingResult = solve(aSnapshot().with({ pods: [] }).build());

describe('bufferOutcomes', () => {
  it('counts units that fit, whose nodes are launched, and that are unschedulable, but no pods', () => {
    const taint = { code: 'NO_NODE_POOL' } as const;
    const unplaced = { reasons: [taint], byNodePool: [], queuePosition: 1, evaluatedAt: 0 };
    const result: SchedulingResult = {
      ...nothing,
      existingNodes: [
        { nodeName: 'a', podUids: [unit(0), 'pod-1'] },
        { nodeName: 'b', podUids: [unit(1)] },
      ],
      unschedulable: [
        { ...unplaced, podUid: unit(3) },
        { ...unplaced, podUid: unit(4), reasons: [] },
        { ...unplaced, podUid: 'pod-2' },
      ],
    };
    const outcomes = bufferOutcomes(result, new Set([unit(2), 'pod-3']), 7);
    expect([...outcomes]).toEqual([
      ['shop/headroom', { held: 2, coming: 1, without: 2, reasons: [taint], at: 7 }],
    ]);
  });

  it('has no outcome for a buffer without units in the solve', () => {
    expect(bufferOutcomes(nothing, new Set(), 0).size).toBe(0);
  });
});
