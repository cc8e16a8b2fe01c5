import { describe, expect, it } from 'vitest';
import { createBatcher } from './batcher.js';

function recording(maxItems = 10) {
  const calls: (readonly string[])[] = [];
  const sizes: number[] = [];
  const ask = createBatcher<string, string>({
    windowMs: 5,
    maxItems,
    observe: (size) => sizes.push(size),
    run: (items) => {
      calls.push(items);
      if (items.includes('bad')) return Promise.reject(new Error('refused'));
      return Promise.resolve((item) => item.toUpperCase());
    },
  });
  return { calls, sizes, ask };
}

describe('a batcher', () => {
  it('combines concurrent requests into one call, each with its own result', async () => {
    const { calls, sizes, ask } = recording();
    expect(await Promise.all(['a', 'b', 'a'].map(ask))).toEqual(['A', 'B', 'A']);
    expect(calls).toEqual([['a', 'b']]);
    expect(sizes).toEqual([3]);
  });

  it('makes another call for a later request', async () => {
    const { calls, ask } = recording();
    await ask('a');
    await ask('b');
    expect(calls).toEqual([['a'], ['b']]);
  });

  it('never exceeds the size limit of a call', async () => {
    const { calls, ask } = recording(2);
    expect(await Promise.all(['a', 'b', 'c', 'd', 'e'].map(ask))).toEqual([
      'A',
      'B',
      'C',
      'D',
      'E',
    ]);
    expect(calls).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  });

  it('fails only the requests of a failed call', async () => {
    const { ask } = recording();
    const outcomes = await Promise.allSettled(['a', 'bad'].map(ask));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await ask('a')).toBe('A');
  });
});
