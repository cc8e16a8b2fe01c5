import type { ClusterId, Instant, SchedulingBatchId } from '@kerf/core';

/** States of a scheduling batch. */
export const schedulingBatchStates = ['Open', 'Solving', 'Solved', 'Failed'] as const;
/** One of {@link schedulingBatchStates}. */
export type SchedulingBatchState = (typeof schedulingBatchStates)[number];

/**
 * Pending pods that are scheduled together. A cluster has at most one open and one solving batch.
 */
export interface SchedulingBatch {
  readonly id: SchedulingBatchId;
  readonly clusterId: ClusterId;
  readonly state: SchedulingBatchState;
  readonly openedAt: Instant;
  /** Time of the last new pod plus the batch idle window, at most `latestAt`. */
  readonly dueAt: Instant;
  /** Time of opening plus the maximum batch window, or earlier when a pod cannot wait that long. */
  readonly latestAt: Instant;
  readonly podCount: number;
  readonly solvingSince: Instant | null;
  readonly solvedAt: Instant | null;
  readonly outcome: BatchOutcome | null;
  readonly version: number;
}

/** The outcome of a solved batch: numbers of pods, and the solve time in milliseconds. */
export interface BatchOutcome {
  readonly pods: number;
  readonly newNodeClaims: number;
  readonly onExistingNodes: number;
  readonly unschedulable: number;
  readonly solveMs: number;
  readonly decisionId: string | null;
}
