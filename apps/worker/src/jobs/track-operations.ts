import type { JobOutcome, OperationSubject, OperationTracker } from '@kerf/application';
import { invariant } from '@kerf/core';

/**
 * Returns the handlers, or the steps of a job, with repeated failures recorded. A failure to record does not change the
 * outcome of the job.
 * @param onUnrecorded called with the error if a record could not be written
 */
export function trackOperations<T extends object>(
  handlers: T,
  tracker: Pick<OperationTracker, 'succeeded' | 'failed'>,
  onUnrecorded: (error: unknown) => void,
): T {
  return new Proxy(handlers, {
    get: (all, name, receiver) => {
      const handle: unknown = Reflect.get(all, name, receiver);
      if (typeof handle !== 'function') return handle;
      return async (subject: OperationSubject): Promise<JobOutcome> => {
        try {
          const outcome: unknown = await handle.call(all, subject);
          invariant(isJobOutcome(outcome), `the handler of ${String(name)} answers an outcome`);
          await tracker.succeeded(String(name), subject, outcome).catch(onUnrecorded);
          return outcome;
        } catch (error) {
          await tracker.failed(String(name), subject, error).catch(onUnrecorded);
          throw error;
        }
      };
    },
  });
}

function isJobOutcome(value: unknown): value is JobOutcome {
  return typeof value === 'object' && value !== null && 'kind' in value;
}
