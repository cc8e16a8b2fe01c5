import { bitsIntersect, hasBit, membersOf } from '../../requirements/bits.js';
import type { Requirements, RequirementsTable } from '../../requirements/requirements.js';
import { findUntolerated } from '../../requirements/taints.js';
import type { DomainChoice } from '../../topology/domain-choice.js';
import type { PodTopology } from '../../topology/topology.js';
import type { TopologyGroup } from '../../topology/topology-group.js';
import type { NodeClaimTemplate } from '../nodes/node-claim-template.js';
import type { PodAttempt, PodGroup } from '../pods/pod-group.js';
import type { SchedulingProblem } from '../problem/problem.js';
import { domainChoicesOf } from './domain-choices.js';

/**
 * Number of combinations of domains that are tried. Of more, one is taken to be launchable, so that
 * the pod waits for it.
 */
const maxCombinations = 10_000;

/** Returns true if a spread is one of several constraints over different labels. */
export function dependsOnSeveralLabels({ keyed }: Pick<PodTopology, 'keyed'>): boolean {
  return (
    keyed.length > 1 &&
    keyed.some(({ constraints }) => constraints.some(({ group }) => group.term.kind === 'Spread'))
  );
}

/**
 * Places a pod for which no node could be launched in domains that all of its constraints allow as
 * the kube-scheduler would bind it: to it, domains without a node do not exist. No node of the pass
 * may be planned later in those that would then break a spread.
 * @param place tries the domains
 * @returns true if it is placed
 * @remarks Differs from karpenter, where such a pod waits.
 */
export function placeAsScheduler(
  problem: Pick<SchedulingProblem, 'table' | 'templates'>,
  pod: AttemptedPod,
  place: (choices: readonly DomainChoice[]) => boolean,
): boolean {
  const { attempt } = pod;
  if (!dependsOnSeveralLabels(attempt.topology)) return false;
  const reachable = domainChoicesOf(attempt);
  if (reachable !== null && canLaunchInAll(problem, pod, reachable)) return false;
  const choices = domainChoicesOf(attempt, 'WithNodes');
  if (choices === null) return false;
  const before = new Map(spreadsOf(attempt).map((group) => [group, group.state()]));
  if (!place(choices)) return false;
  for (const [group, state] of before) {
    const isFuller = (domain: number): boolean =>
      group.countOf(domain) > Math.max(state.countOf(domain), group.term.maxSkew);
    if (membersOf(group.withNodes).some(isFuller)) group.closeEmptyDomains();
  }
  return true;
}

/** A pod in one attempt to place it. */
interface AttemptedPod {
  readonly podGroup: Pick<PodGroup, 'requests' | 'volumeAlternatives'>;
  readonly attempt: PodAttempt;
}

const spreadsOf = ({ topology }: PodAttempt): readonly TopologyGroup[] =>
  topology.keyed
    .flatMap(({ constraints }) => constraints.map(({ group }) => group))
    .filter(({ term }) => term.kind === 'Spread');

/**
 * Returns true if some NodePool could launch a node for the pod that is in an allowed domain of each
 * label. As for the domains of one label, limits that are used up are not regarded.
 */
function canLaunchInAll(
  { table, templates }: Pick<SchedulingProblem, 'table' | 'templates'>,
  { podGroup, attempt }: AttemptedPod,
  choices: readonly DomainChoice[],
): boolean {
  const { volumeAlternatives, requests } = podGroup;
  const starts =
    volumeAlternatives.length === 0
      ? [attempt.strict]
      : volumeAlternatives.map((alternative) => table.join(attempt.strict, alternative));
  const search = new CombinationSearch(table, choices, requests);
  return templates
    .filter(({ taints }) => findUntolerated(taints, attempt.tolerations) === null)
    .some((template) => starts.some((start) => search.finds(template, start)));
}

class CombinationSearch {
  readonly #table: RequirementsTable;
  readonly #choices: readonly DomainChoice[];
  readonly #requests: PodGroup['requests'];
  #left = maxCombinations;

  constructor(
    table: RequirementsTable,
    choices: readonly DomainChoice[],
    requests: PodGroup['requests'],
  ) {
    this.#table = table;
    this.#choices = choices;
    this.#requests = requests;
  }

  finds(template: NodeClaimTemplate, requirements: Requirements, depth = 0): boolean {
    const choice = this.#choices[depth];
    this.#left -= 1;
    if (choice === undefined || this.#left < 0) return true;
    const { key, domains } = choice;
    const launchable = template.domainsFor(key, [requirements], this.#requests);
    if (depth === this.#choices.length - 1) return bitsIntersect(launchable, domains);
    return membersOf(launchable).some(
      (domain) =>
        hasBit(domains, domain) &&
        this.finds(
          template,
          this.#table.join(requirements, this.#table.value(key, domain)),
          depth + 1,
        ),
    );
  }
}
