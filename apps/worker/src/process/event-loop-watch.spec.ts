import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { watchEventLoop } from './event-loop-watch.js';

it('logs delays of the event loop above the limit', async () => {
  const lines: { readonly longestMs?: unknown }[] = [];
  const log = { warn: (fields: object) => lines.push(fields) };
  const calm = watchEventLoop(log, { lateMs: 60_000, everyMs: 50, resolutionMs: 10 });
  await sleep(120);
  calm.stop();
  expect(lines).toEqual([]);

  const watch = watchEventLoop(log, { lateMs: 200, everyMs: 50, resolutionMs: 10 });
  // A delay right before the reset of the histogram is not measured, so the loop is blocked again.
  while (lines.length === 0) {
    await sleep(60);
    for (const until = performance.now() + 300; performance.now() < until; ) continue;
    await sleep(60);
  }
  watch.stop();
  expect(lines[0]?.longestMs).toBeGreaterThanOrEqual(200);
});
