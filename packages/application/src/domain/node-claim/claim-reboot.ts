import type { DurationMs, Instant } from '@kerf/core';

/** Steps of a reboot, each persisted when it is done; the last two end it. */
export const rebootSteps = ['Requested', 'Issuing', 'Issued', 'Succeeded', 'Failed'] as const;
/** One of {@link rebootSteps}. */
export type RebootStep = (typeof rebootSteps)[number];

/** The result of a reboot. Source: karpenter nodeclaim/reboot/metrics.go @v1.15.0. */
export type RebootResult = 'succeeded' | 'provider_error' | 'recovery_timeout';

/** The last reboot of a NodeClaim's instance. */
export interface ClaimReboot {
  /**
   * `Requested`: the node is drained. `Issuing`: EC2 was called, and its answer is unknown until the next
   * step. `Issued`: EC2 has accepted it.
   */
  readonly step: RebootStep;
  /** The condition of the node and its reason, `AcceleratedHardwareReady/NvidiaXID48Error`. */
  readonly cause: string;
  readonly requestedAt: Instant;
  /** Longest drain; pods that are left stay for the reboot. */
  readonly drainMs: DurationMs;
  /** Boot ID of the node before the reboot, from the end of the drain; `null` before. */
  readonly preBootId: string | null;
  /** End of the drain; `null` before. */
  readonly drainedAt: Instant | null;
  readonly stepAt: Instant;
  /** Why it has failed; `null` while it has not. */
  readonly failure: string | null;
  /** Requests of earlier reboots, the oldest first. */
  readonly earlier: readonly Instant[];
}

/** The shortest drain, so that pods bound just before the taint are seen. */
export const minimumRebootDrainMs: DurationMs = 5_000;
/** How long EC2 may refuse a reboot, or leave open whether it accepted it, while the old boot goes on. */
export const issuanceMs: DurationMs = 5 * 60_000;
/** How long a node may take to boot and become Ready. */
export const observationMs: DurationMs = 20 * 60_000;

/** So many reboots within {@link historyMs} are tried before a node is replaced. */
const rebootsBeforeReplacement = 2;
const historyMs: DurationMs = 24 * 3_600_000;

const endSteps: readonly RebootStep[] = ['Succeeded', 'Failed'];

/** Returns true from the request of a reboot until it has succeeded or failed. */
export const isRebootOpen = (reboot: ClaimReboot | null): boolean =>
  reboot !== null && !endSteps.includes(reboot.step);

/** Returns when the last reboot ended; `null` if there was none, or it has not. */
export const rebootEndedAt = (reboot: ClaimReboot | null): Instant | null =>
  reboot !== null && endSteps.includes(reboot.step) ? reboot.stepAt : null;

/**
 * Returns true if the node has been rebooted so often that it is replaced instead.
 * Source: karpenter disruption/repair_history.go @v1.15.0; differs: the history survives a restart.
 */
export const areRebootsExhausted = (reboot: ClaimReboot | null, now: Instant): boolean =>
  recentReboots(reboot, now).length >= rebootsBeforeReplacement;

/**
 * Returns a reboot that is requested now, with the history of the last one.
 * @param reboot the last one
 */
export function newReboot(
  reboot: ClaimReboot | null,
  { cause, drainMs }: Pick<ClaimReboot, 'cause' | 'drainMs'>,
  now: Instant,
): ClaimReboot {
  return {
    step: 'Requested',
    cause,
    requestedAt: now,
    drainMs,
    preBootId: null,
    drainedAt: null,
    stepAt: now,
    failure: null,
    earlier: recentReboots(reboot, now),
  };
}

function recentReboots(reboot: ClaimReboot | null, now: Instant): readonly Instant[] {
  if (reboot === null) return [];
  return [...reboot.earlier, reboot.requestedAt].filter((at) => now - at < historyMs);
}
