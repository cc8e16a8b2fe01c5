import type { ClusterSnapshot, InstanceType } from '@kerf/engine';
import { aSnapshot } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { SentLists } from './sent-lists.js';

const withLists = (
  instanceTypesByNodePool: ClusterSnapshot['instanceTypesByNodePool'],
): ClusterSnapshot => ({ ...aSnapshot().build(), instanceTypesByNodePool });

describe('lists of instance types', () => {
  it('are sent once and called by their number after', () => {
    const lists = new SentLists();
    const list: readonly InstanceType[] = [];
    const first = lists.pack(withLists({ a: list, b: list }));
    expect(first.listByNodePool).toEqual({ a: 1, b: 1 });
    expect([...first.newLists.keys()]).toEqual([1]);
    const second = lists.pack(withLists({ a: list, c: [] }));
    expect(second.listByNodePool).toEqual({ a: 1, c: 2 });
    expect([...second.newLists.keys()]).toEqual([2]);
  });

  it('are dropped when they were unused longest', () => {
    const lists = new SentLists();
    const kept: readonly InstanceType[] = [];
    const dropped = Array.from({ length: 70 }, (_, index) =>
      lists.pack(withLists({ kept, [`p${index}`]: [] })),
    ).flatMap(({ droppedLists }) => droppedLists);
    expect(dropped).toEqual([2, 3, 4, 5, 6, 7, 8]);
    expect(lists.pack(withLists({ kept })).newLists.size).toBe(0);
  });
});
