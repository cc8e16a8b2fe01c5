import type { Clock } from '@kerf/application';
import type { Instant } from '@kerf/core';

/** A problem with an object that could not be used as it is; processing continued without it. */
export interface CacheFinding {
  /** Subject of the finding, e.g. `pods`. */
  readonly subject: string;
  readonly problem: string;
  /** Number of occurrences. */
  readonly count: number;
  /** The last affected object, `namespace/name`. */
  readonly example: string;
  readonly lastAt: Instant;
}

/** Limits the list: more findings than this do not help to diagnose a cluster. */
const maxFindings = 100;
const maxTextLength = 300;

/** Counts the problems of a session by finding. */
export class Findings {
  readonly #clock: Clock;

  readonly #byProblem = new Map<string, CacheFinding>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(subject: string, problem: string, example: string): void {
    const text = problem.slice(0, maxTextLength);
    const ownKey = `${subject} ${text}`;
    const isKnown = this.#byProblem.has(ownKey) || this.#byProblem.size < maxFindings;
    const finding = {
      subject,
      problem: isKnown ? text : 'has more problems',
      example: example.slice(0, maxTextLength),
      lastAt: this.#clock.now(),
    };
    const key = `${subject} ${finding.problem}`;
    this.#byProblem.set(key, { ...finding, count: (this.#byProblem.get(key)?.count ?? 0) + 1 });
  }

  /** Returns the findings in order of first occurrence. */
  list(): readonly CacheFinding[] {
    return [...this.#byProblem.values()];
  }
}
