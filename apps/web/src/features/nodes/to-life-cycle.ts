import { formatDuration } from '../../lib/format/time.js';

/** The instants of a NodeClaim's life, as the API has them. */
export interface LifeTimes {
  readonly requestedAt: string;
  readonly launchedAt: string | null;
  readonly registeredAt: string | null;
  readonly initializedAt: string | null;
  readonly terminatedAt: string | null;
}

export interface LifeStep {
  readonly name: string;
  /** RFC 3339; absent while it is not reached. */
  readonly at: string | null;
  /** Since the step before it, e.g. `31 s`. */
  readonly took: string | null;
}

/** The way from the request to the end, with how long each step took. */
export function toLifeCycle(times: LifeTimes, terminatingAt: string | null): readonly LifeStep[] {
  const steps: readonly (readonly [string, string | null])[] = [
    ['Requested', times.requestedAt],
    ['Launched', times.launchedAt],
    ['Registered', times.registeredAt],
    ['Initialized', times.initializedAt],
    ...(terminatingAt === null ? [] : [['Terminating', terminatingAt] as const]),
    ...(times.terminatedAt === null ? [] : [['Terminated', times.terminatedAt] as const]),
  ];
  return steps.map(([name, at], index) => ({
    name,
    at,
    took: tookSince(at, steps[index - 1]?.[1] ?? null),
  }));
}

function tookSince(at: string | null, before: string | null): string | null {
  if (at === null || before === null) return null;
  return formatDuration(Date.parse(at) - Date.parse(before));
}
