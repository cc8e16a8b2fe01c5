import type { EngineCall } from './engine-messages.js';

/** Kinds of calls, most urgent first. Pods wait for the first group; nothing waits for a plan or an analysis. */
const urgency: readonly (readonly EngineCall['kind'][])[] = [
  ['Solve', 'PlanStatic'],
  ['Validate', 'Replan', 'Simulate'],
  ['Plan'],
  ['AnalyzeCost'],
];

/**
 * Calls that wait for a thread. The most urgent kind is taken first; calls of equal urgency are
 * taken in order of arrival.
 */
export class CallQueue<Call> {
  readonly #waiting = urgency.map((kinds) => ({ kinds, calls: new Array<Call>() }));

  push(call: Call, kind: EngineCall['kind']): void {
    this.#waiting.find(({ kinds }) => kinds.includes(kind))?.calls.push(call);
  }

  /** @returns the next call, or `undefined` if the queue is empty */
  take(): Call | undefined {
    return this.#waiting.find(({ calls }) => calls.length > 0)?.calls.shift();
  }
}
