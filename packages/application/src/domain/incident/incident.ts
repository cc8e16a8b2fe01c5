import type { ClusterId, DurationMs, IncidentId, Instant } from '@kerf/core';

/** Kinds of incidents, the most urgent first. */
export const incidentKinds = [
  'StaleCluster',
  'LaunchFailures',
  'RegistrationFailures',
  'InterruptionStorm',
  'SpendJump',
  'BlockedDrain',
  'FrozenConsolidation',
] as const;
/** One of {@link incidentKinds}. */
export type IncidentKind = (typeof incidentKinds)[number];

/** Severities of incidents, the least severe first. */
export type IncidentSeverity = 'Warning' | 'Critical';

/** A problem of a cluster from its start to its end. At most one of a kind is open for an object. */
export interface Incident {
  readonly id: IncidentId;
  readonly clusterId: ClusterId;
  readonly kind: IncidentKind;
  /** The object that it is about, as kind and name, e.g. `NodePool/default` or `Cluster/prod`. */
  readonly object: string;
  /** All objects concerned in the same form, at most {@link maxIncidentObjects}. */
  readonly objects: readonly string[];
  /** Names of the NodePools concerned, sorted; empty if it is about the whole cluster. */
  readonly nodePools: readonly string[];
  /** The problem, in sentences. */
  readonly cause: string;
  /** How to fix it, in sentences. */
  readonly remedy: string;
  readonly startedAt: Instant;
  /** When the problem was there last, up to a minute ago while it is there. */
  readonly lastSeenAt: Instant;
  /** {@link lastSeenAt} of an incident that is closed; `null` while it is open. */
  readonly endedAt: Instant | null;
  readonly version: number;
}

/** Number of objects that an incident lists. */
export const maxIncidentObjects = 50;

/** How serious incidents of a kind are, and when they close. */
interface IncidentTerms {
  readonly severity: IncidentSeverity;
  /** An incident closes when its problem has not been seen for this time, so that it does not flap. */
  readonly quietMs: DurationMs;
}

const minuteMs: DurationMs = 60_000;

/** The terms of each kind of incident. */
export const incidentTerms: Readonly<Record<IncidentKind, IncidentTerms>> = {
  StaleCluster: { severity: 'Critical', quietMs: 2 * minuteMs },
  LaunchFailures: { severity: 'Critical', quietMs: 5 * minuteMs },
  RegistrationFailures: { severity: 'Critical', quietMs: 5 * minuteMs },
  InterruptionStorm: { severity: 'Warning', quietMs: 5 * minuteMs },
  SpendJump: { severity: 'Warning', quietMs: 5 * minuteMs },
  BlockedDrain: { severity: 'Warning', quietMs: 2 * minuteMs },
  FrozenConsolidation: { severity: 'Warning', quietMs: 2 * minuteMs },
};
