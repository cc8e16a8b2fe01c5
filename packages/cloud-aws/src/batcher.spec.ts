import { describe, expect, it } from 'vitest';
import { createBatcher } from './batcher.js';

function recording(maxItems = 10) {
  const calls: (readonly string[])[] = [];
  const ask = createBatcher<string, string>({
    windowMs: 5,
    maxItems,
    run: (items) => {
      calls.push(items);
      if (items.includes('bad')) return Promise.reject(new Error('refused'));
      return Promise.resolve((item) => item.toUpperCase());
    },
  });
  return { calls, ask };
}

describe('a batcher', () => {
  it('answers questions of one moment with one call, each with its own answer', async () => {
    const { calls, ask } = recording();
    expect(await Promise.all(['a', 'b', 'a'].map(ask))).toEqual(['A', 'B', 'A']);
    expect(calls).toEqual([['a', 'b']]);
  });

  it('makes another call for a later question', async () => {
    const { calls, ask } = recording();
    await ask('a');
    await ask('b');
    expect(calls).toEqual([['a'], ['b']]);
  });

  it('never puts more into a call than it may hold', async () => {
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

  it('fails all who shared a call that failed, and nobody else', async () => {
    const { ask } = recording();
    const outcomes = await Promise.allSettled(['a', 'bad'].map(ask));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await ask('a')).toBe('A');
  });
});
