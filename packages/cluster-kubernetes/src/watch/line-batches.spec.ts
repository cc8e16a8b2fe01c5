import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteBudget } from '../connect/byte-budget.js';
import { Pace } from '../connect/pace.js';
import { lineBatches } from './line-batches.js';

async function* chunksOf(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  let from = 0;
  for (const cut of [...cuts.toSorted((a, b) => a - b), bytes.length]) {
    yield bytes.subarray(from, cut);
    from = cut;
  }
}

const limits = {
  doing: 'WATCH /',
  maxBytes: 16 * 1024 * 1024,
  budget: new ByteBudget(32 * 1024 * 1024),
  pace: new Pace(),
};

async function readAll(body: AsyncIterable<Uint8Array>): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const batch of lineBatches(body, limits)) lines.push(...batch);
  return lines;
}

describe('lineBatches', () => {
  it('returns the same lines for any chunks, also inside a character', async () => {
    const line = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => text.trim() !== '' && !/[\n\r]/.test(text));
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.array(fc.nat(400)), async (lines, cuts) => {
        const bytes = new TextEncoder().encode(lines.map((text) => `${text}\n`).join(''));
        const inside = cuts.filter((cut) => cut <= bytes.length);
        expect(await readAll(chunksOf(bytes, inside))).toEqual(lines);
      }),
      { seed: 20261121 },
    );
  });

  it('omits empty lines and an incomplete last line', async () => {
    const bytes = new TextEncoder().encode('a\n\n \nb\nhalf an eve');
    expect(await readAll(chunksOf(bytes, []))).toEqual(['a', 'b']);
  });

  it('reports every chunk, also without a complete line', async () => {
    const batches: (readonly string[])[] = [];
    for await (const batch of lineBatches(
      chunksOf(new TextEncoder().encode('abc\n'), [1, 2]),
      limits,
    )) {
      batches.push(batch);
    }
    expect(batches).toEqual([[], [], ['abc']]);
  });

  it('fails for a line that is too long', async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      const chunk = new Uint8Array(1024 * 1024).fill(120);
      for (;;) yield chunk;
    }
    await expect(readAll(endless())).rejects.toMatchObject({ code: 'CLUSTER.TOO_LARGE' });
    expect(limits.budget.take(limits.budget.maxBytes)).toBe(true);
    limits.budget.give(limits.budget.maxBytes);
  });

  it('fails when the lines of all watches together are too long', async () => {
    const bytes = new TextEncoder().encode('x'.repeat(100));
    const both = { ...limits, maxBytes: 100, budget: new ByteBudget(150) };
    const first = lineBatches(chunksOf(bytes, []), both);
    await first.next();
    const second = lineBatches(chunksOf(bytes, []), both);
    await expect(second.next()).rejects.toMatchObject({
      message: 'WATCH /: the responses exceed 150 bytes together',
    });
    await first.return();
    expect(both.budget.take(150)).toBe(true);
  });
});
