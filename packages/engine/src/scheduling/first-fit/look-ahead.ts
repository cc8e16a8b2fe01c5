import { bitsOf } from '../../requirements/bits.js';
import type { DomainChoice } from '../../topology/domain-choice.js';
import type { SchedulingProblem } from '../problem/problem.js';
import { domainChoicesOf } from './domain-choices.js';
import type { FirstFitResult } from './first-fit-result.js';
import { dependsOnSeveralLabels } from './joint-domains.js';
import {
  type AttemptedPod,
  canLaunchInAll,
  type Launcher,
  launchableCombinations,
  maxCombinations,
  type StepBudget,
} from './launchable-combinations.js';

/** Number of further equal pods that a choice of domains must leave room for. */
const podsAhead = 3;

/**
 * Runs a pass, and again with a look ahead if it leaves pods for which no node could be launched,
 * although it placed equal ones: another choice for the first may leave room for the others. The
 * plan with fewer pods left is kept.
 */
export function passWithLookAhead(
  problem: SchedulingProblem,
  pass: (looksAhead: boolean) => FirstFitResult,
): FirstFitResult {
  const mayBeStuck = problem.pods.some(({ podGroup }) =>
    podGroup.attempts.some(({ topology }) => dependsOnSeveralLabels(topology)),
  );
  if (!mayBeStuck) return pass(false);
  const restore = problem.checkpoint();
  const placed = pass(false);
  if (!isStuckByItself(problem, placed)) return placed;
  restore();
  const ahead = pass(true);
  if (ahead.unplaced.length < placed.unplaced.length) return ahead;
  restore();
  return pass(false);
}

/**
 * Restricts the choices of a pod to the best combination of domains after which equal pods could
 * still be placed; returns them as they are if there is none.
 */
export function choicesThatLeaveRoom(
  launcher: Launcher,
  pod: AttemptedPod,
  choices: readonly DomainChoice[],
): readonly DomainChoice[] {
  if (!dependsOnSeveralLabels(pod.attempt.topology)) return choices;
  const budget = { left: maxCombinations };
  for (const combination of launchableCombinations(launcher, pod, choices, budget)) {
    if (!leavesRoom(launcher, pod, { choices, combination }, { pods: podsAhead, budget })) continue;
    return choices.map(({ key, domains }, index) => {
      const only = combination.slice(index, index + 1);
      return { key, domains: bitsOf(domains.length * 32, only), ranked: only };
    });
  }
  return choices;
}

/** Returns true if the pass left a pod for its domains alone, and placed an equal one. */
function isStuckByItself(
  problem: SchedulingProblem,
  { unplaced, claims, podsByNode }: FirstFitResult,
): boolean {
  if (unplaced.length === 0) return false;
  const placed = new Set([
    ...claims.flatMap(({ pods }) => pods.map(({ pod }) => pod.spec.key)),
    ...[...podsByNode.values()].flatMap((pods) => pods.map(({ spec }) => spec.key)),
  ]);
  const stuck = new Set(unplaced.map(({ podGroup }) => podGroup));
  return [...stuck].some(
    (podGroup) =>
      placed.has(podGroup.spec.key) &&
      podGroup.attempts.some(({ topology }) => dependsOnSeveralLabels(topology)) &&
      podGroup.attempts.every((attempt) => {
        const choices = domainChoicesOf(attempt);
        return choices === null || !canLaunchInAll(problem, { podGroup, attempt }, choices);
      }),
  );
}

/** The further pods that need room, and the steps that are left to find it. */
interface Ahead {
  readonly pods: number;
  readonly budget: StepBudget;
}

/** A combination of domains, one of each choice. */
interface Combination {
  readonly choices: readonly DomainChoice[];
  readonly combination: readonly number[];
}

function leavesRoom(
  launcher: Launcher,
  pod: AttemptedPod,
  chosen: Combination,
  ahead: Ahead,
): boolean {
  if (ahead.pods === 0) return true;
  const uncount = countIn(pod, chosen);
  const choices = domainChoicesOf(pod.attempt);
  const found =
    choices !== null && hasFree(launcher, pod, choices, { ...ahead, pods: ahead.pods - 1 });
  uncount();
  return found;
}

function hasFree(
  launcher: Launcher,
  pod: AttemptedPod,
  choices: readonly DomainChoice[],
  ahead: Ahead,
): boolean {
  for (const combination of launchableCombinations(launcher, pod, choices, ahead.budget)) {
    if (leavesRoom(launcher, pod, { choices, combination }, ahead)) return true;
  }
  return false;
}

/** Counts a pod in the domains. @returns a function that undoes it */
function countIn({ podGroup }: AttemptedPod, { choices, combination }: Combination): () => void {
  const counted = podGroup.topologyGroups.countedBy.flatMap((group) => {
    const domain = combination[choices.findIndex(({ key }) => key === group.term.key)];
    return domain === undefined ? [] : [{ group, domain }];
  });
  for (const { group, domain } of counted) group.record(domain);
  return () => counted.forEach(({ group, domain }) => group.unrecord(domain));
}
