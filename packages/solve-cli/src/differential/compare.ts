import type { ComparedAnswer } from './oracle.js';

/** The result of comparing Kerf's answer with the runs of Karpenter. */
export type Verdict =
  /** Every run has the same unschedulable pods, number of nodes and price. */
  | 'Same'
  /** Some runs have; Karpenter makes some choices at random. */
  | 'SameInSomeRuns'
  /** Kerf places more pods, or the same pods for less. */
  | 'Better'
  /** Better than some runs and worse than others. */
  | 'Mixed'
  /** Kerf places fewer pods, or the same pods for more. */
  | 'Worse'
  /** Other pods are unschedulable. */
  | 'Different'
  /** The kube-scheduler can execute no plan of Karpenter. */
  | 'KarpenterInvalid'
  /** Every run that is better than Kerf has a {@link Defect}. */
  | Defect
  /** The kube-scheduler cannot execute Kerf's plan. */
  | 'KerfInvalid';

/** An unintended behavior of Karpenter. */
export type Defect =
  /** A spread is violated as Karpenter itself counts it; see {@link withLaunchableNodes}. */
  | 'KarpenterMiscounts'
  /** The plan needs a label on a node that its NodePool does not define. */
  | 'KarpenterInventsLabel';

/** Returns true if the answers differ at most by random choices. */
export function agrees(verdict: Verdict): boolean {
  return verdict === 'Same' || verdict === 'SameInSomeRuns';
}

export interface Comparison {
  readonly verdict: Verdict;
  readonly ours: Outcome;
  /** Different outcomes only. */
  readonly theirs: readonly Outcome[];
  /** Why a plan is invalid. */
  readonly problem?: string | undefined;
}

/** The part of an answer that is compared. */
export interface Outcome {
  /** Unschedulable pods by template: pods of one template are interchangeable. */
  readonly unplaced: string;
  readonly unplacedCount: number;
  readonly nodes: number;
  readonly price: number;
}

/** Prices are multiples of a millionth of a dollar; their floating-point sums are not exact. */
const rounding = 1e-7;

/** The checks that every plan must pass. */
export interface PlanChecks {
  /** Returns why the kube-scheduler cannot execute the plan; empty if it can. */
  readonly problemsOf: (answer: ComparedAnswer) => readonly string[];
  readonly defectOf: (answer: ComparedAnswer) => Defect | null;
}

/** Compares Kerf's answer with runs of Karpenter; invalid plans and defects are taken into account. */
export function compareAnswers(
  ours: ComparedAnswer,
  runs: readonly ComparedAnswer[],
  checks: PlanChecks,
): Comparison {
  const all = compareOutcomes(ours, runs);
  if (agrees(all.verdict)) return all;
  const [ourProblem] = checks.problemsOf(ours);
  if (ourProblem !== undefined) return { ...all, verdict: 'KerfInvalid', problem: ourProblem };
  const valid = runs.filter((run) => checks.problemsOf(run).length === 0);
  if (valid.length === 0) {
    const [problem] = runs.flatMap((run) => checks.problemsOf(run));
    return { ...all, verdict: 'KarpenterInvalid', problem };
  }
  const comparable = compareOutcomes(ours, valid);
  if (!isUnexplained(comparable.verdict)) return comparable;
  const withoutDefect = valid.filter((run) => checks.defectOf(run) === null);
  const isExplained =
    withoutDefect.length === 0 || !isUnexplained(compareOutcomes(ours, withoutDefect).verdict);
  const [defect] = isExplained ? valid.flatMap((run) => checks.defectOf(run) ?? []) : [];
  return defect === undefined ? comparable : { ...comparable, verdict: defect };
}

function isUnexplained(verdict: Verdict): boolean {
  return verdict === 'Worse' || verdict === 'Different';
}

function compareOutcomes(ours: ComparedAnswer, runs: readonly ComparedAnswer[]): Comparison {
  const own = outcomeOf(ours);
  const theirs = [...new Map(runs.map(outcomeOf).map((item) => [textOf(item), item])).values()];
  return { verdict: verdictOn(own, theirs), ours: own, theirs };
}

function verdictOn(ours: Outcome, theirs: readonly Outcome[]): Verdict {
  if (theirs.some((item) => textOf(item) === textOf(ours))) {
    return theirs.length === 1 ? 'Same' : 'SameInSomeRuns';
  }
  if (theirs.every((item) => isBetter(ours, item))) return 'Better';
  if (theirs.every((item) => isBetter(item, ours))) return 'Worse';
  const isMixed =
    theirs.some((item) => isBetter(ours, item)) && theirs.some((item) => isBetter(item, ours));
  return isMixed ? 'Mixed' : 'Different';
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

/** Returns the template of a pod: `p1` for `p1-000007`. */
function templateOf(podName: string): string {
  return podName.slice(0, podName.lastIndexOf('-'));
}
