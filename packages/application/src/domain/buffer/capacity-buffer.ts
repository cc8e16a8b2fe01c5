import type { ClusterId, Instant } from '@kerf/core';
import type { CapacityBuffer, Reason } from '@kerf/engine';
import type { CapacityBufferManifest } from './capacity-buffer-manifest.js';

/** A CapacityBuffer of a cluster, as last evaluated; decisions use this record. */
export interface BufferRecord {
  readonly clusterId: ClusterId;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly generation: number;
  /** `null` when it cannot be read. */
  readonly spec: CapacityBufferManifest | null;
  /**
   * The pods and units that it resolves to; `null` when it reserves no capacity, for the reasons in
   * `problems`.
   */
  readonly resolved: ResolvedBuffer | null;
  readonly problems: readonly string[];
  /** Outcome of its units in the last solve; `null` before the first solve. */
  readonly outcome: BufferOutcome | null;
}

/** The resolved request of a CapacityBuffer: the pod of one unit, and the number of units. */
export interface ResolvedBuffer {
  readonly buffer: CapacityBuffer;
  /** Number of units that it reserves. */
  readonly units: number;
  /** True when its limits, or those of all buffers of the cluster, allow fewer units than it requests. */
  readonly isLimited: boolean;
  /** Generation of the object that its pod template comes from. */
  readonly templateGeneration: number;
}

/** Outcome of a buffer's units in a solve, as numbers of units. */
export interface BufferOutcome {
  /** Units that fit on nodes that exist or are launched. */
  readonly held: number;
  /** Units whose nodes are being launched. */
  readonly coming: number;
  /** Unschedulable units. */
  readonly without: number;
  /** Why the first unschedulable unit cannot be scheduled; empty when there is none. */
  readonly reasons: readonly Reason[];
  readonly at: Instant;
}
