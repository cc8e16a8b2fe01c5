import type { ClusterId, DecisionId, Instant, NotificationEventId } from '@kerf/core';
import type { NotificationEventKind, NotificationSeverity } from './event-kinds.js';

/** An event as it is sent to channels. Append-only. */
export interface NotificationEvent {
  /** The same for every delivery of the event, so that receivers can recognize repetitions. */
  readonly id: NotificationEventId;
  /** Increases with each event; of two events about one object, the later has the higher number. */
  readonly sequence: number;
  readonly kind: NotificationEventKind;
  readonly severity: NotificationSeverity;
  readonly at: Instant;
  /** `null` when it is not about a cluster. */
  readonly clusterId: ClusterId | null;
  /** Name of the cluster at that time. */
  readonly clusterName: string | null;
  /** Names of the NodePools concerned, sorted. */
  readonly nodePools: readonly string[];
  readonly body: NotificationBody;
}

/** The text of an event, and the objects that it is about. */
export interface NotificationBody {
  readonly title: string;
  readonly text: string | null;
  /** Name of the user or token; `null` for Kerf itself. */
  readonly actor: string | null;
  readonly object: { readonly kind: string; readonly id: string; readonly name: string };
  /** The decision that can be approved or rejected, at this version; else `null`. */
  readonly approval: { readonly decisionId: DecisionId; readonly version: number } | null;
  /** The incident of a pager that the event changes; `null` when it changes none. */
  readonly incident: NotificationIncident | null;
}

/** A change of an incident. Events with the same key are about the same incident. */
export interface NotificationIncident {
  readonly key: string;
  readonly action: 'Trigger' | 'Acknowledge' | 'Resolve';
}

/** An event that is not stored yet. */
export type NewNotificationEvent = Omit<NotificationEvent, 'id' | 'sequence'>;
