import { isAppError } from '@kerf/core';
import { type ClusterSnapshot, solve } from '@kerf/engine';
import { Json, randomFixture, readFixture } from '@kerf/testing';
import { toAnswer } from '../answer.js';
import { ablations } from './ablations.js';
import { agrees, type Comparison, compare, type Verdict } from './compare.js';
import type { FixtureDocument, Oracle } from './oracle.js';
import { shrink } from './shrink.js';
import { checksFor } from './soundness.js';

export interface DifferentialOptions {
  readonly firstSeed: number;
  readonly count: number;
  readonly shrinks: boolean;
}

/** A cluster of which Karpenter's first answer is not ours. */
export interface Finding {
  readonly seed: number;
  readonly comparison: Comparison;
}

/** A cluster that the two engines do not agree about. */
export interface Disagreement extends Finding {
  /** The least of the cluster that still shows it; all of it where it was not reduced. */
  readonly reproduction: FixtureDocument;
  /** Parts of the constraint language without which the two agree. */
  readonly parts: readonly string[];
}

const batchSize = 200;
/** Runs of the oracle: few at first, more where our answer is not among theirs. */
const stages = [1, 5, 25, 200] as const;
const runsWhileShrinking = 8;

/** Asks the real Karpenter and our own form of its rule about random clusters. */
export class Differential {
  readonly #oracle: Oracle;

  constructor(oracle: Oracle) {
    this.#oracle = oracle;
  }

  *run({ firstSeed, count, shrinks }: DifferentialOptions): Generator<Finding | Disagreement> {
    for (let first = firstSeed; first < firstSeed + count; first += batchSize) {
      const size = Math.min(batchSize, firstSeed + count - first);
      const seeds = Array.from({ length: size }, (_, index) => first + index);
      for (const finding of this.#askAgain(seeds)) {
        yield agrees(finding.comparison.verdict) ? finding : this.#describe(finding, shrinks);
      }
    }
  }

  /** Those whose first run differs from ours, as the last of the runs about them say. */
  #askAgain(all: readonly number[]): readonly Finding[] {
    const settled: Finding[] = [];
    let seeds = all;
    for (const runs of stages) {
      const found = this.#findings(seeds, runs);
      settled.push(...found.filter(({ comparison }) => comparison.verdict === 'OracleVaries'));
      const left = found.filter(({ comparison }) => !agrees(comparison.verdict));
      if (runs === stages.at(-1)) settled.push(...left);
      seeds = left.map(({ seed }) => seed);
    }
    return settled.sort((a, b) => a.seed - b.seed);
  }

  #findings(seeds: readonly number[], runs: number): readonly Finding[] {
    const comparisons = this.compareAll(seeds.map(randomFixture), runs);
    return seeds.flatMap((seed, index) => {
      const comparison = comparisons[index];
      return comparison === null || comparison === undefined ? [] : [{ seed, comparison }];
    });
  }

  #describe({ seed, comparison }: Finding, shrinks: boolean): Disagreement {
    const whole = randomFixture(seed);
    const reproduction = shrinks ? this.#reduce(whole, comparison.verdict) : whole;
    return { seed, comparison, reproduction, parts: this.#partsOf(whole) };
  }

  /** @returns `null` for a cluster that one of the engines cannot read */
  compareAll(fixtures: readonly FixtureDocument[], runs: number): readonly (Comparison | null)[] {
    const theirs = this.#oracle.ask(fixtures, runs);
    return fixtures.map((fixture, index) => {
      const snapshot = read(fixture);
      const answers = theirs[index] ?? null;
      if (snapshot === null || answers === null) return null;
      const ours = toAnswer(snapshot, solve(snapshot, { searchMs: 0 }));
      return compare(ours, answers, checksFor(snapshot));
    });
  }

  #partsOf(fixture: FixtureDocument): readonly string[] {
    const without = ablations.map(({ without: take }) => take(fixture)).filter(isDocument);
    const comparisons = this.compareAll(without, runsWhileShrinking);
    return ablations
      .filter((_, index) => agrees(comparisons[index]?.verdict ?? 'Other'))
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

function isDocument(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
