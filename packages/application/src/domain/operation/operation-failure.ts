import type { ClusterId, DurationMs, ErrorCode, Instant } from '@kerf/core';

/** Kinds of objects that an operation works on. */
export const operationObjectKinds = [
  'Cluster',
  'NodeClaim',
  'Decision',
  'NodePool',
  'EC2NodeClass',
] as const;

/** What an operation works on. */
export interface OperationObject {
  readonly kind: (typeof operationObjectKinds)[number];
  /** The id of a claim or decision, the name of a definition, the id of the cluster itself. */
  readonly id: string;
}

/** An operation that keeps failing for one object. */
export interface OperationFailure {
  readonly clusterId: ClusterId;
  /** The name of the job, e.g. `node-claim.terminate`. */
  readonly operation: string;
  readonly object: OperationObject & {
    /** What people call it. */
    readonly name: string;
  };
  /** `BUG` for an error of Kerf itself. */
  readonly errorCode: ErrorCode | 'BUG';
  readonly message: string;
  /** How to fix it, in a sentence; `null` when nothing is known that would. */
  readonly remedy: string | null;
  /** Failed attempts in a row. */
  readonly attempts: number;
  readonly firstFailedAt: Instant;
  readonly lastFailedAt: Instant;
}

/** One failed attempt of an operation, before it is counted with earlier ones. */
export type FailedAttempt = Omit<
  OperationFailure,
  'attempts' | 'firstFailedAt' | 'lastFailedAt'
> & { readonly at: Instant };

/** What has failed for so long is worth telling; most of what fails works when it is retried. */
export const reportedAfterMs: DurationMs = 60_000;

/** The payload of a job, as far as it says what the job works on. */
export interface OperationSubject {
  readonly clusterId: ClusterId;
  readonly nodeClaimId?: string;
  readonly nodeClaimIds?: readonly string[];
  readonly decisionId?: string;
  /** With {@link name}: of a definition; without it, the name is that of an EC2NodeClass. */
  readonly kind?: 'NodePool' | 'EC2NodeClass';
  readonly name?: string;
}

/** The objects that a job works on; the cluster where it names none. */
export function objectsOf(subject: OperationSubject): readonly OperationObject[] {
  const { clusterId, nodeClaimId, nodeClaimIds, decisionId, kind = 'EC2NodeClass', name } = subject;
  if (nodeClaimIds !== undefined) return nodeClaimIds.map((id) => ({ kind: 'NodeClaim', id }));
  if (nodeClaimId !== undefined) return [{ kind: 'NodeClaim', id: nodeClaimId }];
  if (decisionId !== undefined) return [{ kind: 'Decision', id: decisionId }];
  return name === undefined ? [{ kind: 'Cluster', id: clusterId }] : [{ kind, id: name }];
}
