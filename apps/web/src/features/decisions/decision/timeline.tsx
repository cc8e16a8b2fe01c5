import { decimalUsdPattern } from '@kerf/core';
import { Link } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { formatHourly, toMicroUsd } from '../../../lib/format/money.js';
import { RelativeTime } from '../../../ui/values/relative-time.js';
import type { DecisionDetails } from '../decisions.queries.js';
import classes from './decision-page.module.css';

/** The history of a decision, oldest first. */
export function Timeline({ events }: { readonly events: DecisionDetails['events'] }) {
  return (
    <ol className={classes['timeline']}>
      {toTimeline(events).map((entry) => (
        <li key={entry.number} className={classes['event']}>
          <strong>{entry.title}</strong>
          {entry.actor !== undefined && <> by {entry.actor}</>}{' '}
          <span className="dimmed">
            <RelativeTime at={entry.at} />
          </span>
          {entry.details.map((line) => (
            <div key={line} className="dimmed">
              {line}
            </div>
          ))}
          {entry.successor !== undefined && (
            <div className="dimmed">
              replaced by{' '}
              <Link to="/decisions/$id" params={{ id: entry.successor }}>
                {entry.successor}
              </Link>
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

type DecisionEvent = DecisionDetails['events'][number];

export interface TimelineEntry {
  /** Position in the history, from 1. */
  readonly number: number;
  readonly at: string;
  readonly title: string;
  /** Absent for actions of Kerf itself. */
  readonly actor: string | undefined;
  readonly details: readonly string[];
  /** ID of the decision that replaces this one. */
  readonly successor?: string;
}

const words: Readonly<Record<string, string>> = {
  Proposed: 'Proposed',
  Validated: 'Validated',
  ApprovalRequested: 'Approval requested',
  ReviewGiven: 'Approval given',
  ReviewWithdrawn: 'Approval withdrawn',
  Commented: 'Comment',
  ReminderDue: 'Reminder: approval is missing',
  Escalated: 'Escalated',
  NodesExcluded: 'Nodes excluded; the rest is planned again',
  BreakGlass: 'Break-glass: executed without approvals',
  Approved: 'Approved',
  Rejected: 'Rejected',
  Expired: 'Approval expired',
  Superseded: 'Superseded: the cluster changed',
  ExecutionStarted: 'Execution started',
  ExecutionDelayed: 'Delayed; Kerf retries',
  StepDone: 'Step completed',
  NodeClaimLaunched: 'Instance launched',
  NodeClaimLaunchFailed: 'Launch failed',
  NodeClaimRegistered: 'Node joined the cluster',
  NodeClaimInitialized: 'Node ready for pods',
  NodeClaimTerminated: 'Node terminated',
  Executed: 'Completed',
  Failed: 'Failed',
};

/** Steps of the execution, as separate lines or beside their event. */
const stepWords: Readonly<Record<string, string>> = {
  Tainted: 'Nodes tainted: no new pods are scheduled there',
  ReplacementsRequested: 'Replacements requested',
  ReplacementsInitialized: 'Replacements ready for pods',
  RebootRequested: 'Reboot requested: the node is drained first',
  Rebooted: 'Node rebooted and Ready',
  MarkedForDeletion: 'Drain started',
  Terminated: 'Nodes terminated',
};

const amount = z.string().check(z.regex(decimalUsdPattern));

const eventData = z.object({
  comment: z.optional(z.string()),
  step: z.optional(z.string()),
  nodeClaimId: z.optional(z.string()),
  nodeName: z.optional(z.string()),
  detail: z.optional(z.string()),
  dropped: z.optional(
    z.array(
      z.object({ nodeName: z.string(), reasons: z.array(z.object({ message: z.string() })) }),
    ),
  ),
  approvals: z.optional(z.object({ given: z.number(), needed: z.number() })),
  excludedNodes: z.optional(z.array(z.string())),
  successor: z.optional(z.string()),
  moved: z.optional(
    z.object({
      nodesAdded: z.array(z.string()),
      nodesGone: z.array(z.string()),
      podsAdded: z.array(z.string()),
      podsGone: z.array(z.string()),
      podsWaiting: z.optional(z.array(z.string())),
      budgetsLower: z.array(z.string()),
      savingBeforeUsdPerHour: z.nullable(amount),
      savingAfterUsdPerHour: z.nullable(amount),
    }),
  ),
  expectedUsdPerHour: z.optional(z.nullable(amount)),
  actualUsdPerHour: z.optional(z.nullable(amount)),
});

/** Returns the history as lines; an event with data of an unknown shape is shown without details. */
export function toTimeline(events: readonly DecisionEvent[]): readonly TimelineEntry[] {
  return events.map(({ at, kind, actor, data }, index) => {
    const parsed = eventData.safeParse(data);
    const step = parsed.success ? stepOf(parsed.data) : undefined;
    const details = parsed.success ? detailsOf(parsed.data) : [];
    const successor = parsed.success ? parsed.data.successor : undefined;
    const title = successor === undefined ? (words[kind] ?? kind) : 'Superseded by a new plan';
    const isStep = kind === 'StepDone';
    return {
      number: index + 1,
      at,
      title: isStep ? (step ?? title) : title,
      actor: actor === 'kerf' ? undefined : actor,
      details: isStep || step === undefined ? details : [step, ...details],
      ...(successor !== undefined && { successor }),
    };
  });
}

type EventData = z.infer<typeof eventData>;

const stepOf = ({ step }: EventData): string | undefined =>
  step === undefined ? undefined : (stepWords[step] ?? step);

function detailsOf(data: EventData): readonly string[] {
  const lines = [
    data.comment === undefined ? undefined : `“${data.comment}”`,
    data.nodeName ?? data.nodeClaimId,
    priceLine(data),
    data.detail,
    ...(data.dropped ?? []).map(remainingNodeLine),
    data.approvals && `${data.approvals.given} of ${data.approvals.needed} approvals`,
    data.excludedNodes && data.excludedNodes.length > 0
      ? `without ${data.excludedNodes.join(', ')}`
      : undefined,
    ...(data.moved === undefined ? [] : movedLines(data.moved)),
  ];
  return lines.flatMap((line) => (line === undefined || line === '' ? [] : [line]));
}

function priceLine({
  expectedUsdPerHour: expected = null,
  actualUsdPerHour: actual = null,
}: EventData): string | undefined {
  if (actual === null) return undefined;
  if (expected === null || expected === actual) return hourlyOf(actual);
  return `${hourlyOf(actual)}, expected ${hourlyOf(expected)}`;
}

/** Returns one line for each kind of change since people saw the plan. */
function movedLines(moved: NonNullable<EventData['moved']>): readonly (string | undefined)[] {
  const line = (label: string, names: readonly string[]) =>
    names.length === 0 ? undefined : `${label}: ${names.join(', ')}`;
  const { savingBeforeUsdPerHour: before, savingAfterUsdPerHour: after } = moved;
  return [
    line('Nodes added', moved.nodesAdded),
    line('Nodes gone', moved.nodesGone),
    line('Pods added', moved.podsAdded),
    line('Pods gone', moved.podsGone),
    line('Pods that would wait', moved.podsWaiting ?? []),
    line('PodDisruptionBudgets that allow less', moved.budgetsLower),
    before === after ? undefined : `Saving: ${hourlyOf(after)}, was ${hourlyOf(before)}`,
  ];
}

const hourlyOf = (usd: string | null): string =>
  usd === null ? 'unknown' : formatHourly(toMicroUsd(usd));

type Dropped = NonNullable<EventData['dropped']>[number];

function remainingNodeLine({ nodeName, reasons }: Dropped): string {
  const [first] = reasons;
  const reasonText = first === undefined ? '' : `: ${first.message}`;
  return `${nodeName} stays${reasonText}`;
}
