import type { ComparedAnswer } from './oracle.js';

/** How our answer stands to those that Karpenter's runs gave. */
export type Verdict =
  /** Every run has the same pods without a place, as many nodes, and the same price. */
  | 'Same'
  /** Some run has; chance gave others something else. */
  | 'OracleVaries'
  /** We place more pods, or the same ones for less. */
  | 'Better'
  /** Better than some runs and worse than others. */
  | 'Between'
  /** We place fewer pods, or the same ones for more. */
  | 'Worse'
  /** Other pods are without a place. */
  | 'Other'
  /** No run of Karpenter's is a plan that the kube-scheduler would carry out. */
  | 'TheirsUnsound'
  /** Only runs that owe it to a {@link Defect} are better than ours. */
  | Defect
  /** Our plan is not one that the kube-scheduler would carry out. */
  | 'OursUnsound';

/** Something that Karpenter does and does not mean to do. */
export type Defect =
  /** A spread does not hold as Karpenter itself counts it; see {@link withBuyableNodes}. */
  | 'TheirsMiscounted'
  /** The plan needs a label on a node that the node's pool does not define. */
  | 'TheirsInventLabel';

/** True when there is nothing to explain but chance. */
export function agrees(verdict: Verdict): boolean {
  return verdict === 'Same' || verdict === 'OracleVaries';
}

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

/** What a plan is held to. */
export interface PlanChecks {
  /** What keeps the kube-scheduler from carrying it out. */
  readonly problemsOf: (answer: ComparedAnswer) => readonly string[];
  readonly defectOf: (answer: ComparedAnswer) => Defect | null;
}

export function compare(
  ours: ComparedAnswer,
  runs: readonly ComparedAnswer[],
  checks: PlanChecks,
): Comparison {
  const all = compareOutcomes(ours, runs);
  if (agrees(all.verdict)) return all;
  const [ourProblem] = checks.problemsOf(ours);
  if (ourProblem !== undefined) return { ...all, verdict: 'OursUnsound', problem: ourProblem };
  const sound = runs.filter((run) => checks.problemsOf(run).length === 0);
  if (sound.length === 0) {
    const [problem] = runs.flatMap((run) => checks.problemsOf(run));
    return { ...all, verdict: 'TheirsUnsound', problem };
  }
  const fair = compareOutcomes(ours, sound);
  if (!isLost(fair.verdict)) return fair;
  const intended = sound.filter((run) => checks.defectOf(run) === null);
  const isExplained = intended.length === 0 || !isLost(compareOutcomes(ours, intended).verdict);
  const [defect] = isExplained ? sound.flatMap((run) => checks.defectOf(run) ?? []) : [];
  return defect === undefined ? fair : { ...fair, verdict: defect };
}

function isLost(verdict: Verdict): boolean {
  return verdict === 'Worse' || verdict === 'Other';
}

function compareOutcomes(ours: ComparedAnswer, runs: readonly ComparedAnswer[]): Comparison {
  const own = outcomeOf(ours);
  const theirs = [...new Map(runs.map(outcomeOf).map((item) => [textOf(item), item])).values()];
  return { verdict: verdictOn(own, theirs), ours: own, theirs };
}

function verdictOn(ours: Outcome, theirs: readonly Outcome[]): Verdict {
  if (theirs.some((item) => textOf(item) === textOf(ours))) {
    return theirs.length === 1 ? 'Same' : 'OracleVaries';
  }
  if (theirs.every((item) => isBetter(ours, item))) return 'Better';
  if (theirs.every((item) => isBetter(item, ours))) return 'Worse';
  const isBetween =
    theirs.some((item) => isBetter(ours, item)) && theirs.some((item) => isBetter(item, ours));
  return isBetween ? 'Between' : 'Other';
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
