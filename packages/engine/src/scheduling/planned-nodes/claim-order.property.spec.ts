import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClaimOrder } from './claim-order.js';
import { insertionLimit, patternDefeatingSort } from './pattern-defeating-sort.js';

/** As karpenter does it: one list, sorted before every pod. */
class SortedList {
  readonly items: { readonly claim: number; pods: number }[] = [];

  add(claim: number): void {
    this.items.push({ claim, pods: 1 });
    this.#sort();
  }

  grow(position: number): void {
    const item = this.items[position];
    if (item !== undefined) item.pods += 1;
    this.#sort();
  }

  #sort(): void {
    const { items } = this;
    patternDefeatingSort(
      {
        isLess: (a, b) => (items[a]?.pods ?? 0) < (items[b]?.pods ?? 0),
        swap: (a, b) => {
          const [left, right] = [items[a], items[b]];
          if (left !== undefined && right !== undefined) [items[a], items[b]] = [right, left];
        },
      },
      items.length,
    );
  }
}

describe('the order of planned NodeClaims', () => {
  it('equals sorting before every pod, and reports the first change', () => {
    const step = fc.record({ opens: fc.boolean(), at: fc.nat({ max: 9_999 }) });
    const steps = fc.array(step, { minLength: 20, maxLength: 300, size: 'max' });
    fc.assert(
      fc.property(steps, (taken) => {
        const order = new ClaimOrder();
        const list = new SortedList();
        for (const { opens, at } of taken) {
          const before = list.items.map(({ claim }) => claim);
          const position = at % Math.max(1, before.length);
          const isNew = opens || before.length === 0;
          const unmoved = isNew ? order.append(before.length) : order.addPod(position);
          if (isNew) list.add(before.length);
          else list.grow(position);
          const claims = Array.from({ length: order.length }, (_, index) => order.at(index));
          expect(claims.join()).toBe(list.items.map(({ claim }) => claim).join());
          expect(claims.slice(0, unmoved ?? 0)).toEqual(before.slice(0, unmoved ?? 0));
          const isAsBefore = before.every((claim, index) => claims[index] === claim);
          const needsNoSort = isAsBefore || claims.length <= insertionLimit;
          expect(needsNoSort && unmoved === null).toBe(false);
        }
        const positions = list.items.map(({ claim }) => order.positionOf(claim));
        expect(positions).toEqual(list.items.map((_, index) => index));
      }),
      { seed: 20_260_101, numRuns: 30, endOnFailure: true },
    );
  });

  it('has no NodeClaim beyond its end', () => {
    const order = new ClaimOrder();
    order.append(7);
    expect([order.at(0), order.positionOf(7)]).toEqual([7, 0]);
    expect([order.at(64), order.positionOf(0)]).toEqual([-1, -1]);
  });
});
