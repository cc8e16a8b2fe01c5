import type { DurationMs, Instant } from '@kerf/core';

/** How fine a series is, and how long it is kept so. */
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

/** A day more than a year, so that a year ago can be compared with. */
export const costRetentionMs: Readonly<Record<CostResolution, DurationMs>> = {
  minute: 2 * dayMs,
  hour: 62 * dayMs,
  day: 367 * dayMs,
};

/** The time that samples are of. Those of one cluster follow one another without gaps. */
export interface MeasuredPeriod {
  readonly from: Instant;
  readonly until: Instant;
  /** Nothing was measured before. */
  readonly isFirst: boolean;
}

/** What a group of nodes is, as series are cut. Empty text: it is not known. */
export interface CostGroup {
  readonly nodePool: string;
  readonly capacityType: string;
  /** `m5` of `m5.large`. */
  readonly instanceFamily: string;
}

/** What a group of nodes cost within one minute, or a part of it. */
export interface CostSample extends CostGroup {
  /** Begin of the minute. */
  readonly at: Instant;
  /** Billionths of a US dollar: a second of a small node is a few thousand of them. */
  readonly costNanoUsd: number;
  /** Time that the nodes ran, summed. */
  readonly nodeMs: DurationMs;
  /** The part of it for which no price is known; it is in no cost. */
  readonly unpricedNodeMs: DurationMs;
}
