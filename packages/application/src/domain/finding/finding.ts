import type { ClusterId, Instant } from '@kerf/core';

/** A problem in a cluster that does not stop Kerf's work. One per cluster, code and object. */
export interface Finding {
  readonly clusterId: ClusterId;
  readonly code: FindingCode;
  /** The object concerned, e.g. `NodePool/default` or `NodeClaim/general-x2k4p`. */
  readonly object: string;
  readonly message: string;
  /** How to fix it, as a sentence; absent when the message contains the fix, or no fix is known. */
  readonly remedy?: string | null;
  readonly at: Instant;
}

/** Codes of the findings about a cluster. */
export const findingCodes = [
  /** An object of the cluster that Kerf cannot read. */
  'DEFINITION_REFUSED',
  /** A field of a definition that Kerf accepts but that has no effect (yet). */
  'FIELD_WITHOUT_EFFECT',
  /** A deleted EC2NodeClass that stays because of the mode `observe`. */
  'NODE_CLASS_DELETION_WAITS',
  /** The same name is defined in Kerf and in the cluster; Kerf's definition stays in force. */
  'DEFINITION_SHADOWED',
  /** An instance with this cluster's tags had no NodeClaim; it was terminated. */
  'INSTANCE_WITHOUT_CLAIM',
  /** A NodeClaim whose instance no longer exists. */
  'CLAIM_WITHOUT_INSTANCE',
  /** A NodeClaim that took too long to launch or to register. */
  'CLAIM_TIMED_OUT',
  /** The termination of a NodeClaim has made no progress for ten minutes. */
  'TERMINATION_STALLED',
  /** A launched instance has not become an initialized node for ten minutes. */
  'LAUNCH_STALLED',
  /** A decision that Kerf has to carry on with has made no progress for ten minutes. */
  'DECISION_STALLED',
  /** A node has less capacity than its NodeClaim was launched with. */
  'NODE_INCONSISTENT',
  /** A node has been unhealthy for longer than its repair policy tolerates. */
  'NODE_UNHEALTHY',
  /** A status check of EC2 has failed for an instance, which stays because of the mode `observe`. */
  'INSTANCE_IMPAIRED',
  /** Deletion costs of pods that another writer has set, or that Kerf could not write. */
  'DELETION_COST_NOT_WRITTEN',
  /** A standalone NodeClaim cannot be launched as it is defined, or at the moment. */
  'STANDALONE_CLAIM_REFUSED',
  /** A static NodePool lacks nodes, and none can be launched. */
  'STATIC_POOL_SHORT',
  /** A node joined without the taint that keeps pods off it until it is registered. */
  'UNREGISTERED_TAINT_MISSING',
  /** The interruption queue cannot be read: nodes may be terminated without notice. */
  'INTERRUPTION_QUEUE_UNREADABLE',
  /** A kind that the cluster serves and Kerf can use, but may not read. */
  'KIND_UNREADABLE',
  /** The API server has been unreachable for a minute: Kerf makes no decisions. */
  'CLUSTER_UNREACHABLE',
  /** Watches of a kind deliver nothing, or deliver late: it is listed repeatedly, and changes are seen late. */
  'WATCH_SILENT',
  /** The clock of Kerf or of an API server differs from others by a minute or more. */
  'CLOCK_SKEWED',
  /** A Karpenter or another Kerf acts in the cluster, so this Kerf does not. */
  'OTHER_CONTROLLER',
  /** The cluster has NodePools whose nodes another controller launches. */
  'FOREIGN_NODE_POOLS',
  /** The instance types could not be refreshed; older data is in use. */
  'CATALOG_STALE',
  /** Traffic is shifted away from a zone, so nothing is launched there. */
  'ZONE_SHIFTED',
  /** Prices could not be refreshed: older prices are in use, or none are known. */
  'PRICES_STALE',
  /** A stored row does not match its format; lists omit it. */
  'RECORD_UNREADABLE',
  /** A brake of Kerf has paused launches and disruption, because something ran away. */
  'RUNAWAY_BRAKE',
  /** Consolidation of a NodePool does the same again and again, and is frozen for a time. */
  'NODE_POOL_FLAPPING',
  /** A spend limit is reached, or a share of it that is reported. */
  'SPEND_LIMIT_REACHED',
  /** A number of the cluster exceeds its alert threshold. */
  'ALERT_THRESHOLD_EXCEEDED',
  /** An operation has kept failing for a minute; it is retried. */
  'OPERATION_FAILING',
] as const;
/** One of {@link findingCodes}. */
export type FindingCode = (typeof findingCodes)[number];
