import { type ClusterSnapshot, solve } from '@kerf/engine';
import { type Answer, toAnswer, toUsd } from './answer.js';

/** What the file door prints for one fixture. */
export interface FixtureAnswer extends Answer {
  /** US dollars per hour that no plan for the pods on new nodes can cost less than. */
  readonly lowerBound: number | null;
  /** How far above the bound the plan is: 0.01 is one hundredth. */
  readonly gapRatio: number | null;
  readonly method: string;
  /** What Karpenter's rule alone makes of it. */
  readonly rule: {
    readonly totalPrice: number;
    readonly nodes: number;
    readonly solveMs: number;
  };
  readonly solveMs: number;
  readonly cpuMs: number;
}

export interface SolveFixtureOptions {
  /** Only Karpenter's own rule, without the search for a cheaper plan. */
  readonly firstFitOnly: boolean;
  /** How long the search may take. */
  readonly deadlineMs: number;
  readonly seed: number;
}

/**
 * Solves a cluster and says how long it took. The price alone counts, without a charge for each node, so
 * that answers of engines can be compared.
 */
export function solveFixture(
  snapshot: ClusterSnapshot,
  { firstFitOnly, deadlineMs, seed }: SolveFixtureOptions,
): FixtureAnswer {
  const seeded = { ...snapshot, seed };
  const plain = measure(() => solve(seeded, { searchMs: 0, nodeChargeMicroUsdPerHour: 0 }));
  const { result, solveMs, cpuMs } = firstFitOnly
    ? plain
    : measure(() => solve(seeded, { searchMs: deadlineMs, nodeChargeMicroUsdPerHour: 0 }));
  const rule = toAnswer(snapshot, plain.result);
  return {
    ...toAnswer(snapshot, result),
    lowerBound: result.cost === null ? null : toUsd(result.cost.lowerBoundMicroUsdPerHour),
    gapRatio: result.cost?.gapRatio ?? null,
    method: result.cost?.method ?? 'FirstFit',
    rule: { totalPrice: rule.totalPrice, nodes: rule.nodes, solveMs: plain.solveMs },
    solveMs,
    cpuMs,
  };
}

function measure<T>(run: () => T): {
  readonly result: T;
  readonly solveMs: number;
  readonly cpuMs: number;
} {
  const startedAtMs = performance.now();
  const cpu = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(cpu);
  return {
    result,
    solveMs: rounded(performance.now() - startedAtMs),
    cpuMs: rounded((user + system) / 1000),
  };
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
