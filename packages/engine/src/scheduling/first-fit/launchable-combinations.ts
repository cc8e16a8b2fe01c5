import { hasBit, membersOf } from '../../requirements/bits.js';
import type { Requirements } from '../../requirements/requirements.js';
import { findUntolerated } from '../../requirements/taints.js';
import type { DomainChoice } from '../../topology/domain-choice.js';
import type { NodeClaimTemplate } from '../nodes/node-claim-template.js';
import type { PodAttempt, PodGroup } from '../pods/pod-group.js';
import type { SchedulingProblem } from '../problem/problem.js';

/** A pod in one attempt to place it. */
export interface AttemptedPod {
  readonly podGroup: Pick<PodGroup, 'requests' | 'volumeAlternatives' | 'topologyGroups'>;
  readonly attempt: PodAttempt;
}

/** The NodePools that may launch nodes for a pod. */
export type Launcher = Pick<SchedulingProblem, 'table' | 'templates'>;

/** A number of steps that searches share; none are left once it is negative. */
export interface StepBudget {
  left: number;
}

/** Number of combinations of domains that are tried for one decision. */
export const maxCombinations = 10_000;

/** Nodes that a NodePool could launch. */
interface LaunchableNodes {
  readonly template: NodeClaimTemplate;
  readonly requirements: Requirements;
}

/**
 * Returns true if some NodePool could launch a node for the pod that is in an allowed domain of each
 * label, or if there are too many combinations to know.
 */
export function canLaunchInAll(
  launcher: Launcher,
  pod: AttemptedPod,
  choices: readonly DomainChoice[],
): boolean {
  const budget = { left: maxCombinations };
  const first = launchableCombinations(launcher, pod, choices, budget).next();
  return first.done !== true || budget.left < 0;
}

/**
 * Yields the combinations of allowed domains, one of each label, in which a node for the pod could be
 * launched, best first. As for the domains of one label, limits that are used up are not regarded.
 */
export function launchableCombinations(
  { table, templates }: Launcher,
  { podGroup: { volumeAlternatives, requests }, attempt }: AttemptedPod,
  choices: readonly DomainChoice[],
  budget: StepBudget,
): Generator<readonly number[]> {
  function* combine(
    [choice, ...others]: readonly DomainChoice[],
    nodes: readonly LaunchableNodes[],
  ): Generator<readonly number[]> {
    if (choice === undefined) {
      yield [];
      return;
    }
    const { key } = choice;
    const reached = nodes.map((node) => ({
      ...node,
      domains: node.template.domainsFor(key, [node.requirements], requests),
    }));
    for (const domain of choice.ranked ?? membersOf(choice.domains)) {
      if (budget.left-- < 0) return;
      const inDomain = reached
        .filter(({ domains }) => hasBit(domains, domain))
        .map((node) => ({
          ...node,
          requirements: table.join(node.requirements, table.value(key, domain)),
        }));
      if (inDomain.length === 0) continue;
      for (const further of combine(others, inDomain)) yield [domain, ...further];
    }
  }
  const starts =
    volumeAlternatives.length === 0
      ? [attempt.strict]
      : volumeAlternatives.map((alternative) => table.join(attempt.strict, alternative));
  const tolerated = templates.filter(
    ({ taints }) => findUntolerated(taints, attempt.tolerations) === null,
  );
  return combine(
    choices,
    tolerated.flatMap((template) => starts.map((requirements) => ({ template, requirements }))),
  );
}
