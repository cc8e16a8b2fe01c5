import type { DurationMs, Instant } from '@kerf/core';
import type { ObservedControllers, ObservedLease } from './observed-controllers.js';

/** A Karpenter that runs or is about to start. */
export interface RunningKarpenter {
  /** The object that shows it, e.g. `Lease/kube-system/karpenter-leader-election`. */
  readonly object: string;
  /** The evidence that it runs, as half a sentence. */
  readonly evidence: string;
}

/**
 * AWS rejects signatures of clocks that differ by more than this, so the clocks of Kerf and of a
 * cluster differ by less.
 */
const clockSkewMs: DurationMs = 5 * 60_000;

interface Sighting {
  readonly renewedAt: Instant | null;
  readonly holder: string | null;
  /** When this renewal was first seen, by Kerf's own clock. */
  readonly seenAt: Instant;
}

/**
 * Detects a running Karpenter from Leases and Deployments. A Lease is alive for its duration after
 * a renewal was seen, as in client-go, so the clocks of two machines are not compared. The
 * exception is a Lease that is older than the largest clock difference: a Karpenter that no longer
 * runs left it behind.
 */
export class KarpenterSightings {
  readonly #byLease = new Map<string, Sighting>();

  running(controllers: ObservedControllers, now: Instant): RunningKarpenter | null {
    this.#record(controllers.leases, now);
    const lease = controllers.leases.find((one) => this.#isAlive(one, now));
    if (lease !== undefined) {
      const { namespace, name, holder } = lease;
      return {
        object: `Lease/${namespace}/${name}`,
        evidence: `${holder} renews the Lease ${namespace}/${name}`,
      };
    }
    const deployment = controllers.deployments.find(({ replicas }) => replicas > 0);
    if (deployment === undefined) return null;
    const { namespace, name, replicas } = deployment;
    return {
      object: `Deployment/${namespace}/${name}`,
      evidence: `the Deployment ${namespace}/${name} has ${replicas} ${replicas === 1 ? 'replica' : 'replicas'}`,
    };
  }

  #record(leases: readonly ObservedLease[], now: Instant): void {
    for (const lease of leases) {
      const { renewedAt, holder } = lease;
      const known = this.#byLease.get(keyOf(lease));
      if (known?.renewedAt === renewedAt && known.holder === holder) continue;
      const isLeftBehind =
        known === undefined && renewedAt !== null && now - renewedAt > clockSkewMs;
      this.#byLease.set(keyOf(lease), {
        renewedAt,
        holder,
        seenAt: isLeftBehind ? renewedAt : now,
      });
    }
  }

  #isAlive(lease: ObservedLease, now: Instant): boolean {
    const sighting = this.#byLease.get(keyOf(lease));
    if (lease.holder === null || lease.renewedAt === null || sighting === undefined) return false;
    return now - sighting.seenAt < lease.durationMs;
  }
}

const keyOf = ({ namespace, name }: ObservedLease): string => `${namespace}/${name}`;
