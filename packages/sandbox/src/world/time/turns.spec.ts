import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createSandboxClock } from './sandbox-clock.js';
import { runInTurn } from './turns.js';

/** Keeps the process busy. */
function work(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

describe('tasks that run in turn', () => {
  it('run in their order, and leave time for others in between', async () => {
    const order: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      runInTurn(() => {
        work(10);
        order.push(name);
      });
    }
    setImmediate(() => order.push('request'));
    while (order.length < 4) await nextTurn();
    expect(order.filter((name) => name !== 'request')).toEqual(['a', 'b', 'c']);
    expect(order.at(-1)).not.toBe('request');
  });

  it('go on after a task that fails', async () => {
    const failures: unknown[] = [];
    const others = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.once('uncaughtException', (error) => failures.push(error));
    const run: string[] = [];
    runInTurn(() => {
      throw new RangeError('on purpose');
    });
    runInTurn(() => {
      run.push('next');
    });
    while (run.length === 0) await nextTurn();
    for (const listener of others) process.on('uncaughtException', listener);
    expect(failures).toEqual([expect.objectContaining({ message: 'on purpose' })]);
  });

  it('do not delay the reply to a client', async () => {
    const clock = createSandboxClock(1);
    const run: string[] = [];
    for (const name of ['a', 'b', 'c', 'd']) {
      clock.after(1, () => {
        work(10);
        run.push(name);
      });
    }
    clock.replyAfter(5, () => run.push('reply'));
    while (run.length < 5) await nextTurn();
    expect(run.indexOf('reply')).toBeLessThan(3);
  });

  it('are not run by a timer that was cancelled while they waited', async () => {
    const clock = createSandboxClock(1);
    const run: string[] = [];
    const cancels: (() => void)[] = [];
    clock.after(1, () => {
      run.push('first');
      work(10);
      for (const cancel of cancels) cancel();
    });
    cancels.push(clock.after(1, () => run.push('second')));
    clock.after(5, () => run.push('third'));
    while (!run.includes('third')) await nextTurn();
    expect(run).toEqual(['first', 'third']);
  });
});
