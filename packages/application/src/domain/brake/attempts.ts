import type { DurationMs, Instant } from '@kerf/core';
import type { RecentClaim } from './recent-claim.js';

/** The end of one attempt to get a node: `failure` is `null` if it succeeded. */
export interface Attempt {
  readonly at: Instant;
  readonly claim: RecentClaim;
  readonly failure: string | null;
}

/** Returns the launches that have ended; those that failed with other codes do not count. */
export function launchAttempts(
  claims: readonly RecentClaim[],
  isFailure: (code: string) => boolean,
): readonly Attempt[] {
  return claims.flatMap((claim): readonly Attempt[] => {
    const { launchedAt, terminatedAt, failureCode, failureDetail } = claim;
    if (launchedAt !== null) return [{ at: launchedAt, claim, failure: null }];
    return failureCode !== null && isFailure(failureCode) && terminatedAt !== null
      ? [{ at: terminatedAt, claim, failure: failureDetail ?? 'the launch failed' }]
      : [];
  });
}

/** Returns the launched nodes that have joined, or should have joined `overdueMs` after their launch. */
export function registrationAttempts(
  claims: readonly RecentClaim[],
  now: Instant,
  overdueMs: DurationMs,
): readonly Attempt[] {
  return claims.flatMap((claim): readonly Attempt[] => {
    const { launchedAt, registeredAt } = claim;
    if (launchedAt === null) return [];
    if (registeredAt !== null) return [{ at: registeredAt, claim, failure: null }];
    const dueAt = launchedAt + overdueMs;
    const hasFailed =
      claim.terminationReason === 'RegistrationTimeout' ||
      claim.terminationReason === 'Unhealthy' ||
      (claim.state === 'Launched' && dueAt <= now);
    return hasFailed ? [{ at: dueAt, claim, failure: `${claim.name} did not join` }] : [];
  });
}

/** Returns the failures since the last success, oldest first, of attempts that began after `from`. */
export function failuresInRow(attempts: readonly Attempt[], from: Instant): readonly Attempt[] {
  const counted = attempts
    .filter(({ at, claim }) => at > from && claim.requestedAt > from)
    .toSorted((a, b) => a.at - b.at || (a.claim.id < b.claim.id ? -1 : 1));
  const lastSuccess = counted.findLastIndex(({ failure }) => failure === null);
  return counted.slice(lastSuccess + 1);
}
