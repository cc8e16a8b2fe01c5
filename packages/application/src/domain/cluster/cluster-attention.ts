import { type DurationMs, type Instant } from '@kerf/core';
import { type Incident, type IncidentKind, incidentTerms } from '../incident/incident.js';
import type { ClusterConnection } from './cluster.js';

/** Reasons why a cluster may need attention, the most urgent first. */
export const attentionKinds = [
  /** The registration check failed: Kerf has no data and does nothing. */
  'CheckFailed',
  /** The cluster's API cannot be reached: Kerf makes no decisions. */
  'Unreachable',
  /** Connected, but the data is old: no worker updates it. */
  'StaleData',
  /** The cloud did not launch nodes. */
  'LaunchFailures',
  /** Pods were lost with an interrupted instance. */
  'PodsLost',
  /** Open incidents that no other kind is about. */
  'Incidents',
  /** Kerf paused changes, because they ran away or went round in circles. */
  'BrakeEngaged',
  /** Many nodes are interrupted within a short time. */
  'InterruptionStorm',
  /** People paused changes. */
  'Paused',
  /** Removals or replacements of nodes that could not be completed. */
  'FailedDecisions',
  /** Spending reached a share of a monthly limit. */
  'SpendLimitReached',
  /** A forecast is above a monthly limit. */
  'SpendForecastExceeded',
  /** Nodes, cost or changes exceed a threshold that only reports. */
  'AlertThresholdExceeded',
  /** Problems that Kerf works around. */
  'Findings',
  /** Decisions that await approval. */
  'ApprovalsWaiting',
  /** Pods that have no node yet. */
  'PendingPods',
] as const;
/** One of {@link attentionKinds}. */
export type AttentionKind = (typeof attentionKinds)[number];

/** A reason why a cluster needs attention, with its severity and since when. */
export interface Attention {
  readonly kind: AttentionKind;
  /**
   * `Broken`: Kerf cannot work in the cluster; `Degraded`: it works, but a problem needs attention;
   * `Waiting`: no problem, but something waits for a person or for capacity.
   */
  readonly severity: 'Broken' | 'Degraded' | 'Waiting';
  /** Number of launches, nodes, decisions, incidents, findings or pods; 0 when nothing is counted. */
  readonly count: number;
  /** Start of the problem, time of the last event, or since when the oldest waits. */
  readonly since: Instant;
  /** The problem, as a sentence; `null` when the kind is sufficient. */
  readonly detail: string | null;
}

/** How far back events count; older events are resolved or no longer relevant. */
export const attentionWindows: Readonly<
  Record<'launches' | 'interruptions' | 'decisions' | 'findings', DurationMs>
> = {
  launches: 15 * 60_000,
  interruptions: 10 * 60_000,
  decisions: 60 * 60_000,
  findings: 60 * 60_000,
};

/** Interrupted nodes within their window that are a storm; fewer at a time are normal for Spot. */
export const stormFromNodes = 5;
/**
 * Age from which the data of a connected cluster is stale. Its sync time is saved every few seconds, of
 * an idle cluster every 20 s.
 */
export const staleAfterMs: DurationMs = 60_000;

/** Number of events within their window, and the time of the last one. */
export interface RecentEvents {
  readonly count: number;
  /** `null` when there was none. */
  readonly lastAt: Instant | null;
}

/** Events, with a sentence about the last one. */
export interface DescribedEvents extends RecentEvents {
  readonly detail: string | null;
}

/** An open incident of the cluster. */
export type OpenIncident = Pick<Incident, 'kind' | 'cause' | 'startedAt'>;

/** Number of things that wait, and since when the oldest does. */
export interface Waiting {
  readonly count: number;
  /** `null` when nothing waits. */
  readonly oldestAt: Instant | null;
}

/** The data from which the attention of a cluster is computed. */
export interface AttentionFacts {
  readonly connection: ClusterConnection;
  /** NodeClaims that the cloud did not launch. */
  readonly launchFailures: RecentEvents;
  /** Nodes with an interruption notice that Kerf acts on. */
  readonly interruptions: RecentEvents;
  /** The interruptions among them whose pods were lost with the instance. */
  readonly podsLost: RecentEvents;
  /** Failed decisions except launches, whose failures are counted separately. */
  readonly failedDecisions: RecentEvents;
  /** Pauses in force that Kerf set. */
  readonly brakes: DescribedEvents;
  /** Pauses in force that people set. */
  readonly pauses: DescribedEvents;
  readonly spendLimits: DescribedEvents;
  /** Forecasts above a monthly limit. */
  readonly spendForecasts: DescribedEvents;
  readonly alerts: DescribedEvents;
  /** The open incidents, the oldest first. */
  readonly incidents: readonly OpenIncident[];
  /** Findings that no other kind is about. */
  readonly findings: RecentEvents;
  readonly approvals: Waiting;
  readonly pendingPods: Waiting;
}

/**
 * Returns the reasons why the cluster needs attention, the most urgent first; empty when there are
 * none.
 */
export function attentionOf(facts: AttentionFacts, now: Instant): readonly Attention[] {
  return attentionKinds.flatMap((kind) => {
    const found = finders[kind](facts, now);
    return found === null ? [] : [{ kind, ...found }];
  });
}

/** The kinds of attention that are about the same as an incident. */
const sameAsIncident: Readonly<Record<IncidentKind, readonly AttentionKind[]>> = {
  StaleCluster: ['CheckFailed', 'Unreachable', 'StaleData'],
  LaunchFailures: ['LaunchFailures'],
  RegistrationFailures: ['LaunchFailures'],
  InterruptionStorm: ['InterruptionStorm'],
  SpendJump: [],
  BlockedDrain: [],
  FrozenConsolidation: ['BrakeEngaged'],
};

/** An incident lasts longer than what opened it, so it may be all that is left to say. */
function otherIncidents(facts: AttentionFacts, now: Instant): Found {
  const others = facts.incidents.filter(({ kind }) =>
    sameAsIncident[kind].every((same) => finders[same](facts, now) === null),
  );
  const isCritical = ({ kind }: OpenIncident): boolean =>
    incidentTerms[kind].severity === 'Critical';
  const worst = others.find(isCritical) ?? others[0];
  if (worst === undefined) return null;
  return {
    severity: isCritical(worst) ? 'Broken' : 'Degraded',
    count: others.length,
    since: Math.min(...others.map(({ startedAt }) => startedAt)),
    detail: worst.cause,
  };
}

const broken = ({ changedAt, problem }: ClusterConnection): Omit<Attention, 'kind'> => ({
  severity: 'Broken',
  count: 0,
  since: changedAt,
  detail: problem,
});

function staleData({ state, syncedAt }: ClusterConnection, now: Instant): Found {
  if (state !== 'Connected' || syncedAt === null || now - syncedAt <= staleAfterMs) return null;
  return { severity: 'Broken', count: 0, since: syncedAt, detail: null };
}

function counted(
  { count, lastAt }: RecentEvents,
  severity: Attention['severity'],
  from = 1,
): Found {
  return count < from || lastAt === null ? null : { severity, count, since: lastAt, detail: null };
}

function described({ detail, ...events }: DescribedEvents): Found {
  const found = counted(events, 'Degraded');
  return found === null ? null : { ...found, detail };
}

const waiting = ({ count, oldestAt }: Waiting): Found =>
  counted({ count, lastAt: oldestAt }, 'Waiting');

/** A problem of one kind; `null` if the cluster does not need attention for it. */
type Found = Omit<Attention, 'kind'> | null;

const finders: Readonly<Record<AttentionKind, (facts: AttentionFacts, now: Instant) => Found>> = {
  CheckFailed: ({ connection }) => (connection.state === 'Rejected' ? broken(connection) : null),
  Unreachable: ({ connection }) => (connection.state === 'Unreachable' ? broken(connection) : null),
  StaleData: ({ connection }, now) => staleData(connection, now),
  LaunchFailures: ({ launchFailures }) => counted(launchFailures, 'Broken'),
  PodsLost: ({ podsLost }) => counted(podsLost, 'Broken'),
  Incidents: otherIncidents,
  BrakeEngaged: ({ brakes }) => described(brakes),
  InterruptionStorm: ({ interruptions }) => counted(interruptions, 'Degraded', stormFromNodes),
  Paused: ({ pauses }) => described(pauses),
  FailedDecisions: ({ failedDecisions }) => counted(failedDecisions, 'Degraded'),
  SpendLimitReached: ({ spendLimits }) => described(spendLimits),
  SpendForecastExceeded: ({ spendForecasts }) => described(spendForecasts),
  AlertThresholdExceeded: ({ alerts }) => described(alerts),
  Findings: ({ findings }) => counted(findings, 'Degraded'),
  ApprovalsWaiting: ({ approvals }) => waiting(approvals),
  PendingPods: ({ pendingPods }) => waiting(pendingPods),
};
