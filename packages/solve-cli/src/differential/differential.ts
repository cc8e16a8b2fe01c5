import { isAppError } from '@kerf/core';
import { type ClusterSnapshot, solve } from '@kerf/engine';
import { Json, randomFixture, readFixture } from '@kerf/testing';
import { toAnswer } from '../answer.js';
import { ablations } from './ablations.js';
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
  /** Parts of the constraint language without which the two agree. */
  readonly parts: readonly string[];
}

const batchSize = 200;
/** Runs of the oracle: few at first, more where our answer is not among theirs. */
const stages = [1, 5, 25] as const;
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
      let seeds = Array.from({ length: size }, (_, index) => first + index);
      let found: readonly Pick<Disagreement, 'seed' | 'comparison'>[] = [];
      for (const runs of stages) {
        found = this.#differing(seeds, runs);
        seeds = found.map(({ seed }) => seed);
      }
      for (const { seed, comparison } of found) {
        const whole = randomFixture(seed);
        const reproduction = shrinks ? this.#reduce(whole, comparison.verdict) : whole;
        yield { seed, comparison, reproduction, parts: this.#partsOf(whole) };
      }
    }
  }

  #differing(seeds: readonly number[], runs: number): Pick<Disagreement, 'seed' | 'comparison'>[] {
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

  #partsOf(fixture: FixtureDocument): readonly string[] {
    const without = ablations.map(({ without: take }) => take(fixture)).filter(isDocument);
    const comparisons = this.compareAll(without, runsWhileShrinking);
    return ablations
      .filter((_, index) => comparisons[index]?.verdict === 'Same')
      .map(({ part }) => part);
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

function isDocument(value: unknown): value is FixtureDocument {
  return typeof value === 'object' && value !== null;
}
