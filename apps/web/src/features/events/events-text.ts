import { countOf } from '@kerf/core';
import type { DecisionState, FleetEventFieldsFragment } from '../../gql/graphql.js';
import { decisionSentence } from '../../lib/format/decision-sentence.js';
import { formatMonthly, toMicroUsdOrNull, withSign } from '../../lib/format/money.js';
import type { BadgeContent } from '../../ui/badges/badge.js';
import { interruptionKindWords, outcomeBadge } from '../../ui/badges/state-badges.js';

/** One line of the feed: a badge, and a sentence with the details. */
export interface EventText extends BadgeContent {
  readonly sentence: string;
}

const stepBadges: Readonly<Record<string, BadgeContent>> = {
  Proposed: { label: 'Proposed', tone: 'neutral', icon: 'hourglass' },
  ApprovalRequested: { label: 'Approval requested', tone: 'attention', icon: 'person' },
  Approved: { label: 'Approved', tone: 'active', icon: 'approve' },
  Rejected: { label: 'Rejected', tone: 'neutral', icon: 'cross' },
  Expired: { label: 'Expired', tone: 'neutral', icon: 'clock' },
  Superseded: { label: 'Superseded', tone: 'neutral', icon: 'skip' },
  NodeClaimLaunchFailed: { label: 'Launch failed', tone: 'broken', icon: 'alert' },
  Failed: { label: 'Failed', tone: 'broken', icon: 'alert' },
};

/** Returns the line of an event. */
export function toEventText(event: FleetEventFieldsFragment): EventText {
  const { decisionKind, decisionEvent, interruptionKind } = event;
  if (interruptionKind !== null) {
    const pods = event.podCount === 0 ? '' : `, ${countOf(event.podCount, 'pod')} to move`;
    return {
      label: interruptionKindWords[interruptionKind],
      tone: event.decisionId === null ? 'neutral' : 'attention',
      icon: 'alert',
      sentence: `${event.nodeName ?? 'Unknown node'}${pods}`,
    };
  }
  const step = decisionEvent ?? 'Unknown';
  const badge = badgeOf(step, event);
  const sentence = decisionSentence({
    ...event,
    kind: decisionKind ?? 'UNKNOWN',
    state: stateAfter(step),
    outcome: event.decisionOutcome,
  });
  return { ...badge, sentence: `${sentence}${costChangeOf(event)}${actorOf(event)}` };
}

/** The state after a step; only the last steps have an outcome. */
function stateAfter(step: string): DecisionState {
  if (step === 'Executed') return 'EXECUTED';
  return step === 'Failed' ? 'FAILED' : 'PROPOSED';
}

function badgeOf(step: string, { decisionOutcome }: FleetEventFieldsFragment): BadgeContent {
  if (step === 'Executed') return outcomeBadge({ state: 'EXECUTED', outcome: decisionOutcome });
  return stepBadges[step] ?? { label: step, tone: 'neutral', icon: 'info' };
}

function costChangeOf({ costChange }: FleetEventFieldsFragment): string {
  const microUsd = toMicroUsdOrNull(costChange);
  return microUsd === null ? '' : `, ${withSign(microUsd, formatMonthly)}`;
}

const actorOf = ({ actor }: FleetEventFieldsFragment): string =>
  actor === null || actor === 'kerf' ? '' : ` (${actor})`;
