import { assertNever, type DurationMs, type Instant } from '@kerf/core';
import type { ClusterConnection } from './cluster.js';

/** What a cluster may need attention for, the most urgent first. */
export const attentionKinds = [
  /** The registration check failed: nothing is known, and nothing is done. */
  'CheckFailed',
  /** The cluster's API cannot be reached: nothing is decided. */
  'Unreachable',
  /** Connected, but what is known grows older: no worker keeps it up to date. */
  'StaleData',
  /** The cloud did not launch nodes. */
  'LaunchFailures',
  /** Pods ended with an interrupted instance. */
  'PodsLost',
  /** Many nodes are interrupted within a short time. */
  'InterruptionStorm',
  /** Removals or replacements of nodes that could not be completed. */
  'FailedDecisions',
  /** Problems that Kerf works around. */
  'Findings',
] as const;
/** One of {@link attentionKinds}. */
export type AttentionKind = (typeof attentionKinds)[number];

/** A reason why a cluster needs attention, with its severity and since when. */
export interface Attention {
  readonly kind: AttentionKind;
  /** `Broken`: Kerf cannot do its work there; `Degraded`: it works, and somebody should look. */
  readonly severity: 'Broken' | 'Degraded';
  /** How many launches, nodes, decisions or findings; 0 where nothing is counted. */
  readonly count: number;
  /** Since when, or when the last of them was. */
  readonly since: Instant;
  /** The problem in a sentence; `null` where the kind says it all. */
  readonly detail: string | null;
}

/** How far back events count: older ones have been dealt with, or are history. */
export const attentionWindows: Readonly<
  Record<'launches' | 'interruptions' | 'decisions' | 'findings', DurationMs>
> = {
  launches: 15 * 60_000,
  interruptions: 10 * 60_000,
  decisions: 60 * 60_000,
  findings: 60 * 60_000,
};

/** Fewer interruptions at a time are everyday life of Spot. */
const stormFromNodes = 5;
/** A connected cluster is written down as known every few seconds; a quiet one every 20. */
const staleAfterMs: DurationMs = 60_000;

/** How many events there were within their window, and when the last of them was. */
export interface RecentEvents {
  readonly count: number;
  /** `null` when there was none. */
  readonly lastAt: Instant | null;
}

/** What is known of a cluster when its attention is computed. */
export interface AttentionFacts {
  readonly connection: ClusterConnection;
  /** Claims that the cloud did not launch. */
  readonly launchFailures: RecentEvents;
  /** Nodes with an interruption notice that Kerf acts on. */
  readonly interruptions: RecentEvents;
  /** Of them, those with pods that ended with their instance. */
  readonly podsLost: RecentEvents;
  /** But for launches, whose failures are counted themselves. */
  readonly failedDecisions: RecentEvents;
  readonly findings: RecentEvents;
}

/** What the cluster needs attention for, the most urgent first; empty when it is well. */
export function attentionOf(facts: AttentionFacts, now: Instant): readonly Attention[] {
  return attentionKinds.flatMap((kind) => {
    const found = attentionFor(kind, facts, now);
    return found === null ? [] : [{ kind, ...found }];
  });
}

function attentionFor(
  kind: AttentionKind,
  facts: AttentionFacts,
  now: Instant,
): Omit<Attention, 'kind'> | null {
  const { connection } = facts;
  switch (kind) {
    case 'CheckFailed':
      return connection.state === 'Rejected' ? broken(connection) : null;
    case 'Unreachable':
      return connection.state === 'Unreachable' ? broken(connection) : null;
    case 'StaleData':
      return staleData(connection, now);
    case 'LaunchFailures':
      return counted(facts.launchFailures, 'Broken');
    case 'PodsLost':
      return counted(facts.podsLost, 'Broken');
    case 'InterruptionStorm':
      return counted(facts.interruptions, 'Degraded', stormFromNodes);
    case 'FailedDecisions':
      return counted(facts.failedDecisions, 'Degraded');
    case 'Findings':
      return counted(facts.findings, 'Degraded');
    default:
      return assertNever(kind);
  }
}

const broken = ({ changedAt, problem }: ClusterConnection): Omit<Attention, 'kind'> => ({
  severity: 'Broken',
  count: 0,
  since: changedAt,
  detail: problem,
});

function staleData(
  { state, syncedAt }: ClusterConnection,
  now: Instant,
): Omit<Attention, 'kind'> | null {
  if (state !== 'Connected' || syncedAt === null || now - syncedAt <= staleAfterMs) return null;
  return { severity: 'Broken', count: 0, since: syncedAt, detail: null };
}

function counted(
  { count, lastAt }: RecentEvents,
  severity: Attention['severity'],
  from = 1,
): Omit<Attention, 'kind'> | null {
  return count < from || lastAt === null ? null : { severity, count, since: lastAt, detail: null };
}
