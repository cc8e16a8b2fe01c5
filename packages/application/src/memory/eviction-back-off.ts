import type { ClusterId, DurationMs, Instant } from '@kerf/core';
import { PerCluster } from './per-cluster.js';

/** An eviction that a PodDisruptionBudget blocked. */
export interface BlockedEviction {
  /** The blocker, for people. */
  readonly message: string;
  readonly retryAt: Instant;
}

/** Delays between evictions of one pod. Source: karpenter node/termination/terminator/eviction.go. */
const firstEvictionDelayMs = 1_000;
const longestEvictionDelayMs = 10_000;
/** Pods that are not drained any more are forgotten after this time. */
const forgottenAfterMs = 60_000;

/**
 * How long the eviction of a pod waits after one that was blocked. It may be forgotten: the next worker
 * evicts at once, is blocked again, and waits from then on.
 */
export class EvictionBackOff {
  /** By uid of the pod. */
  readonly #clusters = new PerCluster(
    () => new Map<string, BlockedEviction & { readonly delayMs: DurationMs }>(),
  );

  /** Notes that the eviction of a pod was blocked: each time in a row, the next one waits longer. */
  recordBlocked(clusterId: ClusterId, podUid: string, message: string, now: Instant): void {
    const known = this.#clusters.of(clusterId);
    for (const [uid, { retryAt }] of known) if (now - retryAt > forgottenAfterMs) known.delete(uid);
    const before = known.get(podUid)?.delayMs ?? firstEvictionDelayMs / 2;
    const delayMs = Math.min(2 * before, longestEvictionDelayMs);
    known.set(podUid, { message, retryAt: now + delayMs, delayMs });
  }

  /** Returns why the pod cannot be evicted yet; `null` when the next eviction is due. */
  blocked(clusterId: ClusterId, podUid: string, now: Instant): BlockedEviction | null {
    const blocked = this.#clusters.of(clusterId).get(podUid);
    return blocked === undefined || blocked.retryAt <= now ? null : blocked;
  }

  forget(clusterId: ClusterId): void {
    this.#clusters.forget(clusterId);
  }
}
