import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClaimOrder } from './claim-order.js';
import { patternDefeatingSort } from './pattern-defeating-sort.js';

/** What karpenter does: one list, sorted anew before every pod. */
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

describe('the order of claims', () => {
  it('is that of sorting before every pod, and says from where on it changed', () => {
    const step = fc.record({ opens: fc.boolean(), at: fc.double({ min: 0, max: 1, noNaN: true }) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 300 }), (steps) => {
        const order = new ClaimOrder();
        const list = new SortedList();
        for (const { opens, at } of steps) {
          const before = list.items.map(({ claim }) => claim);
          const position = Math.floor(at * 0.999 * before.length);
          const isNew = opens || before.length === 0;
          const kept = isNew ? order.append(before.length) : order.addPod(position);
          if (isNew) list.add(before.length);
          else list.grow(position);
          const claims = Array.from({ length: order.length }, (_, index) => order.at(index));
          expect(claims).toEqual(list.items.map(({ claim }) => claim));
          expect(claims.slice(0, kept ?? 0)).toEqual(before.slice(0, kept ?? 0));
        }
      }),
      { seed: 20_260_101, numRuns: 200 },
    );
  });
});
