import { describe, expect, it } from 'vitest';
import { createSequence } from './keyboard.js';

/** Presses keys one after another and returns the shortcuts that were triggered. */
function press(...presses: readonly (readonly [key: string, at: number])[]): readonly string[] {
  const triggered: string[] = [];
  const names = new Set(['j', 'a', 'g a', 'g d', '?']);
  const find = (keys: string) => (names.has(keys) ? () => triggered.push(keys) : undefined);
  const onKey = createSequence((keys) => {
    const action = find(keys);
    return action === undefined ? undefined : () => void action();
  });
  for (const [key, at] of presses) onKey(key, at)?.();
  return triggered;
}

describe('createSequence', () => {
  it('triggers single keys and pairs', () => {
    expect(press(['j', 0], ['g', 10], ['d', 200], ['?', 300])).toEqual(['j', 'g d', '?']);
  });

  it('does not trigger the second key of a pair alone', () => {
    expect(press(['g', 0], ['a', 100])).toEqual(['g a']);
    expect(press(['g', 0], ['j', 100])).toEqual([]);
  });

  it('forgets the first key after a second', () => {
    expect(press(['g', 0], ['a', 1_500])).toEqual(['a']);
  });

  it('does not start a pair with the last key of another', () => {
    expect(press(['g', 0], ['d', 10], ['d', 20])).toEqual(['g d']);
  });
});
