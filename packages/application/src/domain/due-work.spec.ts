import { describe, expect, it } from 'vitest';
import { DueWork } from './due-work.js';

function setUp() {
  const due = new DueWork(10_000);
  const calls: number[] = [];
  const runAt = (now: number, ...inputs: unknown[]) =>
    due.run(now, inputs, async () => {
      calls.push(now);
    });
  return { due, calls, runAt };
}

describe('DueWork', () => {
  it('is due the first time, and then after its interval', async () => {
    const { calls, runAt } = setUp();
    for (const now of [0, 5_000, 9_999, 10_000, 15_000]) await runAt(now, 'a');
    expect(calls).toEqual([0, 10_000]);
  });

  it('is due as soon as an input is another one', async () => {
    const { calls, runAt } = setUp();
    const list = ['a'];
    await runAt(0, 1, list);
    await runAt(1, 1, list);
    await runAt(2, 2, list);
    await runAt(3, 2, ['a']);
    expect(calls).toEqual([0, 2, 3]);
  });

  it('stays due after a failure', async () => {
    const { due, calls, runAt } = setUp();
    const failing = due.run(0, ['a'], () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    await runAt(1, 'a');
    expect(calls).toEqual([1]);
  });
});
