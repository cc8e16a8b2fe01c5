import { setTimeout as sleep } from 'node:timers/promises';
import { type DurationMs, invariant } from '@kerf/core';
import type { LiveCluster } from './live-cluster.js';
import type { StepGate } from './step-gate.js';

/**
 * Kills the worker at each step that the gate blocks, until all work is done.
 * @returns the steps, in order
 */
export async function killAtSteps(
  { worker }: Pick<LiveCluster, 'worker'>,
  gate: StepGate,
  { isDone, limitMs }: { readonly isDone: () => Promise<boolean>; readonly limitMs: DurationMs },
): Promise<readonly string[]> {
  const steps: string[] = [];
  const deadline = Date.now() + limitMs;
  while (!(await isDone())) {
    const step = await gate.waiting();
    if (step === null) {
      invariant(Date.now() < deadline, `it ends, after ${steps.join(', ')}:\n${worker.log}`);
      await sleep(20);
      continue;
    }
    await worker.kill();
    await gate.pass(step);
    steps.push(step);
    worker.start();
  }
  return steps;
}
