import { invariant } from '@kerf/core';
import type { ClusterSnapshot, InstanceType } from '@kerf/engine';
import { anInstanceType, aSnapshot } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { SentLists } from './sent-lists.js';

const withLists = (
  instanceTypesByNodePool: ClusterSnapshot['instanceTypesByNodePool'],
  clusterName = 'prod',
): ClusterSnapshot => ({ ...aSnapshot().build(), clusterName, instanceTypesByNodePool });

describe('lists of instance types', () => {
  it('are sent once, then referenced by number', () => {
    const lists = new SentLists();
    const list: readonly InstanceType[] = [];
    const first = lists.pack(withLists({ a: list, b: list }));
    expect(first.listByNodePool).toEqual({ a: 1, b: 1 });
    expect([...first.newLists.keys()]).toEqual([1]);
    const second = lists.pack(withLists({ a: list, c: [] }));
    expect(second.listByNodePool).toEqual({ a: 1, c: 2 });
    expect([...second.newLists.keys()]).toEqual([2]);
  });

  it('of a changed list, only the changed types are sent', () => {
    const lists = new SentLists();
    const [kept, before, after] = ['a', 'b', 'c'].map((name) => anInstanceType(name).build());
    invariant(kept !== undefined && before !== undefined && after !== undefined, 'there are three');
    const first = lists.pack(withLists({ pool: [kept, before] }));
    expect(first.newTypes).toEqual(
      new Map([
        [1, kept],
        [2, before],
      ]),
    );
    expect(first.newLists).toEqual(new Map([[1, [1, 2]]]));
    const second = lists.pack(withLists({ pool: [kept, after] }));
    expect(second.newTypes).toEqual(new Map([[3, after]]));
    expect(second.newLists).toEqual(new Map([[2, [1, 3]]]));
    expect([second.droppedLists, second.droppedTypes]).toEqual([[1], [2]]);
  });

  it('are dropped when no cluster uses them', () => {
    const lists = new SentLists();
    const shared: readonly InstanceType[] = [];
    lists.pack(withLists({ a: shared, b: [] }));
    expect(lists.pack(withLists({ a: shared }, 'staging')).droppedLists).toEqual([]);
    expect(lists.pack(withLists({ a: [] })).droppedLists).toEqual([2]);
    expect(lists.pack(withLists({ a: [] }, 'staging')).droppedLists).toEqual([1]);
  });

  it('are sent with the catalog gaps of each NodeClass, once, and dropped with its last NodePool', () => {
    const lists = new SentLists();
    const [shared, other] = [
      { zones: ['a'], instanceTypes: [] },
      { zones: ['b'], instanceTypes: [] },
    ];
    const snapshot = withLists({});
    const pack = (catalogGapsByNodePool: ClusterSnapshot['catalogGapsByNodePool']) =>
      lists.pack({ ...snapshot, ...(catalogGapsByNodePool && { catalogGapsByNodePool }) });
    const first = pack({ a: shared, b: shared, c: other });
    expect(first.gapsByNodePool).toEqual({ a: 1, b: 1, c: 2 });
    expect([...first.newGaps.values()]).toEqual([shared, other]);
    const second = pack({ a: shared });
    expect([second.newGaps.size, second.droppedGaps]).toEqual([0, [2]]);
    expect(pack(undefined).droppedGaps).toEqual([1]);
  });

  it('of a released cluster are dropped after a hundred others', () => {
    const lists = new SentLists();
    lists.pack(withLists({ a: [] }, 'gone'));
    const dropped = Array.from({ length: 101 }, (_, index) =>
      lists.pack(withLists({ a: [] }, `c${index}`)),
    ).flatMap(({ droppedLists }) => droppedLists);
    expect(dropped[0]).toBe(1);
  });
});
