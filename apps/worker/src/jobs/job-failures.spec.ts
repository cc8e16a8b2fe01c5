import { expect, it } from 'vitest';
import { createFailureLog } from './job-failures.js';

it('logs each failed job, and an unavailable queue every five seconds', () => {
  const lines: unknown[] = [];
  let now = 0;
  const log = { warn: (fields: object, message: string) => lines.push([fields, message]) };
  const report = createFailureLog(log, () => now);
  const error = new Error('gone');
  const job = {
    jobName: 'node-claim.launch',
    jobId: '1',
    payload: {},
    unreadable: null,
    willRetry: true,
  };
  const connection = {
    jobName: null,
    jobId: null,
    payload: null,
    error,
    unreadable: null,
    willRetry: true,
  };
  for (let time = 0; time < 10_000; time += 100) {
    now = time;
    report(connection);
  }
  report({ ...job, error });
  expect(lines).toEqual([
    [{ error, suppressed: 0 }, expect.stringContaining('queue does not respond')],
    [{ error, suppressed: 49 }, expect.stringContaining('queue does not respond')],
    [{ ...job, error }, 'job failed'],
  ]);
});
