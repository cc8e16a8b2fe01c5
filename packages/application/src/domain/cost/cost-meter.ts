import type { DurationMs, Instant, MicroUsdPerHour } from '@kerf/core';
import {
  type CostGroup,
  type CostSample,
  costResolutionMs,
  type MeasuredPeriod,
  type PendingPodSample,
} from './cost-sample.js';
import type { CostPeriod } from './node-cost-span.js';

/** A running node with its price. */
export interface MeteredNode extends CostGroup {
  /** Time from which the node costs. */
  readonly since: Instant;
  /** `null` when the price is unknown. */
  readonly priceMicroUsdPerHour: MicroUsdPerHour | null;
}

const minuteMs = costResolutionMs.minute;
/** A millisecond at 1 µ$/h is 1/3,600 of a billionth of a dollar. */
const perNanoUsd = 3_600;

interface Sum extends CostGroup {
  readonly at: Instant;
  /** Price multiplied by time; exact, because it is divided only once. */
  microUsdMsPerHour: bigint;
  nodeMs: DurationMs;
  unpricedNodeMs: DurationMs;
}

/** The nodes and pending pods of a cluster at a time. */
export interface Metered {
  readonly nodes: readonly MeteredNode[];
  /** Number of pending pods. */
  readonly pendingPods: number;
}

/**
 * Measures the cost of a cluster's nodes and its pending pods over time. Call {@link CostMeter.measure}
 * with the current ones at any interval, and {@link CostMeter.take} to collect the samples. Between two
 * calls of `measure`, the nodes and pods of the later call count.
 */
export class CostMeter {
  #sums = new Map<string, Sum>();
  /** Time of pending pods, by the start of the minute. */
  #pendingPodMs = new Map<Instant, DurationMs>();
  #isFirst: boolean;
  #from: Instant | null;
  #until: Instant | null;

  /**
   * @param accountedUntil where an earlier meter stopped; with `null`, measuring starts with the
   * first call of {@link CostMeter.measure}
   */
  constructor(accountedUntil: Instant | null) {
    this.#isFirst = accountedUntil === null;
    this.#from = accountedUntil;
    this.#until = accountedUntil;
  }

  /**
   * Adds the cost of the nodes and the pending pods since the last call. A time that is not after the
   * last call adds nothing.
   * @returns the period since the last call; `null` when it is empty
   */
  measure({ nodes, pendingPods }: Metered, now: Instant): CostPeriod | null {
    const last = this.#until ?? now;
    if (now < last) return null;
    this.#from ??= now;
    this.#until = now;
    for (const node of nodes) {
      for (const [minute, ms] of minutesOf(Math.max(last, node.since), now)) {
        this.#add(node, minute, ms);
      }
    }
    for (const [minute, ms] of pendingPods === 0 ? [] : minutesOf(last, now)) {
      const sum = this.#pendingPodMs.get(minute) ?? 0;
      this.#pendingPodMs.set(minute, sum + pendingPods * ms);
    }
    return now === last ? null : { from: last, until: now };
  }

  /**
   * Returns the samples since the last call and the period that they cover; `null` when there is
   * nothing new.
   */
  take(): {
    readonly period: MeasuredPeriod;
    readonly samples: readonly CostSample[];
    readonly pendingPods: readonly PendingPodSample[];
  } | null {
    const [from, until] = [this.#from, this.#until];
    if (from === null || until === null || (until === from && !this.#isFirst)) return null;
    const period = { from, until, isFirst: this.#isFirst };
    const samples = [...this.#sums.values()].map(
      ({ microUsdMsPerHour, ...sum }): CostSample => ({
        ...sum,
        costNanoUsd: Number((microUsdMsPerHour + BigInt(perNanoUsd / 2)) / BigInt(perNanoUsd)),
      }),
    );
    const pendingPods = [...this.#pendingPodMs].map(([at, pendingPodMs]) => ({ at, pendingPodMs }));
    this.#sums = new Map();
    this.#pendingPodMs = new Map();
    this.#isFirst = false;
    this.#from = until;
    return { period, samples, pendingPods };
  }

  #add(node: MeteredNode, minute: Instant, ms: DurationMs): void {
    const { nodePool, capacityType, instanceFamily, instanceType } = node;
    const { priceMicroUsdPerHour: price } = node;
    const key = JSON.stringify([minute, nodePool, capacityType, instanceFamily, instanceType]);
    const sum = this.#sums.get(key) ?? {
      at: minute,
      nodePool,
      capacityType,
      instanceFamily,
      instanceType,
      microUsdMsPerHour: 0n,
      nodeMs: 0,
      unpricedNodeMs: 0,
    };
    this.#sums.set(key, sum);
    sum.nodeMs += ms;
    if (price === null) sum.unpricedNodeMs += ms;
    else sum.microUsdMsPerHour += BigInt(price) * BigInt(ms);
  }
}

/** Returns the minutes of a period by their starts, each with the part of it that is in the period. */
function minutesOf(from: Instant, until: Instant): readonly (readonly [Instant, DurationMs])[] {
  const parts: (readonly [Instant, DurationMs])[] = [];
  for (let at = from; at < until; ) {
    const minute = Math.floor(at / minuteMs) * minuteMs;
    const to = Math.min(until, minute + minuteMs);
    parts.push([minute, to - at]);
    at = to;
  }
  return parts;
}
