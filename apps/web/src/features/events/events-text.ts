import { countOf } from '@kerf/core';
import type { ActivityFieldsFragment, DecisionState } from '../../gql/graphql.js';
import { decisionSentence } from '../../lib/format/decision-sentence.js';
import { formatMonthly, toMicroUsdOrNull, withSign } from '../../lib/format/money.js';
import type { BadgeContent } from '../../ui/badges/badge.js';
import { interruptionKindWords, outcomeBadge } from '../../ui/badges/state-badges.js';

/** One line of the feed: a badge, and a sentence with the details. */
export interface ActivityText extends BadgeContent {
  readonly sentence: string;
}

const stepBadges: Readonly<Record<string, BadgeContent>> = {
  ApprovalRequested: { label: 'Approval requested', tone: 'attention', icon: 'person' },
  Approved: { label: 'Approved', tone: 'active', icon: 'approve' },
  Rejected: { label: 'Rejected', tone: 'neutral', icon: 'cross' },
  Expired: { label: 'Expired', tone: 'neutral', icon: 'clock' },
  NodeClaimLaunchFailed: { label: 'Launch failed', tone: 'broken', icon: 'alert' },
  Failed: { label: 'Failed', tone: 'broken', icon: 'alert' },
};

/** Returns the line of a row of activity. */
export function toActivityText(row: ActivityFieldsFragment): ActivityText {
  const { interruptionKind, decisionKind, decisionEvent, decisionOutcome } = row;
  if (interruptionKind !== null) {
    return {
      label: interruptionKindWords[interruptionKind],
      tone: row.lostNodes > 0 ? 'broken' : row.drainingNodes > 0 ? 'attention' : 'neutral',
      icon: row.severity === 'INFO' ? 'check' : 'alert',
      sentence: interruptionSentence(row),
    };
  }
  const step = decisionEvent ?? 'Unknown';
  const sentence = decisionSentence({
    ...row,
    kind: decisionKind ?? 'UNKNOWN',
    state: stateAfter(step),
    outcome: decisionOutcome,
  });
  return {
    ...badgeOf(step, row),
    sentence: `${sentence}${costChangeOf(row)}${actorsOf(row)}`,
  };
}

/** `16 nodes drained, all in time`, `3 of 16 nodes still draining`, `2 of 16 nodes lost pods`. */
function interruptionSentence({
  nodeCount,
  drainedNodes,
  drainingNodes,
  lostNodes,
}: ActivityFieldsFragment): string {
  const nodes = countOf(nodeCount, 'node');
  const parts = [
    ...(lostNodes > 0 ? [`${lostNodes} of ${nodes} lost pods`] : []),
    ...(drainingNodes > 0 ? [`${drainingNodes} of ${nodes} still draining`] : []),
  ];
  if (parts.length > 0) return parts.join(', ');
  if (drainedNodes === 0) return `${nodes}, no action necessary`;
  if (drainedNodes < nodeCount) return `${drainedNodes} of ${nodes} drained, all in time`;
  return `${nodes} drained, ${nodeCount === 1 ? 'in time' : 'all in time'}`;
}

/** The state after a step; only the last steps have an outcome. */
function stateAfter(step: string): DecisionState {
  if (step === 'Executed') return 'EXECUTED';
  return step === 'Failed' ? 'FAILED' : 'PROPOSED';
}

function badgeOf(step: string, { decisionOutcome }: ActivityFieldsFragment): BadgeContent {
  if (step === 'Executed') return outcomeBadge({ state: 'EXECUTED', outcome: decisionOutcome });
  return stepBadges[step] ?? { label: step, tone: 'neutral', icon: 'info' };
}

function costChangeOf({ costChange }: ActivityFieldsFragment): string {
  const microUsd = toMicroUsdOrNull(costChange);
  return microUsd === null ? '' : `, ${withSign(microUsd, formatMonthly)}`;
}

const actorsOf = ({ actors }: ActivityFieldsFragment): string =>
  actors.length === 0 ? '' : ` (${actors.join(', ')})`;
