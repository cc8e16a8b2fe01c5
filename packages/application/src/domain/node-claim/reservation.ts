import { type Instant, reservationLabels } from '@kerf/core';
import type { NodeClassResolution, ResolvedCapacityReservation } from '../definition/definition.js';
import { isUnlaunched, type LaunchedInstance, type NodeClaim } from './node-claim.js';

/**
 * Returns the capacity reservation that an instance was launched into; `null` if there is none, or no
 * instance.
 */
export const reservationOf = (instance: Pick<LaunchedInstance, 'labels'> | null): string | null =>
  instance?.labels[reservationLabels.id] ?? null;

/** A launch into a capacity reservation. */
export interface ReservedLaunch {
  readonly reservationId: string;
  /** `null` until the instance is recorded. */
  readonly launchedAt: Instant | null;
}

/**
 * Returns the launches into capacity reservations of living NodeClaims that stay. The last lookup of a
 * reservation does not know those after it, and those that are not complete.
 */
export function reservedLaunches(claims: readonly NodeClaim[]): readonly ReservedLaunch[] {
  return claims.flatMap((claim) => {
    const { state, instance, launchedAt, plan } = claim;
    if (state === 'Terminating') return [];
    const reservationId = isUnlaunched(claim)
      ? (plan.expected?.reservationId ?? null)
      : reservationOf(instance);
    return reservationId === null ? [] : [{ reservationId, launchedAt }];
  });
}

/**
 * Returns the capacity reservations that instances are launched into. The launches that the last
 * lookup cannot know are subtracted from their free instances. Interruptible ones, and those that
 * end, are left out.
 */
export function launchableReservations(
  { capacityReservations = [], resolvedAt }: NodeClassResolution,
  launches: readonly ReservedLaunch[],
): readonly ResolvedCapacityReservation[] {
  if (capacityReservations.length === 0) return [];
  const taken = new Map<string, number>();
  for (const { reservationId, launchedAt } of launches) {
    if (launchedAt !== null && launchedAt < resolvedAt) continue;
    taken.set(reservationId, (taken.get(reservationId) ?? 0) + 1);
  }
  return capacityReservations
    .filter(({ interruptible, state }) => !interruptible && state === 'active')
    .map((reservation) => ({
      ...reservation,
      freeInstances: Math.max(0, reservation.freeInstances - (taken.get(reservation.id) ?? 0)),
    }));
}
