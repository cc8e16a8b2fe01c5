import { afterAll } from 'vitest';

/**
 * Returns what all files of a worker share: a stub that one leaves behind stops the clock of those that
 * run after it.
 */
const shared = (): readonly (readonly [name: string, value: unknown])[] => [
  ['setTimeout', Reflect.get(globalThis, 'setTimeout')],
  ['setInterval', Reflect.get(globalThis, 'setInterval')],
  ['Date', Reflect.get(globalThis, 'Date')],
  ['Date.now', Reflect.get(Date, 'now')],
  ['performance.now', Reflect.get(performance, 'now')],
  ['fetch', Reflect.get(globalThis, 'fetch')],
];

const before = new Map(shared());

afterAll(() => {
  const stubs = shared().filter(([name, value]) => before.get(name) !== value);
  if (stubs.length === 0) return;
  const names = stubs.map(([name]) => name).join(', ');
  throw new Error(`This file leaves stubs to the next one: ${names}. Restore them in it.`);
});
