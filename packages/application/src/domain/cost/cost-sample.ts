import type { DurationMs, Instant } from '@kerf/core';
import type { CostSpanChanges } from './node-cost-span.js';

/** Resolutions of cost series. */
export const costResolutions = ['minute', 'hour', 'day'] as const;
/** The length of a cost sample: one minute, hour or day. */
export type CostResolution = (typeof costResolutions)[number];

const hourMs: DurationMs = 3_600_000;
const dayMs: DurationMs = 24 * hourMs;

/** Milliseconds of each resolution. */
export const costResolutionMs: Readonly<Record<CostResolution, DurationMs>> = {
  minute: 60_000,
  hour: hourMs,
  day: dayMs,
};

/**
 * How long samples of each resolution are kept. Days are kept for more than a year, so that a value
 * can be compared with that of a year ago.
 */
export const costRetentionMs: Readonly<Record<CostResolution, DurationMs>> = {
  minute: 2 * dayMs,
  hour: 62 * dayMs,
  day: 367 * dayMs,
};

/** The period that samples cover. The periods of one cluster follow one another without gaps. */
export interface MeasuredPeriod {
  readonly from: Instant;
  readonly until: Instant;
  /** True when no period was measured before. */
  readonly isFirst: boolean;
}

/** The costs of a period, as they are written. */
export interface MeasuredCost {
  readonly period: MeasuredPeriod;
  readonly samples: readonly CostSample[];
  readonly pendingPods: readonly PendingPodSample[];
  readonly spans: CostSpanChanges;
}

/** The dimensions of a cost series. Empty text: unknown. */
export interface CostGroup {
  readonly nodePool: string;
  readonly capacityType: string;
  /** `m5` of `m5.large`. */
  readonly instanceFamily: string;
  readonly instanceType: string;
}

/** The cost of a group of nodes within one minute, or a part of it. */
export interface CostSample extends CostGroup {
  /** Start of the minute. */
  readonly at: Instant;
  /** Billionths of a US dollar: a small node costs a few thousand of them per second. */
  readonly costNanoUsd: number;
  /** Total running time of the nodes. */
  readonly nodeMs: DurationMs;
  /** Part of `nodeMs` without a known price; it is not included in the cost. */
  readonly unpricedNodeMs: DurationMs;
}

/** The pods that were pending within one minute, or a part of it. */
export interface PendingPodSample {
  /** Start of the minute. */
  readonly at: Instant;
  /** Total time for which pods were pending; divided by the measured time: their average number. */
  readonly pendingPodMs: DurationMs;
}
