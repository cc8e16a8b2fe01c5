import { type ClusterSnapshot, solve } from '@kerf/engine';
import { type Answer, toAnswer } from './answer.js';

/** What the file door prints for one fixture. */
export interface FixtureAnswer extends Answer {
  readonly solveMs: number;
  readonly cpuMs: number;
}

export interface SolveFixtureOptions {
  /** Only Karpenter's own rule, without the search for a cheaper plan. */
  readonly ruleOnly: boolean;
  /** How long the search may take. */
  readonly deadlineMs: number;
  readonly seed: number;
}

/** Solves a cluster and says how long it took. */
export function solveFixture(
  snapshot: ClusterSnapshot,
  { seed }: SolveFixtureOptions,
): FixtureAnswer {
  const startedAtMs = performance.now();
  const cpu = process.cpuUsage();
  const result = solve({ ...snapshot, seed });
  const solveMs = performance.now() - startedAtMs;
  const { user, system } = process.cpuUsage(cpu);
  return {
    ...toAnswer(snapshot, result),
    solveMs: rounded(solveMs),
    cpuMs: rounded((user + system) / 1000),
  };
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
