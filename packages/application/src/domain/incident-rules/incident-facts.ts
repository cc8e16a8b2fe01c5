import type { ClusterId, DurationMs, Instant, MicroUsdPerHour } from '@kerf/core';
import type { Pause } from '../brake/pause.js';
import type { RecentClaim } from '../brake/recent-claim.js';
import type { Cluster } from '../cluster/cluster.js';
import { attentionWindows } from '../cluster/cluster-attention.js';
import type { Finding } from '../finding/finding.js';
import type { Incident } from '../incident/incident.js';
import type { Interruption } from '../interruption/interruption.js';

/** Everything that incidents of a cluster are detected from. */
export interface IncidentFacts extends Omit<IncidentRecords, 'clusterId'> {
  readonly cluster: Pick<Cluster, 'id' | 'name' | 'endpoint' | 'connection'>;
  /** The pauses in force that Kerf set in the cluster. */
  readonly brakes: readonly Pause[];
}

/** Recent records of a cluster. */
export interface IncidentRecords {
  readonly clusterId: ClusterId;
  /** NodeClaims that were requested or ended within {@link recentClaimsMs}. */
  readonly claims: readonly RecentClaim[];
  /** Notices that Kerf acts on, received within {@link recentNoticesMs}, oldest first. */
  readonly notices: readonly RecentNotice[];
  /** Findings with {@link incidentFindingCodes}. */
  readonly findings: readonly IncidentFinding[];
  readonly spend: SpendFacts;
}

/** How far back NodeClaims are read: further than the time in which a launched node must join. */
export const recentClaimsMs: DurationMs = 30 * 60_000;
/** How far back interruption notices are read. */
export const recentNoticesMs: DurationMs = attentionWindows.interruptions;

/** Codes of the findings that open incidents. */
export const incidentFindingCodes = ['TERMINATION_STALLED', 'NODE_POOL_FLAPPING'] as const;

/** An interruption notice about one instance. */
export type RecentNotice = Pick<
  Interruption,
  'instanceId' | 'nodeName' | 'nodePool' | 'receivedAt' | 'lostPods'
>;

/** A finding that opens an incident. */
export interface IncidentFinding extends Pick<Finding, 'object' | 'message'> {
  readonly code: (typeof incidentFindingCodes)[number];
  readonly remedy: string | null;
  /** The NodePool of its object. */
  readonly nodePool: string | null;
  readonly firstSeenAt: Instant;
}

/** Cost of a cluster's nodes now, and what is usual. */
export interface SpendFacts {
  /** Sum of the known prices of its nodes. */
  readonly currentMicroUsdPerHour: MicroUsdPerHour;
  /** `null` while the cost was measured for too short a time. */
  readonly usual: UsualSpend | null;
}

/**
 * The usual cost of a cluster per hour. `Week`: the most that one of {@link usualHours} cost.
 * `Recent`: the average since `since`, of a cluster whose cost has been measured for less than a week.
 */
export type UsualSpend =
  | { readonly basis: 'Week'; readonly microUsdPerHour: MicroUsdPerHour }
  | {
      readonly basis: 'Recent';
      readonly microUsdPerHour: MicroUsdPerHour;
      readonly since: Instant;
    };

/** The problem of an incident as its rule sees it now. */
export interface Detection
  extends Pick<Incident, 'object' | 'objects' | 'nodePools' | 'cause' | 'remedy' | 'startedAt'> {
  /** True if it opens an incident; false if it is enough only to keep one open. */
  readonly opens: boolean;
}
