import { type ClusterSnapshot, planDisruption } from '@kerf/engine';
import { Json, randomCluster, readFixture } from '@kerf/testing';
import { consolidateFixture } from '../../disruption/consolidate-fixture.js';
import { appliedProblems, commandProblems, disruptionsOf } from './command-checks.js';
import type { ConsolidationOracle, OracleRun } from './consolidation-oracle.js';

/** The result of comparing the cluster that Kerf ends with to those that runs of Karpenter end with. */
export type ConsolidationVerdict =
  /** The price of the cheapest run. */
  | 'Equal'
  /** Cheaper than every run. */
  | 'Cheaper'
  /** More expensive than some runs, but not than all: Karpenter makes some choices at random. */
  | 'Mixed'
  /** More expensive than every run. */
  | 'Worse'
  /** Karpenter stops with an error. */
  | 'KarpenterFailed'
  /** Every run has a command that must not be executed. */
  | 'KarpenterInvalid'
  /** Kerf has a command that must not be executed. */
  | 'KerfInvalid';

/** Where a consolidation ended; US dollars per hour. */
export interface EndState {
  readonly price: number;
  readonly nodes: number;
  readonly commands: number;
  readonly podsMoved: number;
}

/** One compared cluster. */
export interface ConsolidationFinding {
  readonly seed: number;
  readonly verdict: ConsolidationVerdict;
  readonly startPrice: number;
  readonly startNodes: number;
  readonly ours: EndState;
  /** The cheapest valid run. */
  readonly theirs: EndState | null;
  /** Our price divided by that of the cheapest valid run. */
  readonly ratio: number | null;
  readonly problem?: string | undefined;
}

/** Prices are multiples of a millionth of a dollar; their floating-point sums are not exact. */
const rounding = 1e-7;

/** Compares where Kerf and Karpenter end when they consolidate random clusters. */
export class ConsolidationDifferential {
  readonly #oracle: Pick<ConsolidationOracle, 'run'>;

  constructor(oracle: Pick<ConsolidationOracle, 'run'>) {
    this.#oracle = oracle;
  }

  /** @param runs number of runs of Karpenter */
  compare(seed: number, runs: number): ConsolidationFinding {
    const document = randomCluster(seed);
    const start = readFixture(new Json(document));
    const ours = consolidate(start);
    const answers = Array.from({ length: runs }, () => this.#oracle.run(document));
    const finished = answers.filter((answer) => typeof answer !== 'string');
    const problems = finished.map((run) => firstProblem(start, run));
    const valid = finished.filter((_, index) => problems[index] === undefined);
    const theirs = valid.toSorted((a, b) => a.price - b.price)[0] ?? null;
    const finding = {
      seed,
      startPrice: ours.startPrice,
      startNodes: start.nodes.length,
      ours: ours.end,
      theirs: theirs === null ? null : endOf(theirs),
      ratio: theirs === null || theirs.price === 0 ? null : ours.end.price / theirs.price,
    };
    if (ours.problem !== undefined)
      return { ...finding, verdict: 'KerfInvalid', problem: ours.problem };
    if (finished.length === 0) {
      const problem = answers.find((answer) => typeof answer === 'string');
      return { ...finding, verdict: 'KarpenterFailed', problem };
    }
    if (valid.length === 0)
      return { ...finding, verdict: 'KarpenterInvalid', problem: problems[0] };
    return { ...finding, verdict: verdictOn(ours.end.price, valid) };
  }
}

function verdictOn(price: number, runs: readonly OracleRun[]): ConsolidationVerdict {
  const isMoreExpensive = (run: OracleRun): boolean => price > run.price + rounding;
  if (runs.every(isMoreExpensive)) return 'Worse';
  if (runs.some(isMoreExpensive)) return 'Mixed';
  return runs.every((run) => price < run.price - rounding) ? 'Cheaper' : 'Equal';
}

function endOf({ price, nodes, commands, podsMoved }: OracleRun): EndState {
  return { price, nodes, commands: commands.length, podsMoved };
}

function firstProblem(start: ClusterSnapshot, { commands }: OracleRun): string | undefined {
  return disruptionsOf(start, commands).flatMap(commandProblems)[0];
}

function consolidate(start: ClusterSnapshot): {
  readonly startPrice: number;
  readonly end: EndState;
  readonly problem: string | undefined;
} {
  const problems: string[] = [];
  let last = start;
  const answer = consolidateFixture(start, {
    loops: true,
    onCommand: (applied) => {
      if (problems.length === 0) problems.push(...appliedProblems(applied));
      last = applied.after;
    },
  });
  if (planDisruption(last).commands.length > 0) problems.push('it stopped before its end');
  const { startPrice, price, nodes, commands, podsMoved } = answer;
  return { startPrice, end: { price, nodes, commands, podsMoved }, problem: problems[0] };
}
