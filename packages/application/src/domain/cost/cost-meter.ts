import type { DurationMs, Instant, MicroUsdPerHour } from '@kerf/core';
import {
  type CostGroup,
  type CostSample,
  costResolutionMs,
  type MeasuredPeriod,
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

/**
 * Measures the cost of a cluster's nodes over time. Call {@link CostMeter.measure} with the current
 * nodes at any interval, and {@link CostMeter.take} to collect the samples. Between two calls of
 * `measure`, the nodes of the later call count.
 */
export class CostMeter {
  #sums = new Map<string, Sum>();
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
   * Adds the cost of the nodes since the last call. A time that is not after the last call adds
   * nothing.
   * @returns the period since the last call; `null` when it is empty
   */
  measure(nodes: readonly MeteredNode[], now: Instant): CostPeriod | null {
    const last = this.#until ?? now;
    if (now < last) return null;
    this.#from ??= now;
    this.#until = now;
    for (const node of nodes) {
      let from = Math.max(last, node.since);
      while (from < now) {
        const minute = Math.floor(from / minuteMs) * minuteMs;
        const to = Math.min(now, minute + minuteMs);
        this.#add(node, minute, to - from);
        from = to;
      }
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
    this.#sums = new Map();
    this.#isFirst = false;
    this.#from = until;
    return { period, samples };
  }

  #add(node: MeteredNode, minute: Instant, ms: DurationMs): void {
    const { nodePool, capacityType, instanceFamily, priceMicroUsdPerHour: price } = node;
    const key = JSON.stringify([minute, nodePool, capacityType, instanceFamily]);
    const sum = this.#sums.get(key) ?? {
      at: minute,
      nodePool,
      capacityType,
      instanceFamily,
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
