import type { Clock } from '@kerf/application';
import type { Instant } from '@kerf/core';

/** Something in a cluster that could not be used as it is; work went on without it. */
export interface CacheFinding {
  /** What it is about, e.g. `pods`. */
  readonly subject: string;
  readonly problem: string;
  /** How often it was seen. */
  readonly count: number;
  /** The last object it was seen on, `namespace/name`. */
  readonly example: string;
  readonly lastAt: Instant;
}

/** A cluster that is wrong in more ways than this is not better known by a longer list. */
const maxFindings = 100;
const maxTextLength = 300;

/** Counts what a session could not use. */
export class Findings {
  readonly #clock: Clock;

  readonly #byProblem = new Map<string, CacheFinding>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(subject: string, problem: string, example: string): void {
    const text = problem.slice(0, maxTextLength);
    const wanted = `${subject} ${text}`;
    const isKnown = this.#byProblem.has(wanted) || this.#byProblem.size < maxFindings;
    const finding = {
      subject,
      problem: isKnown ? text : 'has more problems',
      example: example.slice(0, maxTextLength),
      lastAt: this.#clock.now(),
    };
    const key = `${subject} ${finding.problem}`;
    this.#byProblem.set(key, { ...finding, count: (this.#byProblem.get(key)?.count ?? 0) + 1 });
  }

  /** In the order of their first appearance. */
  list(): readonly CacheFinding[] {
    return [...this.#byProblem.values()];
  }
}
