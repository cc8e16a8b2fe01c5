import { countOf } from '@kerf/core';
import type { DecisionSummaryFieldsFragment } from '../../gql/graphql.js';
import type { BadgeContent } from '../../ui/badges/badge.js';
import { outcomeBadge } from '../../ui/badges/state-badges.js';
import type { DecisionDetails } from './decisions.queries.js';

type Summary = Pick<DecisionSummaryFieldsFragment, 'kind' | 'state' | 'progress' | 'outcome'>;

/** Returns the state as a badge, also blocked or retrying while the decision is executed. */
export function decisionBadge({ state, progress, outcome }: Summary): BadgeContent {
  const badge = outcomeBadge({ state, outcome });
  if (progress === null) return badge;
  if (progress.failures.length > 0) return { label: 'Retrying', tone: 'attention', icon: 'alert' };
  return progress.waitingFor.length > 0
    ? { label: 'Blocked', tone: 'attention', icon: 'hourglass' }
    : badge;
}

/** "2 of 7 nodes removed: 4 draining, 1 terminating"; absent unless the decision is being executed. */
export function progressSentence({ kind, progress }: Summary): string | undefined {
  if (progress === null) return undefined;
  const { done, total, phases } = progress;
  const end = kind === 'PROVISION' ? 'READY' : 'GONE';
  const others = phases
    .filter(({ phase }) => phase !== end)
    .map(({ phase, count }) => `${count} ${phase.toLowerCase()}`);
  const nodes = `${done} of ${countOf(total, 'node')}`;
  const phaseText = others.length === 0 ? '' : `: ${others.join(', ')}`;
  return `${nodes} ${kind === 'PROVISION' ? 'ready' : 'removed'}${phaseText}`;
}

/** The next step of a decision that has not ended. */
export interface Progress {
  readonly text: string;
  /** Since when; RFC 3339. */
  readonly since: string;
}

/** Returns the next step; `undefined` if the decision has ended, awaits approval, or is never executed. */
export function toProgress(decision: DecisionDetails): Progress | undefined {
  if (decision.observeOnly) return undefined;
  const since = decision.events.at(-1)?.at ?? decision.proposedAt;
  switch (decision.state) {
    case 'PROPOSED': {
      const next = decision.approvalsNeeded > 0 ? 'requests approval' : 'executes it';
      const text = `Pending validation: Kerf validates the decision against the current state of the cluster, then ${next}.`;
      return { text, since };
    }
    case 'APPROVED':
      return {
        text: 'Starting: Kerf validates the decision once more and taints the nodes before anything else changes.',
        since: decision.decidedAt ?? since,
      };
    case 'EXECUTING':
      return { text: `${progressSentence(decision) ?? 'In progress'}.`, since };
    default:
      return undefined;
  }
}
