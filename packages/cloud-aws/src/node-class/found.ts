import type { NodeClassProblem } from '@kerf/application';

/** Resolution of a part of an EC2NodeClass, with its problems. */
export interface Found<T> {
  readonly value: T;
  readonly problems: readonly NodeClassProblem[];
}

export const found = <T>(value: T): Found<T> => ({ value, problems: [] });

export const lacking = <T>(value: T, problem: NodeClassProblem): Found<T> => ({
  value,
  problems: [problem],
});
