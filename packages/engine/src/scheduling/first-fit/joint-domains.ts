import { membersOf } from '../../requirements/bits.js';
import type { DomainChoice } from '../../topology/domain-choice.js';
import type { PodTopology } from '../../topology/topology.js';
import type { TopologyGroup } from '../../topology/topology-group.js';
import type { PodAttempt } from '../pods/pod-group.js';
import { domainChoicesOf } from './domain-choices.js';
import { type AttemptedPod, canLaunchInAll, type Launcher } from './launchable-combinations.js';

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
  launcher: Launcher,
  pod: AttemptedPod,
  place: (choices: readonly DomainChoice[]) => boolean,
): boolean {
  const { attempt } = pod;
  if (!dependsOnSeveralLabels(attempt.topology)) return false;
  const reachable = domainChoicesOf(attempt);
  if (reachable !== null && canLaunchInAll(launcher, pod, reachable)) return false;
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

const spreadsOf = ({ topology }: PodAttempt): readonly TopologyGroup[] =>
  topology.keyed
    .flatMap(({ constraints }) => constraints.map(({ group }) => group))
    .filter(({ term }) => term.kind === 'Spread');
