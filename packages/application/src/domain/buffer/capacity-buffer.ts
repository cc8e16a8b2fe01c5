import type { ClusterId, Instant } from '@kerf/core';
import type { CapacityBuffer, Reason } from '@kerf/engine';
import type { CapacityBufferManifest } from './capacity-buffer-manifest.js';

/** A CapacityBuffer of a cluster, as it was looked at last; what decisions are made with. */
export interface BufferRecord {
  readonly clusterId: ClusterId;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly generation: number;
  /** `null` when it cannot be read. */
  readonly spec: CapacityBufferManifest | null;
  /** What it amounts to; `null` when it keeps no room, for the reasons of `problems`. */
  readonly resolved: ResolvedBuffer | null;
  readonly problems: readonly string[];
  /** Where its units are since the last solve; `null` before the first. */
  readonly outcome: BufferOutcome | null;
}

/** What a CapacityBuffer asks for: the pod of one unit, and the number of units. */
export interface ResolvedBuffer {
  readonly buffer: CapacityBuffer;
  /** Units that it keeps. */
  readonly units: number;
  /** Its limits hold fewer units than it asks for. */
  readonly isLimited: boolean;
  /** Of the object that its pods are like. */
  readonly templateGeneration: number;
}

/** Where the units of a buffer are. */
export interface BufferOutcome {
  /** There is room for them on nodes that are there or launched. */
  readonly held: number;
  /** Nodes for them are being bought. */
  readonly coming: number;
  /** They have no place. */
  readonly without: number;
  /** Why the first of these has none; empty when all have a place. */
  readonly reasons: readonly Reason[];
  readonly at: Instant;
}
