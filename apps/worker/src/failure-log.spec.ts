import { expect, it } from 'vitest';
import { createFailureLog } from './failure-log.js';

it('says each job that failed, and a queue that is away now and then', () => {
  const lines: unknown[] = [];
  let now = 0;
  const log = { warn: (fields: object, text: string) => lines.push([fields, text]) };
  const tell = createFailureLog(log, () => now);
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
    tell(connection);
  }
  tell({ ...job, error });
  expect(lines).toEqual([
    [{ error, leftOut: 0 }, expect.stringContaining('queue does not respond')],
    [{ error, leftOut: 49 }, expect.stringContaining('queue does not respond')],
    [{ ...job, error }, 'job failed'],
  ]);
});
