import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChunkedMap, joinNeighbors } from './chunked-map.js';

const chunkSize = 4;
const key = fc.nat(40);
const step = fc.oneof(
  fc.record({ act: fc.constant('set' as const), key, value: fc.nat() }),
  fc.record({ act: fc.constant('delete' as const), key }),
);

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
type SomeMap = Pick<ChunkedMap<number, number>, 'get' | 'has' | 'delete'> & {
  set(key: number, value: number): unknown;
};

function outcomeOf(map: SomeMap, one: Step): readonly unknown[] {
  const isDeleted = one.act === 'delete' && map.delete(one.key);
  if (one.act === 'set') map.set(one.key, one.value);
  return [isDeleted, map.get(one.key), map.has(one.key)];
}

describe('ChunkedMap', () => {
  it('has the entries of a Map, in the same order, after any changes', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const chunked = new ChunkedMap<number, number>(chunkSize);
        const plain = new Map<number, number>();
        expect(steps.map((one) => outcomeOf(chunked, one))).toEqual(
          steps.map((one) => outcomeOf(plain, one)),
        );
        expect([...chunked]).toEqual([...plain]);
        expect([...chunked.keys()]).toEqual([...plain.keys()]);
        expect([...chunked.values()]).toEqual([...plain.values()]);
        expect(chunked.size).toBe(plain.size);
      }),
      { seed: 20261130 },
    );
  });

  it('yields an entry once that is deleted from the chunk of the iteration, and none of a later chunk', () => {
    const map = new ChunkedMap<number, number>(chunkSize);
    for (let number = 0; number < 10; number += 1) map.set(number, number);
    const seen: number[] = [];
    for (const [number] of map) {
      seen.push(number);
      map.delete(number);
      map.delete(9);
    }
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(map.size).toBe(0);
  });
});

describe('joinNeighbors', () => {
  const chunksOf = (...sizes: readonly number[]) =>
    sizes.map((size) => new Map(Array.from({ length: size }, (_, at) => [Symbol(at), at])));
  const sizesAfter = (...sizes: readonly number[]): readonly number[] =>
    joinNeighbors(chunksOf(...sizes), chunkSize).map(({ size }) => size);

  it('joins the first two neighbors that fit in one chunk, and no others', () => {
    expect(sizesAfter(4, 1, 3, 1, 4)).toEqual([4, 4, 1, 4]);
    expect(sizesAfter(4, 0, 4)).toEqual([4, 4]);
    expect(sizesAfter(2, 3, 2, 4)).toEqual([2, 3, 2, 4]);
    expect(sizesAfter()).toEqual([]);
  });
});
