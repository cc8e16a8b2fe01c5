import {
  doneUntil,
  type JobOutcome,
  type OperationSubject,
  type OperationTracker,
  Sweep,
} from '@kerf/application';
import type { ClusterId } from '@kerf/core';
import { interceptMethods } from '@kerf/core';
import type { Logger } from '@kerf/system';
import type { HandlerMeter } from '../metrics/measure.js';
import { trackOperations } from './track-operations.js';

/** The steps of a job on a cluster, by name. */
export type JobSteps = Readonly<Record<string, (subject: OperationSubject) => Promise<JobOutcome>>>;

/** Returns the same steps, observed. */
export type ObserveSteps = (steps: JobSteps) => JobSteps;

/**
 * Runs the steps of a job, one after another. Each is an operation of its own: one that fails keeps no
 * other from running. The job is due again when the first of its steps is.
 * @throws ObjectsFailed or ObjectsBroken with the steps that have failed, after all have run
 */
export async function runSteps(
  clusterId: ClusterId,
  observe: ObserveSteps,
  steps: JobSteps,
): Promise<JobOutcome> {
  const sweep = new Sweep();
  const times: number[] = [];
  for (const [name, run] of Object.entries(observe(steps))) {
    const step = { kind: 'Step', id: name, name } as const;
    const outcome = await sweep.attempt(step, () => run({ clusterId }));
    if (outcome?.kind === 'Done' && outcome.nextAt !== undefined) times.push(outcome.nextAt);
  }
  sweep.conclude();
  return doneUntil(times.length === 0 ? null : Math.min(...times));
}

export interface StepObserverParts {
  readonly tracker: Pick<OperationTracker, 'succeeded' | 'failed'>;
  readonly meter: HandlerMeter;
  readonly log: Pick<Logger, 'warn'>;
  /** Called with the error if a record could not be written. */
  readonly onUnrecorded: (error: unknown) => void;
}

/** Returns what records, measures and logs each step of a job as a job of its own. */
export function createStepObserver(parts: StepObserverParts): ObserveSteps {
  const { tracker, meter, log, onUnrecorded } = parts;
  return (steps) =>
    interceptMethods(meter(trackOperations(steps, tracker, onUnrecorded)), async (step, run) => {
      try {
        return await run();
      } catch (error) {
        log.warn({ step, error }, 'step of a job failed');
        throw error;
      }
    });
}
