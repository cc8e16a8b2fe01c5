import { isAppError } from '@kerf/core';
import { type ClusterSnapshot, solve } from '@kerf/engine';
import { Json, randomFixture, readFixture } from '@kerf/testing';
import { toAnswer } from '../answer.js';
import { ablations } from './ablations.js';
import { agrees, type Comparison, compareAnswers, type Verdict } from './compare.js';
import type { FixtureDocument, Oracle } from './oracle.js';
import { createPlanChecks } from './plan-checks.js';
import { shrink } from './shrink.js';

export interface DifferentialOptions {
  readonly firstSeed: number;
  readonly count: number;
  readonly shrinks: boolean;
}

/** A cluster for which Karpenter's first answer differs from Kerf's. */
export interface Finding {
  readonly seed: number;
  readonly comparison: Comparison;
}

/** A cluster for which the engines disagree. */
export interface Disagreement extends Finding {
  /** The smallest cluster with the same verdict; the complete one without `shrinks`. */
  readonly reproduction: FixtureDocument;
  /** Parts of the constraint language without which the engines agree. */
  readonly parts: readonly string[];
}

const batchSize = 200;
/** Numbers of runs of Karpenter: more if Kerf's answer is not among those of the earlier stage. */
const stages = [1, 5, 25, 200] as const;
const runsWhileShrinking = 8;

/** Compares Karpenter with Kerf's FirstFit baseline on random clusters. */
export class Differential {
  readonly #oracle: Oracle;

  constructor(oracle: Oracle) {
    this.#oracle = oracle;
  }

  *run({ firstSeed, count, shrinks }: DifferentialOptions): Generator<Finding | Disagreement> {
    for (let first = firstSeed; first < firstSeed + count; first += batchSize) {
      const size = Math.min(batchSize, firstSeed + count - first);
      const seeds = Array.from({ length: size }, (_, index) => first + index);
      for (const finding of this.#compareWithMoreRuns(seeds)) {
        yield agrees(finding.comparison.verdict) ? finding : this.#describe(finding, shrinks);
      }
    }
  }

  /** Returns the clusters whose first run differs, with the verdict of the last stage. */
  #compareWithMoreRuns(all: readonly number[]): readonly Finding[] {
    const finished: Finding[] = [];
    let seeds = all;
    for (const runs of stages) {
      const found = this.#findings(seeds, runs);
      finished.push(...found.filter(({ comparison }) => comparison.verdict === 'SameInSomeRuns'));
      const left = found.filter(({ comparison }) => !agrees(comparison.verdict));
      if (runs === stages.at(-1)) finished.push(...left);
      seeds = left.map(({ seed }) => seed);
    }
    return finished.sort((a, b) => a.seed - b.seed);
  }

  #findings(seeds: readonly number[], runs: number): readonly Finding[] {
    const comparisons = this.compareAll(seeds.map(randomFixture), runs);
    return seeds.flatMap((seed, index) => {
      const comparison = comparisons[index];
      return comparison === null || comparison === undefined ? [] : [{ seed, comparison }];
    });
  }

  #describe({ seed, comparison }: Finding, shrinks: boolean): Disagreement {
    const complete = randomFixture(seed);
    const reproduction = shrinks ? this.#reduce(complete, comparison.verdict) : complete;
    return { seed, comparison, reproduction, parts: this.#partsOf(complete) };
  }

  /** @returns `null` for a cluster that one of the engines cannot read */
  compareAll(fixtures: readonly FixtureDocument[], runs: number): readonly (Comparison | null)[] {
    const theirs = this.#oracle.solve(fixtures, runs);
    return fixtures.map((fixture, index) => {
      const snapshot = read(fixture);
      const answers = theirs[index] ?? null;
      if (snapshot === null || answers === null) return null;
      const ours = toAnswer(snapshot, solve(snapshot, { searchMs: 0 }));
      return compareAnswers(ours, answers, createPlanChecks(snapshot));
    });
  }

  #partsOf(fixture: FixtureDocument): readonly string[] {
    const without = ablations.map(({ without: take }) => take(fixture)).filter(isDocument);
    const comparisons = this.compareAll(without, runsWhileShrinking);
    return ablations
      .filter((_, index) => agrees(comparisons[index]?.verdict ?? 'Different'))
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
