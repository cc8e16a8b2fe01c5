import type { ComparedAnswer } from './oracle.js';

/** How our answer stands to those that Karpenter's runs gave. */
export type Verdict =
  /** One of the runs has the same pods without a place, as many nodes, and the same price. */
  | 'Same'
  /** We place more pods, or the same ones for less. */
  | 'Better'
  /** We place fewer pods, or the same ones for more. */
  | 'Worse'
  /** Neither: better than some runs and worse than others, or other pods are without a place. */
  | 'Other'
  /** No run of Karpenter's is a plan that the kube-scheduler would carry out. */
  | 'TheirsUnsound'
  /** Our plan is not. */
  | 'OursUnsound';

export interface Comparison {
  readonly verdict: Verdict;
  readonly ours: Outcome;
  /** Different outcomes only. */
  readonly theirs: readonly Outcome[];
  /** What is unsound. */
  readonly problem?: string | undefined;
}

/** What is compared of an answer. */
export interface Outcome {
  /** Pods without a place, by template: pods of one template stand for each other. */
  readonly unplaced: string;
  readonly unplacedCount: number;
  readonly nodes: number;
  readonly price: number;
}

/** Prices of a fixture are millionths of a dollar; sums of doubles are not exact. */
const rounding = 1e-7;

/** @param problemsOf says what keeps the kube-scheduler from carrying a plan out */
export function compare(
  ours: ComparedAnswer,
  runs: readonly ComparedAnswer[],
  problemsOf: (answer: ComparedAnswer) => readonly string[],
): Comparison {
  const all = compareOutcomes(ours, runs);
  if (all.verdict === 'Same') return all;
  const [ourProblem] = problemsOf(ours);
  if (ourProblem !== undefined) return { ...all, verdict: 'OursUnsound', problem: ourProblem };
  const sound = runs.filter((run) => problemsOf(run).length === 0);
  if (sound.length > 0) return compareOutcomes(ours, sound);
  const [problem] = runs.flatMap(problemsOf);
  return { ...all, verdict: 'TheirsUnsound', problem };
}

function compareOutcomes(ours: ComparedAnswer, runs: readonly ComparedAnswer[]): Comparison {
  const own = outcomeOf(ours);
  const theirs = [...new Map(runs.map(outcomeOf).map((item) => [textOf(item), item])).values()];
  return { verdict: verdictOn(own, theirs), ours: own, theirs };
}

function verdictOn(ours: Outcome, theirs: readonly Outcome[]): Verdict {
  if (theirs.some((item) => textOf(item) === textOf(ours))) return 'Same';
  if (theirs.every((item) => isBetter(ours, item))) return 'Better';
  if (theirs.every((item) => isBetter(item, ours))) return 'Worse';
  return 'Other';
}

function isBetter(a: Outcome, b: Outcome): boolean {
  if (a.unplacedCount !== b.unplacedCount) return a.unplacedCount < b.unplacedCount;
  return a.unplaced === b.unplaced && a.price < b.price - rounding;
}

function outcomeOf({ errors, nodes, totalPrice }: ComparedAnswer): Outcome {
  const unplaced = Object.keys(errors).map(templateOf).sort();
  return {
    unplaced: unplaced.join(' '),
    unplacedCount: unplaced.length,
    nodes,
    price: Math.round(totalPrice * 1e6) / 1e6,
  };
}

function textOf({ unplaced, nodes, price }: Outcome): string {
  return `${unplaced}/${nodes}/${price}`;
}

/** `p1` of `p1-000007`. */
function templateOf(podName: string): string {
  return podName.slice(0, podName.lastIndexOf('-'));
}
