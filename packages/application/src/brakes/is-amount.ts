/** A billion dollars. */
const mostMicroUsd = 1e15;

/** Returns whether a limit or a threshold is an amount of micro-USD that may be set. */
export const isAmount = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= mostMicroUsd;

/** Message for a limit or a threshold that is no such amount. */
export const amountProblem = 'must be from 0 to a billion US dollars';
