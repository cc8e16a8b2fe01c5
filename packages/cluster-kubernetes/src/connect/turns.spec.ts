import { describe, expect, it } from 'vitest';
import { Turns } from './turns.js';

/** Work that ends when it is told to, and notes when it starts. */
function heldWork(started: string[], name: string) {
  const held = Promise.withResolvers<string>();
  const work = (): Promise<string> => {
    started.push(name);
    return held.promise;
  };
  return { work, held };
}

describe('turns', () => {
  it('run work with one key in order, and with other keys at the same time', async () => {
    const turns = new Turns();
    const started: string[] = [];
    const first = heldWork(started, 'first');
    const second = heldWork(started, 'second');
    const other = heldWork(started, 'other');
    const outcomes = [
      turns.take('a', first.work),
      turns.take('a', second.work),
      turns.take('b', other.work),
    ];
    await Promise.resolve();
    expect(started).toEqual(['first', 'other']);
    first.held.resolve('1');
    second.held.resolve('2');
    other.held.resolve('3');
    expect(await Promise.all(outcomes)).toEqual(['1', '2', '3']);
    expect(started).toEqual(['first', 'other', 'second']);
  });

  it('go on after a failure', async () => {
    const turns = new Turns();
    const failed = turns.take('a', () => Promise.reject(new RangeError('no')));
    const next = turns.take('a', () => Promise.resolve('yes'));
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });
});
