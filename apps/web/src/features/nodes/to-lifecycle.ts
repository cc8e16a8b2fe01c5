import { formatDuration } from '../../lib/format/time.js';
import { nodeClaimBadges } from '../../ui/badges/state-badges.js';

/** Times of a NodeClaim's lifecycle, as in the API. */
export interface LifecycleTimes {
  readonly requestedAt: string;
  readonly launchedAt: string | null;
  readonly registeredAt: string | null;
  readonly initializedAt: string | null;
  readonly terminatedAt: string | null;
}

export interface LifecycleStep {
  readonly name: string;
  /** RFC 3339; `null` until the step is reached. */
  readonly at: string | null;
  /** Since the step before it, e.g. `31 s`. */
  readonly duration: string | null;
}

/** Returns the lifecycle steps with the duration of each. */
export function toLifecycle(
  times: LifecycleTimes,
  terminatingAt: string | null,
): readonly LifecycleStep[] {
  const steps: readonly (readonly [string, string | null])[] = [
    [nodeClaimBadges.REQUESTED.label, times.requestedAt],
    [nodeClaimBadges.LAUNCHED.label, times.launchedAt],
    [nodeClaimBadges.REGISTERED.label, times.registeredAt],
    [nodeClaimBadges.INITIALIZED.label, times.initializedAt],
    ...(terminatingAt === null
      ? []
      : [[nodeClaimBadges.TERMINATING.label, terminatingAt] as const]),
    ...(times.terminatedAt === null
      ? []
      : [[nodeClaimBadges.TERMINATED.label, times.terminatedAt] as const]),
  ];
  return steps.map(([name, at], index) => ({
    name,
    at,
    duration: durationBetween(at, steps[index - 1]?.[1] ?? null),
  }));
}

function durationBetween(at: string | null, before: string | null): string | null {
  if (at === null || before === null) return null;
  return formatDuration(Date.parse(at) - Date.parse(before));
}
