import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ChangeBatch, collectChanges, isTouched } from './changes.js';

describe('collectChanges', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('hands over one batch per window, however many notices come', () => {
    const batches: ChangeBatch[] = [];
    const changes = collectChanges(1_000, (batch) => batches.push(batch));
    changes.add({ topic: 'NODES', clusterId: 'clu_1' });
    changes.add({ topic: 'NODES', clusterId: 'clu_2' });
    changes.add({ topic: 'DECISION', clusterId: 'clu_1' });
    vi.advanceTimersByTime(999);
    expect(batches).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(batches).toEqual([
      new Map([
        ['NODES', new Set(['clu_1', 'clu_2'])],
        ['DECISION', new Set(['clu_1'])],
      ]),
    ]);
  });

  it('starts a new batch after each', () => {
    const batches: ChangeBatch[] = [];
    const changes = collectChanges(1_000, (batch) => batches.push(batch));
    changes.add({ topic: 'PODS', clusterId: null });
    vi.advanceTimersByTime(1_000);
    changes.add({ topic: 'AUDIT', clusterId: null });
    vi.advanceTimersByTime(1_000);
    expect(batches.map((batch) => [...batch.keys()])).toEqual([['PODS'], ['AUDIT']]);
  });

  it('is silent after it was stopped', () => {
    const batches: ChangeBatch[] = [];
    const changes = collectChanges(1_000, (batch) => batches.push(batch));
    changes.add({ topic: 'PODS', clusterId: null });
    changes.stop();
    vi.advanceTimersByTime(5_000);
    expect(batches).toEqual([]);
  });
});

describe('isTouched', () => {
  const batch: ChangeBatch = new Map([['NODES', new Set(['clu_1'])]]);

  it('is, by a change of its topic in its cluster or in any', () => {
    expect(isTouched({ topics: ['NODES'], clusterId: 'clu_1' }, batch)).toBe(true);
    expect(isTouched({ topics: ['PODS', 'NODES'] }, batch)).toBe(true);
    expect(
      isTouched({ topics: ['NODES'], clusterId: 'clu_9' }, new Map([['NODES', new Set([null])]])),
    ).toBe(true);
  });

  it('is not, by another topic or another cluster', () => {
    expect(isTouched({ topics: ['DECISION'] }, batch)).toBe(false);
    expect(isTouched({ topics: ['NODES'], clusterId: 'clu_2' }, batch)).toBe(false);
    expect(isTouched({}, batch)).toBe(false);
  });
});
