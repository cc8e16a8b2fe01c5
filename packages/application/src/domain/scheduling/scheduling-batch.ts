import type { ClusterId, Instant, SchedulingBatchId } from '@kerf/core';

/** States of a scheduling batch. */
export const schedulingBatchStates = ['Open', 'Solving', 'Solved', 'Failed'] as const;
/** One of {@link schedulingBatchStates}. */
export type SchedulingBatchState = (typeof schedulingBatchStates)[number];

/** Pending pods that are decided on together. A cluster has at most one open and one solving. */
export interface SchedulingBatch {
  readonly id: SchedulingBatchId;
  readonly clusterId: ClusterId;
  readonly state: SchedulingBatchState;
  readonly openedAt: Instant;
  /** The last new pod's time + idle, `latestAt` at most. */
  readonly dueAt: Instant;
  /** Opened + max, or sooner when one of the pods cannot wait so long. */
  readonly latestAt: Instant;
  readonly podCount: number;
  readonly solvingSince: Instant | null;
  readonly solvedAt: Instant | null;
  readonly outcome: BatchOutcome | null;
  readonly version: number;
}

/** What a solved batch came to: numbers of pods, and the time that it took in milliseconds. */
export interface BatchOutcome {
  readonly pods: number;
  readonly newNodeClaims: number;
  readonly onExistingNodes: number;
  readonly unschedulable: number;
  readonly solveMs: number;
  readonly decisionId: string | null;
}
