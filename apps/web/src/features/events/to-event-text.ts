import type { DecisionState, FleetEventFieldsFragment } from '../../gql/graphql.js';
import { decisionSentence } from '../../lib/format/decision-sentence.js';
import { formatMonthly, toMicroUsdOrNull, withSign } from '../../lib/format/money.js';
import { countOf } from '../../lib/format/quantity.js';
import type { Tone } from '../../ui/badges/badge.js';
import { interruptionKindWords, outcomeLook } from '../../ui/badges/state-badges.js';
import type { IconName } from '../../ui/controls/icon.js';

export interface EventText {
  readonly word: string;
  readonly tone: Tone;
  readonly icon: IconName;
  readonly sentence: string;
}

interface StepLook {
  readonly word: string;
  readonly tone: Tone;
  readonly icon: IconName;
}

const stepLooks: Readonly<Record<string, StepLook>> = {
  Proposed: { word: 'Proposed', tone: 'neutral', icon: 'hourglass' },
  ApprovalRequested: { word: 'Approval requested', tone: 'attention', icon: 'person' },
  Approved: { word: 'Approved', tone: 'active', icon: 'approve' },
  Rejected: { word: 'Rejected', tone: 'neutral', icon: 'cross' },
  Expired: { word: 'Expired', tone: 'neutral', icon: 'clock' },
  Superseded: { word: 'Superseded', tone: 'neutral', icon: 'skip' },
  NodeClaimLaunchFailed: { word: 'Launch failed', tone: 'broken', icon: 'alert' },
  Failed: { word: 'Failed', tone: 'broken', icon: 'alert' },
};

/** Returns one line of the feed: the event as a word, and a sentence with the details. */
export function toEventText(event: FleetEventFieldsFragment): EventText {
  const { decisionKind, decisionEvent, interruptionKind } = event;
  if (interruptionKind !== null) {
    const pods = event.podCount === 0 ? '' : `, ${countOf(event.podCount, 'pod')} to move`;
    return {
      word: interruptionKindWords[interruptionKind],
      tone: event.decisionId === null ? 'neutral' : 'attention',
      icon: 'alert',
      sentence: `${event.nodeName ?? 'Unknown node'}${pods}`,
    };
  }
  const step = decisionEvent ?? 'Unknown';
  const look = lookOf(step, event);
  const sentence = decisionSentence({
    ...event,
    kind: decisionKind ?? 'UNKNOWN',
    state: stateAfter(step),
    outcome: event.decisionOutcome,
  });
  return { ...look, sentence: `${sentence}${moneyOf(event)}${actorOf(event)}` };
}

/** The state after a step; only the last steps have an outcome. */
function stateAfter(step: string): DecisionState {
  if (step === 'Executed') return 'EXECUTED';
  return step === 'Failed' ? 'FAILED' : 'PROPOSED';
}

function lookOf(step: string, { decisionOutcome }: FleetEventFieldsFragment): StepLook {
  if (step === 'Executed') return outcomeLook({ state: 'EXECUTED', outcome: decisionOutcome });
  return stepLooks[step] ?? { word: step, tone: 'neutral', icon: 'info' };
}

function moneyOf({ costChange }: FleetEventFieldsFragment): string {
  const microUsd = toMicroUsdOrNull(costChange);
  return microUsd === null ? '' : `, ${withSign(microUsd, formatMonthly)}`;
}

const actorOf = ({ actor }: FleetEventFieldsFragment): string =>
  actor === null || actor === 'kerf' ? '' : ` (${actor})`;
