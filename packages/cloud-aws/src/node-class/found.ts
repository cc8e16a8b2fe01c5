import type { NodeClassProblem } from '@kerf/application';

/** What a part of a node class stands for, and what keeps it from being used. */
export interface Found<T> {
  readonly value: T;
  readonly problems: readonly NodeClassProblem[];
}

export const found = <T>(value: T): Found<T> => ({ value, problems: [] });

export const lacking = <T>(value: T, problem: NodeClassProblem): Found<T> => ({
  value,
  problems: [problem],
});
