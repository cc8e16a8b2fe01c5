import { type ClusterSnapshot, solve } from '@kerf/engine';
import { type Answer, toAnswer, toUsd } from './answer.js';
import { measure } from './measure.js';

/** The output for one fixture. */
export interface FixtureAnswer extends Answer {
  /** Lower bound of the cost of every plan for the pods on new nodes, in US dollars per hour. */
  readonly lowerBound: number | null;
  /** Cost of the plan divided by the lower bound, less one. */
  readonly gapRatio: number | null;
  readonly method: string;
  /** The FirstFit baseline. */
  readonly firstFit: {
    readonly totalPrice: number;
    readonly nodes: number;
    readonly solveMs: number;
  };
  readonly solveMs: number;
  readonly cpuMs: number;
}

export interface SolveFixtureOptions {
  /** True for the FirstFit baseline only, without the search for a cheaper plan. */
  readonly firstFitOnly: boolean;
  /** Budget of the search, in milliseconds of work. */
  readonly deadlineMs: number;
  readonly seed: number;
}

/**
 * Returns the plan for a cluster with the time that it took. There is no node charge, so that prices of
 * different engines can be compared.
 */
export function solveFixture(
  snapshot: ClusterSnapshot,
  { firstFitOnly, deadlineMs, seed }: SolveFixtureOptions,
): FixtureAnswer {
  const seeded = { ...snapshot, seed };
  const firstFitRun = measure(() => solve(seeded, { searchMs: 0, nodeChargeMicroUsdPerHour: 0 }));
  const { result, solveMs, cpuMs } = firstFitOnly
    ? firstFitRun
    : measure(() => solve(seeded, { searchMs: deadlineMs, nodeChargeMicroUsdPerHour: 0 }));
  const firstFit = toAnswer(snapshot, firstFitRun.result);
  return {
    ...toAnswer(snapshot, result),
    lowerBound: result.cost === null ? null : toUsd(result.cost.lowerBoundMicroUsdPerHour),
    gapRatio: result.cost?.gapRatio ?? null,
    method: result.cost?.method ?? 'FirstFit',
    firstFit: {
      totalPrice: firstFit.totalPrice,
      nodes: firstFit.nodes,
      solveMs: firstFitRun.solveMs,
    },
    solveMs,
    cpuMs,
  };
}
