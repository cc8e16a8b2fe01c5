import { type Instant, type MicroUsdPerHour, usdText } from '@kerf/core';
import type { Decision, DecisionEvent, DecisionEventKind } from '../domain/decision/decision.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { OperationFailure } from '../domain/operation/operation-failure.js';
import type { CachedNode } from '../ports/cluster-cache.js';
import { launchCauseOf } from './launch-stall.js';
import { isStalled, type Stall, type StallCause, stallText } from './stall.js';

/** State of a decision's work, as recorded. */
export interface DecisionSeen {
  /** Its history, oldest first. */
  readonly events: readonly DecisionEvent[];
  /** NodeClaims of the replacements that were requested. */
  readonly replacements: readonly NodeClaim[];
  readonly nodeOf: (claim: NodeClaim) => CachedNode | undefined;
  /** The operation that keeps failing for it; `null` if none does. */
  readonly failure: OperationFailure | null;
  readonly now: Instant;
}

/** Entries of a history that are no step forward. */
const noProgress: ReadonlySet<DecisionEventKind> = new Set([
  'ExecutionDelayed',
  'Commented',
  'ReviewGiven',
  'ReviewWithdrawn',
  'ReminderDue',
  'Escalated',
]);

/** Terminations are reported themselves, and each step of a reboot has a time limit. */
const endsByItself: readonly Decision['executionStep'][] = ['RebootRequested', 'MarkedForDeletion'];

/**
 * Returns true for a decision that Kerf has to carry on with. It does not wait for a person, for its
 * maintenance window, for a reboot, or for terminations.
 */
export function isKerfsTurn(decision: Decision, now: Instant): boolean {
  switch (decision.state) {
    case 'Proposed':
      return decision.verdict.kind !== 'ObserveOnly';
    case 'Approved':
      return (decision.approval?.window?.from ?? now) <= now;
    case 'Executing':
      return !endsByItself.includes(decision.executionStep);
    default:
      return false;
  }
}

/** Returns why a decision is stalled on which Kerf has to act; `null` while it makes progress. */
export function decisionStallOf(decision: Decision, seen: DecisionSeen): Stall | null {
  const { events, now } = seen;
  const steps = events.filter(({ kind }) => !noProgress.has(kind)).map(({ at }) => at);
  const from = decision.approval?.window?.from ?? 0;
  const since = Math.max(decision.proposedAt, ...steps, decision.state === 'Approved' ? from : 0);
  if (!isStalled({ since }, now)) return null;
  const cause = { since, ...causeOf(decision, seen) };
  return {
    message: `${stallText('The decision', cause, now)} ${delayCostText(decision, seen)}`,
    remedy: cause.remedy,
  };
}

type CauseText = Omit<StallCause, 'since'>;

function causeOf(
  decision: Decision,
  { events, failure, replacements, nodeOf }: DecisionSeen,
): CauseText {
  const awaited = replacements.flatMap((claim) => {
    const found = launchCauseOf(claim, nodeOf(claim));
    return found === null ? [] : [{ claim, found }];
  })[0];
  if (awaited !== undefined) {
    const { claim, found } = awaited;
    return {
      cause: `it waits for its replacement ${claim.name}: ${found.cause}`,
      remedy: found.remedy,
    };
  }
  if (failure !== null) {
    return {
      cause: `${failure.operation} keeps failing: ${withoutEnd(failure.message)}`,
      remedy: failure.remedy ?? 'Fix what the message names. Kerf tries again by itself.',
    };
  }
  const last = events.at(-1);
  if (last?.kind === 'ExecutionDelayed' && last.data.detail !== undefined) {
    return {
      cause: `its execution is delayed: ${withoutEnd(last.data.detail)}`,
      remedy: 'Fix what the message names. Kerf tries again by itself.',
    };
  }
  return {
    cause: stepText(decision),
    remedy:
      'Restart the worker of the cluster, which takes up open decisions, and report this with its log.',
  };
}

function stepText({ state, executionStep }: Decision): string {
  if (state === 'Proposed') return 'it has not been validated';
  if (state === 'Approved') return 'it is approved, and its execution has not started';
  return executionStep === 'ReplacementsRequested'
    ? 'its replacements have not been launched'
    : 'its nodes have not been marked for deletion';
}

/** Returns a sentence on the savings that the delay costs, with the price of replacements that run. */
function delayCostText(
  { costChangeMicroUsdPerHour: change }: Decision,
  { replacements }: DecisionSeen,
): string {
  const prices: readonly (MicroUsdPerHour | null)[] = replacements.flatMap(({ instance }) =>
    instance === null ? [] : [instance.priceMicroUsdPerHour],
  );
  const known = prices.filter((price) => price !== null);
  if (change === null || known.length < prices.length) return 'What the delay costs is unknown.';
  const cost = known.reduce((sum, price) => sum + price, Math.max(0, 0 - change));
  return cost === 0 ? 'The delay costs nothing.' : `The delay costs ${usdText(cost)} per hour.`;
}

const withoutEnd = (sentence: string): string => sentence.replace(/\.$/, '');
