import type { JobOutcome } from '@kerf/application';
import { InvariantViolation } from '@kerf/core';
import { type JobName, type JobPayload, readPayload } from '@kerf/queue-bullmq';

/** Calls the handler of the message's name, as the queue does. */
export function deliver<Name extends JobName>(
  handlers: { readonly [N in Name]: (payload: JobPayload<N>) => Promise<JobOutcome> },
  name: Name,
  message: unknown,
): Promise<JobOutcome> {
  const reading = readPayload(name, message);
  if (!reading.ok) throw new InvariantViolation(reading.problem);
  return handlers[name](reading.payload);
}
