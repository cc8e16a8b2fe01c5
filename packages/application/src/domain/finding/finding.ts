import type { ClusterId, Instant } from '@kerf/core';

/** Something is off in a cluster, and work goes on. One per cluster, code and object. */
export interface Finding {
  readonly clusterId: ClusterId;
  readonly code: FindingCode;
  /** `NodePool/default`, `NodeClaim/general-x2k4p` …; what it is about. */
  readonly object: string;
  readonly message: string;
  /** How to fix it, in a sentence; left out when the message says it, or nothing is known that would. */
  readonly remedy?: string | null;
  readonly at: Instant;
}

/** Codes of the findings about a cluster. */
export const findingCodes = [
  /** An object of the cluster that Kerf cannot read. */
  'DEFINITION_REFUSED',
  /** A field of a definition that Kerf accepts, and that does nothing (yet). */
  'FIELD_WITHOUT_EFFECT',
  /** The same name is defined in Kerf and in the cluster; Kerf's stays in force. */
  'DEFINITION_SHADOWED',
  /** An instance carried this cluster's tags and had no claim; it was ended. */
  'INSTANCE_WITHOUT_CLAIM',
  /** A claim whose instance is gone. */
  'CLAIM_WITHOUT_INSTANCE',
  /** A claim that took too long to launch or to join. */
  'CLAIM_TIMED_OUT',
  /** A NodeClaim that a person made cannot be launched as it is, or as things are. */
  'STANDALONE_CLAIM_REFUSED',
  /** A static pool lacks nodes, and there are none that could be bought. */
  'STATIC_POOL_SHORT',
  /** A node joined without the taint that keeps pods off until it is registered. */
  'UNREGISTERED_TAINT_MISSING',
  /** The queue that brings the cloud's warnings cannot be read: nodes may end without notice. */
  'INTERRUPTION_QUEUE_UNREADABLE',
  /** A kind that the cluster has, that Kerf has a use for, and may not read. */
  'KIND_UNREADABLE',
  /** A Karpenter or another Kerf acts in the cluster, so this one does not. */
  'OTHER_CONTROLLER',
  /** The cluster has NodePools whose nodes another controller launches. */
  'FOREIGN_NODE_POOLS',
  /** The instance types could not be refreshed; older ones are in use. */
  'CATALOG_STALE',
  /** Prices could not be refreshed: older ones are in use, or none are known. */
  'PRICES_STALE',
  /** A stored row does not match its format; lists omit it. */
  'RECORD_UNREADABLE',
  /** An operation has kept failing for a minute; it is retried. */
  'OPERATION_FAILING',
] as const;
/** One of {@link findingCodes}. */
export type FindingCode = (typeof findingCodes)[number];
