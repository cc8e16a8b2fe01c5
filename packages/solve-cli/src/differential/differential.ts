import { isAppError } from '@kerf/core';
import { type ClusterSnapshot, solve } from '@kerf/engine';
import { Json, randomFixture, readFixture } from '@kerf/testing';
import { toAnswer } from '../answer.js';
import { type Comparison, compare, type Verdict } from './compare.js';
import type { FixtureDocument, Oracle } from './oracle.js';
import { shrink } from './shrink.js';
import { problemsOf } from './soundness.js';

export interface DifferentialOptions {
  readonly firstSeed: number;
  readonly count: number;
  readonly shrinks: boolean;
}

/** A cluster that the two engines do not agree about. */
export interface Disagreement {
  readonly seed: number;
  readonly comparison: Comparison;
  /** The least of the cluster that still shows it; all of it where it was not reduced. */
  readonly reproduction: FixtureDocument;
}

const batchSize = 200;
/** Runs of the oracle: few at first, many where an answer is not among theirs. */
const firstRuns = 1;
const moreRuns = 25;
const runsWhileShrinking = 8;

/** Asks the real Karpenter and our own form of its rule about random clusters. */
export class Differential {
  readonly #oracle: Oracle;

  constructor(oracle: Oracle) {
    this.#oracle = oracle;
  }

  *run({ firstSeed, count, shrinks }: DifferentialOptions): Generator<Disagreement> {
    for (let first = firstSeed; first < firstSeed + count; first += batchSize) {
      const size = Math.min(batchSize, firstSeed + count - first);
      const seeds = Array.from({ length: size }, (_, index) => first + index);
      const suspects = this.#differing(seeds, firstRuns).map(({ seed }) => seed);
      for (const { seed, comparison } of this.#differing(suspects, moreRuns)) {
        const whole = randomFixture(seed);
        const reproduction = shrinks ? this.#reduce(whole, comparison.verdict) : whole;
        yield { seed, comparison, reproduction };
      }
    }
  }

  #differing(seeds: readonly number[], runs: number): Omit<Disagreement, 'reproduction'>[] {
    const comparisons = this.compareAll(seeds.map(randomFixture), runs);
    return seeds.flatMap((seed, index) => {
      const comparison = comparisons[index];
      return comparison === null || comparison === undefined || comparison.verdict === 'Same'
        ? []
        : [{ seed, comparison }];
    });
  }

  /** @returns `null` for a cluster that one of the engines cannot read */
  compareAll(fixtures: readonly FixtureDocument[], runs: number): readonly (Comparison | null)[] {
    const theirs = this.#oracle.ask(fixtures, runs);
    return fixtures.map((fixture, index) => {
      const snapshot = read(fixture);
      const answers = theirs[index] ?? null;
      if (snapshot === null || answers === null) return null;
      const ours = toAnswer(snapshot, solve(snapshot, { searchMs: 0 }));
      return compare(ours, answers, (answer) => problemsOf(snapshot, answer));
    });
  }

  #reduce(fixture: FixtureDocument, verdict: Verdict): FixtureDocument {
    return shrink(fixture, (candidates) => {
      const readable = candidates.filter((candidate) => read(candidate) !== null);
      const comparisons = this.compareAll(readable, runsWhileShrinking);
      return readable.find((_, index) => comparisons[index]?.verdict === verdict) ?? null;
    });
  }
}

function read(fixture: FixtureDocument): ClusterSnapshot | null {
  try {
    return readFixture(new Json(fixture));
  } catch (cause) {
    if (!isAppError(cause)) throw cause;
    return null;
  }
}
