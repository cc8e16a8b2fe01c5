import type { Instant } from '@kerf/core';
import type { NodeClassResolution, ResolvedCapacityReservation } from '../definition/definition.js';
import { isUnlaunched, type LaunchedInstance, type NodeClaim } from './node-claim.js';

/** Labels of a node in a capacity reservation. Source: karpenter-provider-aws v1 labels @v1.14.1. */
export const reservationLabels = {
  id: 'karpenter.k8s.aws/capacity-reservation-id',
  type: 'karpenter.k8s.aws/capacity-reservation-type',
  interruptible: 'karpenter.k8s.aws/capacity-reservation-interruptible',
} as const;

/** Returns the capacity reservation that an instance was launched into; `null` if there is none. */
export const reservationOf = ({ labels }: Pick<LaunchedInstance, 'labels'>): string | null =>
  labels[reservationLabels.id] ?? null;

/** A launch into a capacity reservation. */
export interface ReservedLaunch {
  readonly reservationId: string;
  /** `null` until the instance is recorded. */
  readonly launchedAt: Instant | null;
}

/**
 * Returns the launches into capacity reservations of living NodeClaims. The last lookup of a
 * reservation does not know those after it, and those that are not complete.
 */
export function reservedLaunches(claims: readonly NodeClaim[]): readonly ReservedLaunch[] {
  return claims.flatMap((claim) => {
    const { instance, launchedAt, plan } = claim;
    const reservationId = isUnlaunched(claim)
      ? (plan.expected?.reservationId ?? null)
      : instance === null
        ? null
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
