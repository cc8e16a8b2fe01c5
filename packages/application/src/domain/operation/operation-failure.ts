import type { ClusterId, DurationMs, ErrorCode, Instant } from '@kerf/core';

/** Kinds of objects that an operation works on. */
export const operationObjectKinds = [
  'Cluster',
  'NodeClaim',
  'Decision',
  'NodePool',
  'EC2NodeClass',
  'Instance',
  'Node',
  'Pod',
  'NodeOverlay',
  'CapacityBuffer',
  'Pause',
  'SpendLimit',
  'AlertThresholds',
] as const;

/** An object that an operation works on. */
export interface OperationObject {
  readonly kind: (typeof operationObjectKinds)[number];
  /** The id of a cluster, NodeClaim, decision, pause or limit; the name of another object. */
  readonly id: string;
}

/** An operation that keeps failing for one object. */
export interface OperationFailure {
  readonly clusterId: ClusterId;
  /** The name of the job or of its step, e.g. `node-claim.terminate`. */
  readonly operation: string;
  readonly object: OperationObject & {
    /** Name of the object, as users know it. */
    readonly name: string;
  };
  /** `BUG` for an error of Kerf itself. */
  readonly errorCode: ErrorCode | 'BUG';
  readonly message: string;
  /** How to fix it, as a sentence; `null` when no fix is known. */
  readonly remedy: string | null;
  /** Number of consecutive failed attempts. */
  readonly attempts: number;
  readonly firstFailedAt: Instant;
  readonly lastFailedAt: Instant;
}

/** One failed attempt of an operation, before it is counted with earlier ones. */
export type FailedAttempt = Omit<
  OperationFailure,
  'attempts' | 'firstFailedAt' | 'lastFailedAt'
> & { readonly at: Instant };

/** A failure is reported after this time; most operations succeed when they are retried. */
export const reportedAfterMs: DurationMs = 60_000;

/** The fields of a job's payload that name the objects that the job works on. */
export interface OperationSubject {
  readonly clusterId: ClusterId;
  readonly nodeClaimId?: string;
  readonly nodeClaimIds?: readonly string[];
  readonly decisionId?: string;
  /** Kind of the definition {@link name}; without it, `name` is that of an EC2NodeClass. */
  readonly kind?: 'NodePool' | 'EC2NodeClass';
  readonly name?: string;
}

/** Returns the objects that a job works on; the cluster when the job names none. */
export function objectsOf(subject: OperationSubject): readonly OperationObject[] {
  const { clusterId, nodeClaimId, nodeClaimIds, decisionId, kind = 'EC2NodeClass', name } = subject;
  if (nodeClaimIds !== undefined) return nodeClaimIds.map((id) => ({ kind: 'NodeClaim', id }));
  if (nodeClaimId !== undefined) return [{ kind: 'NodeClaim', id: nodeClaimId }];
  if (decisionId !== undefined) return [{ kind: 'Decision', id: decisionId }];
  return name === undefined ? [{ kind: 'Cluster', id: clusterId }] : [{ kind, id: name }];
}
