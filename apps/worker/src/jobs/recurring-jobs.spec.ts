import { done, type JobOutcome, waitFor } from '@kerf/application';
import { AppError } from '@kerf/core';
import type { JobFailure } from '@kerf/queue-bullmq';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RecurringJobs } from './recurring-jobs.js';

const name = 'brake.check';
const minute = 60_000;

/** Starts a job that runs each minute, and returns the times of its runs in seconds. */
function startJob(run: () => Promise<JobOutcome> = () => Promise.resolve(done)) {
  const runs: number[] = [];
  const failures: JobFailure[] = [];
  const startedAt = performance.now();
  const jobs = new RecurringJobs(
    {
      clusterId: 'clu_1',
      run: () => {
        runs.push(Math.round((performance.now() - startedAt) / 1_000));
        return run();
      },
      onFailure: (failure) => failures.push(failure),
    },
    [{ name, everyMs: minute }],
  );
  jobs.start();
  return { jobs, runs, failures };
}

describe('a recurring job', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => {
    // Spies of fake timers go first: restored later, they would put the fake ones back.
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it('runs at once, then at its interval', async () => {
    const { runs } = startJob();
    await vi.advanceTimersByTimeAsync(2 * minute);
    expect(runs).toEqual([0, 60, 120]);
  });

  it('runs earlier when it is requested, once for several requests, and an interval after that', async () => {
    const { jobs, runs } = startJob();
    await vi.advanceTimersByTimeAsync(10_000);
    jobs.request(name, 10_000);
    jobs.request(name, 5_000);
    jobs.request(name, 20_000);
    await vi.advanceTimersByTimeAsync(2 * minute);
    expect(runs).toEqual([0, 15, 75]);
  });

  it('that is requested during a run runs again after it, and not beside it', async () => {
    const first = Promise.withResolvers<JobOutcome>();
    const { jobs, runs } = startJob(() => first.promise);
    await vi.advanceTimersByTimeAsync(1_000);
    jobs.request(name, 0);
    await vi.advanceTimersByTimeAsync(2 * minute);
    expect(runs).toEqual([0]);
    first.resolve(done);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(runs).toEqual([0, 121]);
  });

  it('runs again when it said so, or when an error says when it may', async () => {
    const later = new AppError({
      code: 'DB.UNAVAILABLE',
      message: 'later',
      retry: { kind: 'after', ms: 7_000 },
    });
    const outcomes = [() => Promise.resolve(waitFor(5_000)), () => Promise.reject(later)];
    const { runs, failures } = startJob(() => outcomes.shift()?.() ?? Promise.resolve(done));
    await vi.advanceTimersByTimeAsync(minute);
    expect(runs).toEqual([0, 5, 12]);
    expect(failures).toEqual([]);
  });

  it('that fails is reported, and runs again at its interval', async () => {
    const { runs, failures } = startJob(() => Promise.reject(new RangeError('no')));
    await vi.advanceTimersByTimeAsync(minute);
    expect(runs).toEqual([0, 60]);
    expect(failures[0]).toMatchObject({
      jobName: name,
      willRetry: false,
      error: { message: 'no' },
    });
  });

  it('that fails by something that passes runs again soon, ever later up to its interval', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const away = new AppError({
      code: 'CLOUD.UNREACHABLE',
      message: 'timed out',
      retry: { kind: 'backoff' },
    });
    let areGone = false;
    const { runs, failures } = startJob(() =>
      areGone ? Promise.resolve(done) : Promise.reject(away),
    );
    await vi.advanceTimersByTimeAsync(200_000);
    expect(runs).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
    expect(failures.every(({ willRetry }) => willRetry)).toBe(true);
    areGone = true;
    await vi.advanceTimersByTimeAsync(50_000);
    areGone = false;
    await vi.advanceTimersByTimeAsync(61_000);
    expect(runs.slice(8)).toEqual([183, 243, 303, 304, 306, 310]);
  });

  it('that is due at once has no timer with a negative time, which Node warns of', () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 0.01));
    const timers = vi.spyOn(globalThis, 'setTimeout');
    startJob();
    const delays = timers.mock.calls.map(([, ms = 0]) => ms);
    expect(delays).toHaveLength(1);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
  });

  it('ends its run and starts no other when it is stopped', async () => {
    const first = Promise.withResolvers<JobOutcome>();
    const { jobs, runs } = startJob(() => first.promise);
    await vi.advanceTimersByTimeAsync(1_000);
    let isStopped = false;
    const stop = async (): Promise<void> => {
      await jobs.stop();
      isStopped = true;
    };
    const stopped = stop();
    await vi.advanceTimersByTimeAsync(minute);
    expect(isStopped).toBe(false);
    first.resolve(done);
    await stopped;
    jobs.request(name, 0);
    await vi.advanceTimersByTimeAsync(minute);
    expect(runs).toEqual([0]);
  });
});
