import { setTimeout as sleep } from 'node:timers/promises';
import { done, type JobOutcome, waitFor } from '@kerf/application';
import { AppError } from '@kerf/core';
import type { JobFailure } from '@kerf/queue-bullmq';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RecurringJobParts, runRecurringJobs } from './recurring-jobs.js';

const clusterId = 'clu_1';
let stopping: AbortController;
let running: Promise<void>;
let failures: JobFailure[];

/** Runs `disruption.plan` every `everyMs`. */
function start(everyMs: number, plan: () => Promise<JobOutcome>): void {
  const handlers: Partial<RecurringJobParts['handlers']> = { 'disruption.plan': plan };
  running = runRecurringJobs(
    { handlers: withOthers(handlers), onFailure: (failure) => failures.push(failure) },
    clusterId,
    [{ name: 'disruption.plan', everyMs }],
    stopping.signal,
  );
}

/** Handlers of which those that are missing here are not called. */
const withOthers = (
  handlers: Partial<RecurringJobParts['handlers']>,
): RecurringJobParts['handlers'] => {
  const none = (): Promise<JobOutcome> => Promise.reject(new RangeError('not scheduled'));
  return {
    'brake.check': none,
    'cluster.check-registration': none,
    'provisioning.reconcile-static-pools': none,
    'provisioning.reconcile-standalone-claims': none,
    'disruption.plan': none,
    'node-claim.check-liveness': none,
    'node-claim.check-instance-status': none,
    'node-claim.expire': none,
    'node-claim.follow-reservations': none,
    'node-claim.collect-garbage': none,
    'interruption.read-scheduled-events': none,
    'definition.publish-status': none,
    'catalog.resolve-node-classes': none,
    'catalog.read-zonal-shifts': none,
    'catalog.refresh-instance-types': none,
    'catalog.refresh-on-demand-prices': none,
    'catalog.refresh-spot-prices': none,
    ...handlers,
  };
};

beforeEach(() => {
  stopping = new AbortController();
  running = Promise.resolve();
  failures = [];
});

afterEach(async () => {
  stopping.abort();
  await running;
});

describe('runRecurringJobs', () => {
  it('runs a job again and again until it is stopped', async () => {
    let runs = 0;
    start(50, () => {
      runs += 1;
      return Promise.resolve(done);
    });
    await vi.waitFor(() => expect(runs).toBeGreaterThanOrEqual(3));
    stopping.abort();
    await running;
    const runsAtStop = runs;
    await sleep(120);
    expect(runs).toBe(runsAtStop);
  });

  it('runs a job once at a time, and waits for its last run', async () => {
    const gate = Promise.withResolvers<void>();
    let runs = 0;
    start(1, async () => {
      runs += 1;
      await gate.promise;
      return done;
    });
    await vi.waitFor(() => expect(runs).toBe(1));
    await sleep(100);
    expect(runs).toBe(1);
    stopping.abort();
    const ended = await Promise.race([running.then(() => 'ended'), sleep(20, 'waits')]);
    expect(ended).toBe('waits');
    gate.resolve();
    await running;
  });

  it('reports a failed run, and goes on', async () => {
    let runs = 0;
    const error = new AppError({ code: 'CLOUD.UNREACHABLE', message: 'EC2 did not answer.' });
    start(50, () => {
      runs += 1;
      return runs === 1 ? Promise.reject(error) : Promise.resolve(done);
    });
    await vi.waitFor(() => expect(runs).toBeGreaterThanOrEqual(2));
    expect(failures).toMatchObject([
      { jobName: 'disruption.plan', payload: { clusterId }, error, willRetry: true },
    ]);
  });

  it.each([
    ['waits', () => Promise.resolve(waitFor(60))],
    [
      'fails and may run again soon',
      () =>
        Promise.reject(
          new AppError({
            code: 'CLOUD.RATE_LIMITED',
            message: 'slow down',
            retry: { kind: 'after', ms: 60 },
          }),
        ),
    ],
  ])('runs a job that %s before its next time', async (_, first) => {
    let runs = 0;
    vi.spyOn(Math, 'random').mockReturnValue(0);
    start(3_600_000, () => {
      runs += 1;
      return runs === 1 ? first() : Promise.resolve(done);
    });
    vi.restoreAllMocks();
    await vi.waitFor(() => expect(runs).toBe(2));
    expect(failures).toEqual([]);
  });
});
