import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from './run.js';

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
// The reader of a pipe may end first, e.g. `head`.
process.stdout.on('error', () => process.exit(0));

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  out: (words) => void process.stdout.write(words),
  err: (words) => void process.stderr.write(words),
  readStdin: () => text(process.stdin),
  fetch: (request) => fetch(request),
  sleep: async (ms) => {
    await sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined);
  },
  now: () => Date.now(),
  newKey: randomUUID,
  signal: stop.signal,
});
